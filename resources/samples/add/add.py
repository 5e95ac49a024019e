# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The smallest model: a tensor added to itself."""
import torch


class AddModule(torch.nn.Module):
    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return values + values


ModelUnderTest = AddModule()
ModelInputs = (torch.ones(5),)
