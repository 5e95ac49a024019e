// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/arraydifference.h"
#include "core/toolchain/referencejob.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// An array of a run, and what comparing it with another one gave.
struct ArrayRow
{
    enum class Role
    {
        Input,
        Output,
        Intermediate
    };
    Role role = Role::Output;
    toolchain::ReferenceArray array;
    QString comparedWith; ///< file; empty: with nothing
    std::optional<analysis::ArrayDifference> difference;
    QString problem; ///< why it could not be compared
};

/// What a run read and wrote, compared with another run where there is one.
class ArraysModel : public ColumnModel<ArrayRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::ArraysModel)
public:
    explicit ArraysModel(QObject *parent = nullptr);
};

} // namespace tosaic::views
