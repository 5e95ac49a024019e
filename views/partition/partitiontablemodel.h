// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/entityref.h"
#include "views/models/columnmodel.h"

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
class PartitionTableModel : public ColumnModel<PartitionRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::PartitionTableModel)
public:
    explicit PartitionTableModel(QObject *parent = nullptr);

    void set(const model::Program *program, const compiled::CompileResult *result);
};

} // namespace tosaic::views
