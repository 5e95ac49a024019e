// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/disassemble.h"
#include "views/models/tablemodel.h"

namespace tosaic::views {

/// A register and where it got its value.
struct RegisterRow
{
    npu::RegisterValue value;
    quint64 offset = 0; ///< of the command that set it, bytes from the start of the stream
    bool isFresh = false; ///< set for this very operation
};

/// The register state an operation ran with.
class RegisterModel : public TableModel<RegisterRow>
{
    Q_OBJECT
public:
    enum Column
    {
        Name,
        Value,
        Decimal,
        SetAt,
        ColumnCount
    };
    using TableModel::TableModel;

    void set(std::vector<RegisterRow> rows) { setRows(std::move(rows)); }

private:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const RegisterRow &row, int column, int role) const override;
};

} // namespace tosaic::views
