"""What Django and REST framework say in words that they lack in some of our languages."""

from tests.i18n.messages import Message, messages

_OF_FIELDS = (
    Message("Must be a valid boolean."),
    Message("Not a valid string."),
    Message("Ensure this field has at least {min_length} elements."),
    Message("Ensure this field has no more than {max_length} elements."),
    Message("This dictionary may not be empty."),
)
_TOO_SHORT = Message(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)

FOREIGN: dict[str, tuple[Message, ...]] = {
    "it": (*_OF_FIELDS, _TOO_SHORT),
    "sl": (*_OF_FIELDS, _TOO_SHORT),
    # REST framework has no Basque at all; what is not here, Django says in the same words.
    "eu": (
        *_OF_FIELDS,
        _TOO_SHORT,
        Message("A valid integer is required."),
        Message("A valid number is required."),
        Message("Ensure this value is less than or equal to {max_value}."),
        Message("Ensure this value is greater than or equal to {min_value}."),
        Message("String value too large."),
        Message("This field may not be null."),
        Message("This field may not be blank."),
        Message("Ensure this field has no more than {max_length} characters."),
        Message("Ensure this field has at least {min_length} characters."),
        Message('"{input}" is not a valid choice.'),
        Message('Expected a list of items but got type "{input_type}".'),
        Message("This list may not be empty."),
        Message('Expected a dictionary of items but got type "{input_type}".'),
        Message("Invalid data. Expected a dictionary, but got {datatype}."),
    ),
}
"""By language."""


def messages_for(language: str) -> dict[Message, list[str]]:
    """Every text that a catalogue must have, and where it stands: ours, and what the libraries lack."""
    return {**messages(), **{message: ["a library"] for message in FOREIGN.get(language, ())}}
