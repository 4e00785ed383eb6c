"""F51: matches played over HTTP while everything that anybody receives is recorded, and searched afterwards.

`play` records a match, `truth` works out from the finished match what was whose at each moment, `scan`
finds what somebody was told before its time.

    python -m tests.faults.canary --matches 300 [--url http://127.0.0.1:8000]
"""
