"""Looks at the files of commands/check-badges.ts with an implementation of Open Badges 3.0 that is not ours.

Reads the folder that it is given, and prints for each case what openbadgeslib says: nothing is fetched, what it asks
for by address lies in the folder.
"""

import json
import pathlib
import sys

from openbadgeslib.errors import LibOpenBadgesException
from openbadgeslib.ob3.verifier import OB3Verifier

folder = pathlib.Path(sys.argv[1])
manifest = json.loads((folder / "manifest.json").read_text())
answers = manifest["answers"]


def download(address):
    return (folder / answers[address]).read_bytes()


def look_at(case):
    content = (folder / case["file"]).read_bytes()
    if case["file"].endswith(".png"):
        token = OB3Verifier.extract_token_from_png(content)
    elif case["file"].endswith(".svg"):
        token = OB3Verifier.extract_token_from_svg(content)
    else:
        token = content.decode()
    verifier = OB3Verifier.for_issuer_did(manifest["did"], download=download)
    credential = verifier.verify(token, check_status=True, download=download)
    return "accepted: " + credential.achievement.name


for case in manifest["cases"]:
    try:
        verdict = look_at(case)
    except LibOpenBadgesException as refusal:
        verdict = "refused: " + str(refusal)
    print(json.dumps({"name": case["name"], "verdict": verdict}))
