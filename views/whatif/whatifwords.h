// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/whatif/whatifview.h"

#include <QCoreApplication>
#include <QString>

namespace tosaic::views {

/// The words of the what-if page.
class WhatIfWords
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::WhatIfWords)
public:
    static QString metricName(sweep::Metric metric); ///< "Cycles"
    static QString numberText(double value, sweep::Metric metric); ///< "32 KiB"
    static QString valueText(const sweep::CellResult &row, sweep::Metric metric);
    /// In a cell of the table: the value, with marks for front and budget, or why there is none.
    static QString cellText(const sweep::CellResult &row, sweep::Metric metric, bool isOnFront);
    /// "Spec: memory mode Shared_Sram → Sram_Only.": against the one being edited.
    static QString differenceText(const spec::CompileSpec &current, const spec::CompileSpec &other);
    /// "ethos-u55-128, Ethos_U55_High_End_Embedded, Shared_Sram, --optimise Size, no pins".
    static QString namesText(const sweep::Cell &cell);
    /// What a cell changes and what it costs.
    static QString aboutCell(const WhatIfView &view, std::size_t cell);
    static QString againstCurrent(const WhatIfView &view, std::size_t cell);
    /// All numbers of a cell with unit and origin, or its problem.
    static QString numbersText(const sweep::CellResult &row);
    /// What is known, what does not exist and what is missing.
    static QString statusText(const WhatIfView &view);
};

} // namespace tosaic::views
