"""The async front: one address for REST and streams. It waits for people; threads and the database do not.

Whatever has an answer at once goes over a bridge to Django, on a few threads that keep their database
connections. What waits (streams, long polls) is a coroutine that asks the same Django view again when a
wake-up comes, and holds neither a thread nor a connection between two questions.
"""

HEARTBEAT = (
    15.0  # seconds between two signs of life of a stream; at each it is asked whether anything has changed
)
