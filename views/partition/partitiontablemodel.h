// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/entityref.h"
#include "core/toolchain/compileresult.h"
#include "views/models/tablemodel.h"

#include <optional>

namespace tosaic::views {

struct PartitionRow
{
    QString title;
    model::EntityRef entity;
    std::optional<quint64> operators;
    std::optional<double> cycles; ///< Vela's estimate
    std::optional<quint64> sramBytes; ///< that it needs by itself, estimated
    std::optional<quint64> flashBytes; ///< estimate
    std::optional<quint64> payloadBytes; ///< exact
};

/// The partitions of a compile result, or the delegates of a program. No widgets.
class PartitionTableModel : public TableModel<PartitionRow>
{
    Q_OBJECT
public:
    enum Column
    {
        Title,
        Operators,
        Cycles,
        Sram,
        Flash,
        Payload,
        ColumnCount
    };

    using TableModel::TableModel;

    void set(const model::Program *program, const toolchain::CompileResult *result);

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const PartitionRow &row, int column, int role) const override;

private:
    QString text(const PartitionRow &row, int column) const;
    QString sizeText(std::optional<quint64> bytes) const;
};

} // namespace tosaic::views
