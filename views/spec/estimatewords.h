// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/estimatedocument.h"
#include "views/spec/estimatefigure.h"

#include <QString>

namespace tosaic::views {

/// Capacities that the numbers are held against; absent ones are not known.
struct EstimateBudget
{
    QString board; ///< its name; empty: none is chosen
    std::optional<quint64> sramBytes;
    std::optional<quint64> flashBytes;
    std::optional<quint64> dramBytes;
    bool operator==(const EstimateBudget &) const = default;
};

/// The memory beside the SRAM that a spec uses, or used before; absent: neither.
std::optional<analysis::Memory> farMemory(const EstimateView &view);
QString farMemoryTitle(std::optional<analysis::Memory> memory); ///< "Flash"

EstimateFigure::Content cyclesFigure(const EstimateView &view);
EstimateFigure::Content sramFigure(const EstimateView &view, const EstimateBudget &budget);
EstimateFigure::Content farFigure(const EstimateView &view, const EstimateBudget &budget);

/// What kind of change this is, or what is missing for numbers and what to do about it.
QString estimateSentence(const EstimateView &view);
/// The worst thing there is to say about it; empty if nothing.
QString estimateProblem(const EstimateView &view);

} // namespace tosaic::views
