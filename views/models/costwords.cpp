// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/costwords.h"

#include "views/models/notknown.h"

#include <QCoreApplication>

namespace tosaic::views {

namespace {

using profile::OperatorRow;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(OperationWords)
};

} // namespace

QString cyclesElsewhereText(const OperatorRow &row)
{
    return row.role == OperatorRow::Role::Member && !row.leader.isEmpty()
        ? Words::tr("in %1").arg(row.leader)
        : withoutCyclesText(row);
}

QString withoutCyclesText(const OperatorRow &row)
{
    if (row.role == OperatorRow::Role::Cpu)
        return Words::tr("on the CPU");
    return row.role == OperatorRow::Role::Member && !row.cycles ? Words::tr("in its leader")
                                                                : notKnownText();
}

} // namespace tosaic::views
