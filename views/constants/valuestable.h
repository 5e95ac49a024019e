// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/gridtable.h"
#include "views/widgets/theme.h"

namespace tosaic::views {

class ValuesModel;

/// The cells of a slice.
class ValuesTable : public GridTable
{
    Q_OBJECT
public:
    ValuesTable(ValuesModel &model, const Theme &theme, QWidget *parent = nullptr);

    void goTo(quint64 element);

private:
    void applyFont();

    ValuesModel &m_model;
    const Theme &m_theme;
};

} // namespace tosaic::views
