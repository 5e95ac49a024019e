// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/verdictdelegate.h"

#include "core/analysis/comparison.h"
#include "views/compare/comparemodels.h"

using namespace Qt::StringLiterals;

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
    const auto verdict = static_cast<analysis::Verdict>(role.toInt());
    auto colour = m_theme.colors().mutedText;
    if (verdict == analysis::Verdict::Better)
        colour = m_theme.colors().better;
    else if (verdict == analysis::Verdict::Worse)
        colour = m_theme.colors().worse;
    else if (verdict == analysis::Verdict::Different)
        colour = m_theme.colors().text;
    option->palette.setColor(QPalette::Text, colour);
    if (index.column() != MetricChangeModel::VerdictColumn)
        return;
    if (verdict == analysis::Verdict::Better)
        option->text.prepend(u"\u25BC "_s);
    else if (verdict == analysis::Verdict::Worse)
        option->text.prepend(u"\u25B2 "_s);
}

} // namespace tosaic::views
