"""Photographs of things that turn, from public sets or one's own, become the items that SpinBench asks for.

A layout reads a folder into `Listed` things; `survey` drops what cannot be asked about and says why; `items` has the
tasks make items of the rest, with photographs where they would draw portraits.
"""
