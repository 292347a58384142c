"""How fast the engines are, beside other people's, and the figures too heavy for every test run.

A bench is a module of this package with a function `main`; `python -m bench` finds it by that.
Where `main` takes `seconds`, that is how long it measures, and 0 is its smallest run. A returned
number other than 0 is a failure: a figure that does not come out, a step that is too long.
"""
