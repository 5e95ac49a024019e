# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a job does, stage by stage."""
from .job import Job
from .report import Report


class Action:
    def __init__(self, job: Job, report: Report) -> None:
        self.job, self.report, self.events = job, report, report.events
        self.stage_name = "import"

    def stage(self, name: str) -> None:
        self.stage_name = name
        self.events.stage(name)
