"""The AI client of the Treasure Hunt: it registers, makes a half map, explores, and ends by itself.

The parts are apart: `Client` is the model, `Show` is what is seen of it and listens to it, `Controller` drives the
game.
"""
