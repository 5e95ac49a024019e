// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exactvalue.h"

using namespace Qt::StringLiterals;

namespace tosaic {

bool isNumeric(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
    case QMetaType::Float:
        return true;
    default:
        return false;
    }
}

QString exactTitle(const ColumnHead &head)
{
    if (head.unit.isEmpty())
        return head.title;
    return u"%1 (%2)"_s.arg(head.title, head.unit == column_unit::Share ? u"%"_s : head.unit);
}

QVariant exactValue(const ColumnHead &head, const QVariant &value)
{
    constexpr int Digits = 15; // 0.07 is 7, not 7.000000000000001
    return head.unit == column_unit::Share && isNumeric(value)
        ? QVariant(QString::number(value.toDouble() * 100, 'g', Digits).toDouble())
        : value;
}

} // namespace tosaic
