// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/celldelegate.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

/// Paints differences in the colour of their verdict, with an arrow as second cue; the word stands
/// in the verdict column.
class VerdictDelegate : public CellDelegate
{
    Q_OBJECT
public:
    explicit VerdictDelegate(const Theme &theme, QObject *parent = nullptr);

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace tosaic::views
