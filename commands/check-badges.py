"""Looks at the files of commands/check-badges.ts with an implementation of Open Badges 3.0 that is not ours.

Reads the folder that it is given, and prints for each case what openbadgeslib says, and for each document what the
schemas of the standard say: nothing is fetched, what is asked for by address lies in the folder.
"""

import json
import pathlib
import sys

from jsonschema import Draft201909Validator
from openbadgeslib.errors import LibOpenBadgesException
from openbadgeslib.ob3.verifier import OB3Verifier

folder, schemas = (pathlib.Path(each) for each in sys.argv[1:])
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


def verdict_about(case):
    try:
        return look_at(case)
    except LibOpenBadgesException as refusal:
        return "refused: " + str(refusal)


def schema_of(kind):
    name = "profile" if kind == "profile" else "achievementcredential"
    schema = json.loads((schemas / f"ob_v3p0_{name}_schema.json").read_text())
    # An achievement has no schema of its own: it is a part of the credential's.
    if kind != "achievement":
        return schema
    return {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": "#/$defs/Achievement"}


def compare(document):
    if "schema" not in document:
        return "accepted"
    schema = schema_of(document["schema"])
    judge = Draft201909Validator(schema, format_checker=Draft201909Validator.FORMAT_CHECKER)
    for error in judge.iter_errors(json.loads((folder / document["file"]).read_text())):
        return "refused: " + "/".join(map(str, error.path)) + " " + error.message
    return "accepted"


verdicts = {
    "cases": [verdict_about(case) for case in manifest["cases"]],
    "documents": [compare(document) for document in manifest["documents"]],
}
print(json.dumps(verdicts))
