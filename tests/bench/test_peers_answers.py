import pytest
from peers.answers import difference


def test_the_order_of_rows_is_free():
    assert difference([["b", 2], ["a", 1]], [["a", 1], ["b", 2]]) is None


def test_averages_may_be_cut_after_the_fourth_decimal():
    assert difference([["a", 25.5375]], [["a", 25.537587]]) is None
    assert difference([["a", 3600212.3829]], [["a", 3600212.3829014143]]) is None


def test_a_whole_average_equals_its_double():
    assert difference([["a", 25]], [["a", 25.0]]) is None


def test_null_equals_null_only():
    assert difference([[None]], [[None]]) is None
    assert difference([[0]], [[None]]) == "row [0], expected [None]"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([["a", 1]], [["a", 2]]),
        ([["a", 1.0]], [["a", 1.001]]),
        ([["a", "1"]], [["a", 1.0]]),
        ([["a", 10**18 + 1]], [["a", 10**18]]),
        ([["a"]], [["a", 1]]),
        ([], [["a", 1]]),
        ([["a", 1], ["a", 1]], [["a", 1]]),
    ],
)
def test_another_value_is_a_difference(found, expected):
    assert difference(found, expected) is not None
