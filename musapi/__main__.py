"""What `./run` does once the packages are there: `python -m musapi` serves, with arguments it manages.

`python -m musapi manage verify_matches` is manage.py with the addresses of the servers that run here now.
"""

import os
import sys
from typing import NoReturn

from rich.console import Console

from musapi.datafolder import BASE, DataFolder, FolderError
from musapi.serve import RefusedError, Server
from musapi.servers import ServerError
from musapi.supervisor import StartError


def serve() -> int:
    """Serve until the end is asked for; gives the exit code."""
    console = Console(highlight=False, soft_wrap=True, markup=False)
    try:
        Server(console).run()
    except (FolderError, RefusedError, ServerError, StartError) as refusal:
        console.print(str(refusal), style="bold red")
        return 1
    return 0


def manage(arguments: list[str]) -> NoReturn:
    """Become manage.py, with the addresses of what is running. SystemExit if nothing is."""
    folder = DataFolder()
    environment = folder.read_state().get("environment", {}) | os.environ
    if not {"DATABASE_URL", "REDIS_URL"} <= environment.keys():
        raise SystemExit("Nothing is running here. Start ./run first, or set DATABASE_URL and REDIS_URL.")
    if "SECRET_KEY" not in environment:
        environment["SECRET_KEY_FILE"] = str(folder.secret_key_file())
    command = [sys.executable, str(BASE / "manage.py"), *arguments]
    os.execve(sys.executable, command, environment)  # noqa: S606 - a shell is what must not come between


if __name__ == "__main__":
    sys.exit(manage(sys.argv[2:]) if sys.argv[1:2] == ["manage"] else serve())
