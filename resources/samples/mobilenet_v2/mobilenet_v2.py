# SPDX-FileCopyrightText: Tosaic contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""MobileNetV2 (inverted residuals with linear bottlenecks), width 0.35, 10 classes, random weights with a fixed seed."""
import torch
from torch import nn

WIDTH = 0.35
# expansion, channels, repeats, stride of the first
STAGES = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


def channels(count: float) -> int:
    """Rounded to a multiple of 8, never down by more than a tenth."""
    rounded = max(8, int(count + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * count else rounded


def convolution(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs), nn.ReLU6())


class InvertedResidual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int) -> None:
        super().__init__()
        hidden = inputs * expansion
        self.residual = stride == 1 and inputs == outputs
        expand = [convolution(inputs, hidden, 1)] if expansion != 1 else []
        self.conv = nn.Sequential(*expand, convolution(hidden, hidden, 3, stride, groups=hidden), nn.Conv2d(hidden, outputs, 1, bias=False),
                                  nn.BatchNorm2d(outputs))

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return image + self.conv(image) if self.residual else self.conv(image)


class MobileNetV2(nn.Module):
    def __init__(self, classes: int = 10) -> None:
        super().__init__()
        width = channels(32 * WIDTH)
        layers: list[nn.Module] = [convolution(3, width, 3, 2)]
        for expansion, count, repeats, stride in STAGES:
            for number in range(repeats):
                layers.append(InvertedResidual(width, channels(count * WIDTH), stride if number == 0 else 1, expansion))
                width = channels(count * WIDTH)
        layers.append(convolution(width, LAST, 1))
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(LAST, classes))

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        features = self.features(image)
        return self.classifier(nn.functional.adaptive_avg_pool2d(features, 1).flatten(1))


LAST = 320  # channels before the classifier; the full-width network has 1280

torch.manual_seed(1)
ModelUnderTest = MobileNetV2()
ModelInputs = (torch.rand(1, 3, 96, 96),)
