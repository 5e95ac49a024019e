// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/verdictdelegate.h"

#include "views/compare/comparemodels.h"
#include "views/models/roles.h"
#include "views/widgets/verdictstyle.h"

namespace tosaic::views {

VerdictDelegate::VerdictDelegate(const Theme &theme, QObject *parent)
    : CellDelegate(parent), m_theme(theme)
{
}

void VerdictDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    const auto role = index.data(VerdictRole);
    if (!role.isValid())
        return;
    styleVerdict(*option, static_cast<Verdict>(role.toInt()), m_theme.colors(),
        index.column() == MetricChangeModel::VerdictColumn);
}

} // namespace tosaic::views
