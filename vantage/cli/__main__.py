"""`python -m vantage.cli` is the command line."""

from vantage.cli import main

main()
