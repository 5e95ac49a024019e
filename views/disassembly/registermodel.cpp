// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/registermodel.h"

#include "core/base/units.h"
#include "views/disassembly/operationwords.h"

#include <QFont>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr QLatin1StringView Prefix("NPU_SET_"); // what all have in common is left out

QString registerTip(const RegisterRow &row)
{
    return (row.isFresh ? RegisterModel::tr("%1 = %2, set for this operation at %3")
                        : RegisterModel::tr("%1 = %2, kept from an earlier operation, set at %3"))
        .arg(row.value.name, formatCount(row.value.value), offsetText(row.offset));
}

Columns<RegisterRow> registerColumns()
{
    const auto number = [](auto &row) { return row.value.value; };
    return columnsOf<RegisterRow>({
        { u"register"_s, RegisterModel::tr("Register"), [](auto &row) { return row.value.name; },
            { .text =
                    [](auto &row) {
                        const auto &name = row.value.name;
                        return name.startsWith(Prefix) ? name.sliced(Prefix.size()) : name;
                    },
                .tip = registerTip } },
        { u"hex"_s, RegisterModel::tr("Value"), number,
            { .text = [](auto &row) { return u"0x%1"_s.arg(row.value.value, 0, 16); },
                .tip = registerTip,
                .isOrder = true } },
        { u"value"_s, RegisterModel::tr("Decimal"), number, { .tip = registerTip } },
        { u"setAt"_s, RegisterModel::tr("Set at"), [](auto &row) { return QVariant(row.offset); },
            { .text =
                    [](auto &row) {
                        const auto at = offsetText(row.offset);
                        return row.isFresh ? RegisterModel::tr("%1, for this").arg(at) : at;
                    },
                .tip = registerTip,
                .isOrder = true } },
    });
}

} // namespace

RegisterModel::RegisterModel(QObject *parent)
    : ColumnModel(registerColumns(), parent,
        [](const RegisterRow &row, QStringView key, int role) -> QVariant {
            if (role != Qt::FontRole || !row.isFresh || key != u"register")
                return {};
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        })
{
}

} // namespace tosaic::views
