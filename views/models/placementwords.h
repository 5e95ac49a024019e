// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QCoreApplication>

namespace tosaic::views {

/// Where something runs, in one word for cells and badges.
inline QString placementWord(graph::Placement placement)
{
    switch (placement) {
    case graph::Placement::Npu:
        return QCoreApplication::translate("ChangeWords", "NPU");
    case graph::Placement::Cpu:
        return QCoreApplication::translate("ChangeWords", "CPU");
    case graph::Placement::OtherDelegate:
        return QCoreApplication::translate("ChangeWords", "Other delegate");
    case graph::Placement::Boundary:
        return QCoreApplication::translate("ChangeWords", "Boundary");
    case graph::Placement::Io:
        return QCoreApplication::translate("ChangeWords", "Input or output");
    case graph::Placement::Unknown:
        break;
    }
    return QCoreApplication::translate("ChangeWords", "Not known");
}

} // namespace tosaic::views
