#!/usr/bin/env python3
# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cycles per operator from an FVP trace and Vela's debug database, by the method of ExecuTorch's visualize.py.

Written from a description of that method, with nothing of Tosaic's own join, as its oracle:
 1. Tables queue, group, perf and source of out_debug.xml; sub-operations are the rows of group whose id is not their group_id.
 2. Events of the trace whose tid is "qread", in order; byte offset = 4 x args.qread.
 3. Rows of the queue in order; rows of sub-operations that follow a row are chained to it. A command has ended at ts - 1 of the read at the
    offset of the row behind its chain; the last one at the first read behind its own offset, be there members or not. Its duration is that less the end
    of the command before (0 for the first).
 4. Sum by scheduled_id, then by perf.source_id; source.ext_key is the index of the TOSA operator. perf.npu_cycles is Vela's estimate.

Usage: visualize_method.py JOBS.json, a list of {"tables": XML, "trace": JSON or JSON.gz}; prints a list of results.
"""
import csv
import gzip
import io
import json
import re
import sys
from pathlib import Path

TABLE = re.compile(r"""<table name=["'](\w+)["']\s*>\s*<!\[CDATA\[(.*?)\]\]>""", re.DOTALL)


def read_tables(path: str) -> dict[str, list[dict[str, str]]]:
    text = Path(path).read_text(encoding="utf-8", errors="replace")  # names are not escaped, so this is not always XML
    return {name: list(csv.DictReader(io.StringIO(rows.strip()))) for name, rows in TABLE.findall(text)}


def read_pointer(path: str) -> list[tuple[int, int]]:
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return [(int(event["ts"]), 4 * int(event["args"]["qread"])) for event in json.loads(data)["traceEvents"] if event.get("tid") == "qread"]


def chains(queue: list[dict[str, str]], members: set[str]) -> list[tuple[str, int, int]]:
    """(scheduled id, index of its row, index of the last row) of every command."""
    found: list[tuple[str, int, int]] = []
    for index, row in enumerate(queue):
        if found and row["scheduled_id"] in members:
            found[-1] = (*found[-1][:2], index)
        else:
            found.append((row["scheduled_id"], index, index))
    return found


def durations(queue: list[dict[str, str]], members: set[str], reads: list[tuple[int, int]]) -> dict[str, int]:
    commands = chains(queue, members)
    cycles: dict[str, int] = {}
    end = at = 0
    for ts, offset in reads:
        if at == len(commands):
            break
        scheduled, first, last = commands[at]
        behind = int(queue[last + 1]["offset"]) if last + 1 < len(queue) else None
        if offset == behind if behind is not None else offset > int(queue[first]["offset"]):
            cycles[scheduled] = cycles.get(scheduled, 0) + ts - 1 - end
            end = ts - 1
            at += 1
    return cycles


def join(tables_path: str, trace_path: str) -> dict:
    tables = read_tables(tables_path)
    members = {row["id"] for row in tables.get("group", []) if row["id"] != row["group_id"]}
    cycles = durations(tables.get("queue", []), members, read_pointer(trace_path))
    keys = {row["id"]: int(row["ext_key"]) for row in tables["source"]}
    sources: dict[str, dict[str, int]] = {}
    unmapped = []
    for row in tables["perf"]:
        if row["source_id"] not in keys:
            unmapped.append(int(row["id"]))
            continue
        entry = sources.setdefault(row["source_id"], {"key": keys[row["source_id"]], "estimate": 0})
        entry["estimate"] += int(row["npu_cycles"])
        if row["id"] in cycles:
            entry["cycles"] = entry.get("cycles", 0) + cycles[row["id"]]
    return {"scheduled": cycles, "sources": sources, "unmapped": unmapped}


if __name__ == "__main__":
    jobs = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    json.dump([join(job["tables"], job["trace"]) for job in jobs], sys.stdout)
