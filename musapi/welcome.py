"""What `./run` prints once the server answers: where everything is, and how to play by curl."""

from rich.console import Console

GUEST = r"""
  API={address}/api/v1
  TOKEN=$(curl -s -X POST $API/auth/guest | sed 's/.*"token": *"\([^"]*\)".*/\1/')
  play() {{ curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }}
  BOT='{{"bot": "casual"}}'
  TABLE=$(play $API/tables -d "{{\"seats\": [null, $BOT, $BOT, $BOT]}}" | sed 's/^{{"id": *"\([^"]*\)".*/\1/')
  play $API/tables/$TABLE                                   # your cards, whose turn it is, what you may do
  TURN=$(play $API/tables/$TABLE | sed 's/.*"turn": *{{"id": *\([0-9]*\).*/\1/')
  play $API/tables/$TABLE/actions -d "{{\"turn\": $TURN, \"type\": \"mus\"}}"      # one of your legal_actions
"""


def welcome(console: Console, address: str, operator: str, demo: str) -> None:
    """Print the addresses, the operator's sign-in as `operator` tells it, the demo table, a match by curl."""
    console.print("\nmusapi is ready.\n", style="bold green")
    for name, text in (
        ("API", f"{address}/api/v1/"),
        ("Docs", f"{address}/api/v1/docs"),
        ("Admin", f"{address}/admin/"),
        (
            "Operator",
            ", ".join(operator.splitlines()) + (" (shown only now)" if "password: " in operator else ""),
        ),
        ("Play", f"./run play --url {address}, in another terminal"),
        ("Demo", f"four bots are playing at {address}/api/v1/tables/{demo}"),
    ):
        console.print(f"  {name:<10}{text}")
    console.print("\nPlay against three bots, as a guest:", style="bold")
    console.print(GUEST.format(address=address))
    console.print("Ctrl-C stops it.\n")
