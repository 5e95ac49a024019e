# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a model was written, from the stack traces of its nodes."""
import re
from pathlib import Path

FRAME = re.compile(r'File "([^"]+)", line (\d+)')


class Places:
    """Stack traces without host paths: files below the model's folder relative to it, libraries as <python>/..., others as bare names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def short(self, path: str) -> str:
        if not path.startswith("/"):
            return path
        if match := re.search(r"/(?:(?:site|dist)-packages|lib/python3[.]\d+)/(?!site-packages|dist-packages)", path):
            return "<python>/" + path[match.end():]
        return Path(path).relative_to(self.folder).as_posix() if Path(path).is_relative_to(self.folder) else Path(path).name

    def neutral(self, trace: str) -> str:
        return FRAME.sub(lambda match: f'File "{self.short(match[1])}", line {match[2]}', trace)

    def of(self, trace: str | None) -> str | None:
        """file:line of the innermost frame outside libraries and of code that torch.fx made up ("<eval_with_key>.11")."""
        places = [(file, line) for file, line in FRAME.findall(self.neutral(trace or "")) if not file.startswith(("<python>/", "<eval_with_key>"))]
        return f"{places[-1][0]}:{places[-1][1]}" if places else None
