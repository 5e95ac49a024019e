# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of pictures as calibration data. Whoever starts the driver decodes them: ExecuTorch's environment has no library for that."""
import subprocess
from typing import Any

import torch

from .failures import Failure
from .job import Job
from .report import Report
from .sample_files import loaded, rows_in

OPTIONS = (("mean", "--mean"), ("std", "--std"), ("order", "--order"), ("resize", "--resize"))


def samples_from_images(job: Job, images: dict[str, Any], inputs: tuple, report: Report) -> list[tuple]:
    folder = images["folder"]
    if len(inputs) != 1 or not isinstance(inputs[0], torch.Tensor):
        raise Failure("calibration.failed", f"Pictures calibrate a model of one input; this one has {len(inputs)}. Give .npz files.", "calibration.images")
    if not job.file(folder).is_dir():
        raise Failure("calibration.failed", f"{folder} is no folder. A relative path starts at the model's folder.", "calibration.images.folder")
    if not job.image_decoder:
        raise Failure("calibration.failed", "Nobody here decodes pictures: start the compile with tosaic-cli or the window, or give .npy files.", "calibration.images")
    output = report.temporary / "calibration.npy"
    options = [word for key, option in OPTIONS if (value := images.get(key)) for word in (option, str(value))]
    shape = ",".join(map(str, inputs[0].shape))
    dtype = str(inputs[0].dtype).removeprefix("torch.")
    command = [job.image_decoder, "images", str(job.file(folder)), "--shape", shape, "--dtype", dtype, *options, "-o", str(output)]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if ended.returncode:
        raise Failure("calibration.failed", f"The pictures in {folder} cannot be used: {ended.stderr.strip()[-500:]}", "calibration.images")
    samples = [(row,) for row in rows_in(loaded(job, str(output)), folder, inputs[0])]
    report.problem("info", "calibration.images", f"Calibrated with {len(samples)} picture{'s' if len(samples) > 1 else ''} of {folder}: {ended.stdout.strip()}.")
    return samples
