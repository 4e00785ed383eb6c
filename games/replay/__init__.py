"""Playing a stored match again, from its master, client seeds, rules and logged actions.

Nothing stored is believed but these: every row of the log, every finished hand, the snapshot and the
columns beside it are worked out again and compared. Nothing here writes.
"""

from games.replay.compare import Difference
from games.replay.verdict import Verdict, verify_table

__all__ = ["Difference", "Verdict", "verify_table"]
