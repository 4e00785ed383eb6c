"""What REST framework says of a field in words that it lacks in some of our languages."""

_NEWER = (
    "Must be a valid boolean.",
    "Not a valid string.",
    "Ensure this field has at least {min_length} elements.",
    "Ensure this field has no more than {max_length} elements.",
    "This dictionary may not be empty.",
)

FOREIGN: dict[str, tuple[str, ...]] = {
    "it": _NEWER,
    "sl": _NEWER,
    # It has no Basque at all; what is not here, Django says in the same words.
    "eu": (
        *_NEWER,
        "A valid integer is required.",
        "A valid number is required.",
        "Ensure this value is less than or equal to {max_value}.",
        "Ensure this value is greater than or equal to {min_value}.",
        "String value too large.",
        "This field may not be null.",
        "This field may not be blank.",
        "Ensure this field has no more than {max_length} characters.",
        "Ensure this field has at least {min_length} characters.",
        '"{input}" is not a valid choice.',
        'Expected a list of items but got type "{input_type}".',
        "This list may not be empty.",
        'Expected a dictionary of items but got type "{input_type}".',
        "Invalid data. Expected a dictionary, but got {datatype}.",
    ),
}
"""By language."""
