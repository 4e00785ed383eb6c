"""The two kinds of refusal, what cannot be read and what is not allowed now, and two faults of the caller."""


class EngineError(Exception):
    """Whatever the engine refuses."""


class MalformedAction(EngineError):
    """It cannot be read at all, whatever the state of the game. `pointer`: a JSON pointer into the input.

    `reason` is English with the `values` in their places, so that others can tell it in another language.
    """

    def __init__(self, reason: str, pointer: str = "", **values: object) -> None:
        self.template, self.values = reason, values
        self.reason = reason.format(**values)
        super().__init__(f"{pointer}: {self.reason}" if pointer else self.reason)
        self.pointer = pointer


class IllegalAction(EngineError):
    """It was understood, and it is not allowed now. `code` is a stable slug, `message` is English."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class InvalidOption(EngineError):
    """A ruleset or an option of it that does not exist, or a value it cannot have.

    `reason` is an English sentence with the `values` in their places; `option` is one of these.
    """

    def __init__(self, option: str, reason: str, **values: object) -> None:
        self.template, self.values = reason, {"option": option, **values}
        self.option = option
        self.reason = reason.format(**self.values)
        super().__init__(self.reason)


class UnsupportedRulesVersion(EngineError):
    """A stored state that was played under rules this engine does not know."""

    def __init__(self, version: object) -> None:
        super().__init__(f"rules version {version!r} is not supported")
        self.version = version
