"""The same views by path tracing: what a frame shows is handed to Blender, in a process of its own, and comes back.

Everything that decides on an item (what is drawn, refused, measured, asked) has been done by the rasteriser before.
Only the colours of the pictures that are kept are drawn again here, so that keys cannot change.
"""
