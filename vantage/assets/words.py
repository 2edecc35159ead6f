"""Which words mean the same thing as a built-in one, so that no scene shows a tv and a television."""

from __future__ import annotations

from collections.abc import Iterable

# The built-in thing, and other words for it or for what looks the same.
SYNONYMS = {
    "armchair": ("easy chair", "recliner"),
    "barrel": ("cask", "keg"),
    "bicycle": ("bike", "cycle"),
    "bookshelf": ("bookcase", "shelves", "shelf", "shelving"),
    "boot": ("bootie", "shoe"),
    "bottle": ("flask", "carton"),
    "bucket": ("pail", "washtub"),
    "bus": ("coach",),
    "bush": ("shrub", "hedge"),
    "car": ("automobile", "sedan", "suv", "beetle"),
    "cat": ("kitten",),
    "chair": ("seat",),
    "chicken": ("hen", "rooster", "cock"),
    "child": ("boy", "girl", "kid"),
    "dog": ("puppy", "bulldog"),
    "frying pan": ("pan", "pot"),
    "gift": ("present", "parcel"),
    "horse": ("pony",),
    "ladder": ("step ladder", "stepladder", "steps"),
    "laptop": ("notebook", "computer", "pc", "imac", "ibook"),
    "mailbox": ("letterbox", "postbox"),
    "man": ("male", "person", "mannequin"),
    "motorcycle": ("motorbike", "moped", "scooter"),
    "mug": ("cup", "jug", "creamer"),
    "palm tree": ("palm",),
    "piano": ("keyboard",),
    "pine tree": ("pine", "fir", "conifer"),
    "potted plant": ("plant", "orchid", "orchids", "bonsai", "ficus", "yucca"),
    "rabbit": ("bunny",),
    "shopping cart": ("trolley",),
    "sofa": ("couch", "settee", "loveseat", "futon"),
    "street lamp": ("street light",),
    "suitcase": ("luggage", "trunk", "briefcase"),
    "table": ("desk", "workbench"),
    "table lamp": ("lamp",),
    "television": ("tv", "telly", "screen", "monitor"),
    "toy airplane": ("airplane", "plane", "biplane"),
    "toy robot": ("robot",),
    "toy train": ("train", "locomotive"),
    "traffic cone": ("cone",),
    "trash can": ("trashcan", "garbage can", "dustbin", "bin", "wastebasket"),
    "tree": ("maple", "acacia", "poplar", "cypress"),
    "truck": ("lorry",),
    "umbrella": ("parasol",),
    "van": ("minivan",),
    "wine glass": ("glass",),
    "woman": ("female", "lady"),
    "wrench": ("spanner",),
}
MEANING = {word: thing for thing, words in SYNONYMS.items() for word in words}


def kin(name: str, like: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what a thing could be mistaken for: `like`, what its name ends with ("oak chair"), and what that means."""
    words = name.lower().split()
    ends = [" ".join(words[k:]) for k in range(len(words))]
    meant = [MEANING[word] for word in (*ends, *like) if word in MEANING]
    return tuple(word for word in dict.fromkeys([*like, *ends, *meant]) if word != name)
