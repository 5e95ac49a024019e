// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
#include "views/roofline/roofdata.h"

namespace tosaic::views {

/// A row of RoofData with its words.
struct RooflineItem
{
    size_t row = 0; ///< into RoofData::rows
    RoofRow roof;
    QString above; ///< the roof above it
};

/// Operators with a place under the roofs, the longest first.
class RooflineModel : public ColumnModel<RooflineItem>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::RooflineModel)
public:
    explicit RooflineModel(QObject *parent = nullptr);

    void set(const RoofData &data);
    /// Row of the model for one of RoofData; -1 if it has none.
    int rowOf(size_t row) const;
};

/// Operators without a place, with the reason.
class RooflineGapsModel : public ColumnModel<RooflineItem>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::RooflineGapsModel)
public:
    explicit RooflineGapsModel(QObject *parent = nullptr);

    void set(const RoofData &data);
};

} // namespace tosaic::views
