from fogfield.core.proof import prove, proves


def test_a_secret_proves_itself_and_no_other_does() -> None:
    proof = prove("a secret of mine")
    assert proves("a secret of mine", proof)
    assert not proves("a secret of mine ", proof)
    assert not proves("", proof)


def test_what_is_kept_does_not_tell_the_secret() -> None:
    assert len(prove("short")) == len(prove("long" * 100)) == 32
    assert b"short" not in prove("short")


def test_anything_that_can_stand_in_an_address_may_be_tried() -> None:
    assert not proves("\udcff", prove("x"))
