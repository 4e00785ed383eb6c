"""Which usernames there can be."""

import pytest

from accounts import names


@pytest.mark.parametrize(
    "name",
    ["ana", "Begoña", "iñaki_75", "Žiga", "jean-françois", "Nicolò", "x.y", "42a", "jon75", "1975", "a" * 20],
)
def test_a_good_name_stays_as_it_is(name):
    assert names.clean(name) == name


def test_a_name_is_normalised():
    assert names.clean("Ｂｅｇｏ") == "Bego"
    assert names.clean("begon\u0303a") == "begoña"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "too_short"),
        ("ab", "too_short"),
        ("a" * 21, "too_long"),
        ("ana ruiz", "characters"),
        ("ana\n", "characters"),
        ("a\u200bna", "characters"),
        ("анна", "characters"),
        ("a\0na", "characters"),
        ("ana@home", "characters"),
        ("ﷺ", "characters"),
        (".ana", "start"),
        ("___", "start"),
        ("admin", "reserved"),
        ("Adm1n", "reserved"),
        ("ádmin", "reserved"),
        ("b0t", "reserved"),
        ("80t", "reserved"),
        ("m0d3r4t0r", "reserved"),
        ("5upp0rt", "reserved"),
        ("admin.", "reserved"),
        ("bot-casual", "reserved"),
        ("guest-abcdef", "reserved"),
        ("GUEST_1", "reserved"),
        ("musapi", "reserved"),
        ("operator", "reserved"),
    ],
)
def test_a_bad_name_is_refused(name, why):
    with pytest.raises(names.UsernameError) as refused:
        names.clean(name)
    assert refused.value.code == why


@pytest.mark.parametrize(
    "name", ["botella", "botx", "deletedx", "megan", "adela", "rooter", "Mesa4", "rooter4"]
)
def test_a_name_that_only_resembles_a_reserved_one_is_good(name):
    assert names.clean(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "ANA"),
        ("lisa", "1isa"),
        ("Ivan", "lvan"),
        ("maria", "maría"),
        ("pepe_b", "pepe.b"),
        ("mo", "m0"),
        ("carner", "camer"),
        ("œuf", "oeuf"),
        ("Đoko", "doko"),
        ("ana", "ana."),
        ("ana", "ana-"),
        ("ana_", "ana.-_"),
        ("P3pe", "pepe"),
        ("4n4", "ana"),
        ("n5", "ns"),
        ("Ma7eo", "mateo"),
        ("8ea", "bea"),
    ],
)
def test_look_alikes_have_one_skeleton(one, other):
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ana", "anna"), ("pepe", "pepa"), ("pepe.b", "pepeb"), ("jon75", "jon57"), ("jon2", "jonz")],
)
def test_different_names_have_different_skeletons(one, other):
    assert names.skeleton(one) != names.skeleton(other)


def test_no_skeleton_is_longer_than_its_column():
    assert len(names.skeleton("œ" * names.LONGEST)) == 2 * names.LONGEST


def test_guest_names_are_the_guests_own():
    made = {names.guest_name() for _ in range(50)}
    assert len(made) == 50
    assert all(names.is_reserved(name) and len(name) <= names.LONGEST for name in made)


def test_no_two_letters_of_made_up_names_look_alike():
    assert len({names.skeleton(letter) for letter in names._MADE_UP_ALPHABET}) == len(names._MADE_UP_ALPHABET)


def test_the_names_of_who_has_left_differ_for_the_eye_too():
    made = {names.skeleton(names.deleted_name()) for _ in range(50)}
    assert len(made) == 50
    assert all(names.is_reserved(name) for name in made)
