// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/columnmodel.h"
#include "views/models/problemlist.h"

namespace tosaic::views {

/// Problems as rows: severity, text, place, code.
class ProblemsModel : public ColumnModel<Problem>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::ProblemsModel)
public:
    /// `isOneFile`: places go without the file, which is the open one.
    explicit ProblemsModel(QObject *parent = nullptr, bool isOneFile = false);
    /// Follows the list.
    explicit ProblemsModel(const ProblemList &problems, QObject *parent = nullptr);
};

} // namespace tosaic::views
