"""`python -m vantage` is the command line."""

from vantage.cli import main

main()
