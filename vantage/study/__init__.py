"""People answer a data set in a browser, and what they answered becomes runs like any model's."""
