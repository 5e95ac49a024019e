# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A softmax over a small matrix; compiled without delegation it is one CPU kernel."""
import torch


class SoftmaxModule(torch.nn.Module):
    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return torch.softmax(values, dim=0)


ModelUnderTest = SoftmaxModule()
ModelInputs = (torch.ones(2, 2),)
