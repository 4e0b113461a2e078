"""What parsers of Python see in each file that the list names: one line of JSON a file. Arguments: opml, xmind, csv, pdfium or mupdf; the list."""

import csv
import json
import re
import sys
import xml.etree.ElementTree as ElementTree


def opml(path):
    rows = []
    work = [(child, 1) for child in reversed(ElementTree.parse(path).getroot().find("body"))]
    while work:
        outline, level = work.pop()
        rows.append({"level": level, "text": outline.get("text")})
        work.extend((child, level + 1) for child in reversed(outline))
    return rows


def xmind(path):
    import xmindparser

    rows = []
    work = [(xmindparser.xmind_to_dict(path)[0]["topic"], 1)]
    while work:
        topic, level = work.pop()
        # It marks topics with a file of their own.
        rows.append({"level": level, "text": (topic["title"] or "").removeprefix("[Attachment]")})
        work.extend((child, level + 1) for child in reversed(topic.get("topics", [])))
    return rows


def table(path):
    with open(path, newline="", encoding="utf-8") as lines:
        return [
            # A cell that would be a formula begins with an apostrophe.
            {"level": int(row["level"]), "text": re.sub(r"^'(?=[=+@\t\r-])", "", row["text"]), "link": row["link"]}
            for row in csv.DictReader(lines)
        ]


def pdfium(path):
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    # It marks a hyphen at the end of a line.
    return "".join(page.get_textpage().get_text_bounded() for page in document).replace("\x02", "-")


def mupdf(path):
    import pymupdf

    return "".join(page.get_text() for page in pymupdf.open(path))


READERS = {"opml": opml, "xmind": xmind, "csv": table, "pdfium": pdfium, "mupdf": mupdf}

csv.field_size_limit(1 << 30)
sys.setrecursionlimit(100_000)
for name in open(sys.argv[2], encoding="utf-8").read().split("\n"):
    try:
        seen = READERS[sys.argv[1]](name)
    except Exception as failure:  # whatever a parser finds wrong is what it says of the file
        seen = {"failed": f"{type(failure).__name__}: {failure}"}
    print("SEEN " + json.dumps(seen), flush=True)
