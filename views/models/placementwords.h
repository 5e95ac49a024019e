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

/// The same where there is room to say what it is: legends, hover cards.
inline QString placementPhrase(graph::Placement placement)
{
    switch (placement) {
    case graph::Placement::Npu:
        return QCoreApplication::translate("ChangeWords", "NPU (Ethos-U)");
    case graph::Placement::Cpu:
        return QCoreApplication::translate("ChangeWords", "CPU kernel");
    case graph::Placement::Boundary:
        return QCoreApplication::translate("ChangeWords", "Boundary: quantise, dequantise");
    case graph::Placement::Unknown:
        return QCoreApplication::translate("ChangeWords", "Placement not known");
    case graph::Placement::OtherDelegate:
    case graph::Placement::Io:
        break;
    }
    return placementWord(placement);
}

} // namespace tosaic::views
