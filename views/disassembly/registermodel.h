// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/disassemble.h"
#include "views/models/columnmodel.h"

namespace tosaic::views {

/// A register and where it got its value.
struct RegisterRow
{
    npu::RegisterValue value;
    quint64 offset = 0; ///< of the command that set it, bytes from the start of the stream
    bool isFresh = false; ///< set for this very operation
};

/// The register state an operation ran with.
class RegisterModel : public ColumnModel<RegisterRow>
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::views::RegisterModel)
public:
    explicit RegisterModel(QObject *parent = nullptr);
};

} // namespace tosaic::views
