// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMetaType>

#include <array>
#include <optional>

namespace tosaic::views {

/// Where values lie, as small pictures in cells. All places are shares of the width, 0 to 1.
struct DistributionPicture
{
    struct Side
    {
        QList<double> values; ///< each a dot; empty: only the statistics
        QList<qsizetype> outliers; ///< into values, ascending: crosses
        double least = 0;
        double most = 0;
        double median = 0;
        std::optional<std::array<double, 2>> box; ///< quartiles
        bool isOld = false; ///< paler, hollow
    };
    QList<Side> sides; ///< from top to bottom
    int width = 0; ///< px that it wants
};

/// Where a step of a waterfall begins and ends.
struct StepPicture
{
    double from = 0;
    double to = 0;
    double zero = 0; ///< no difference to the reference's total
};

} // namespace tosaic::views

Q_DECLARE_METATYPE(tosaic::views::DistributionPicture)
Q_DECLARE_METATYPE(tosaic::views::StepPicture)
