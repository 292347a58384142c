"""The client's facade as a page of texts, numbers and taps, told in patches.

It runs in a browser's worker and under CPython alike; the few lines that know the browser stand
in `web_client.worker`.
"""
