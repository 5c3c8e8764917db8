"""Knowledge that several games share. Pure, built on core alone."""
