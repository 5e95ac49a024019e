// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/widgets/theme.h"

#include <QTableView>

namespace tosaic::views {

class ValuesModel;

/// The cells of a slice; single cells and blocks of them can be copied as TSV.
class ValuesTable : public QTableView
{
    Q_OBJECT
public:
    static constexpr qint64 MaxCopiedCells = 1'000'000;

    ValuesTable(ValuesModel &model, const Theme &theme, QWidget *parent = nullptr);

    /// The smallest block around the selected cells; all cells, if none is selected; at most
    /// MaxCopiedCells, whole rows.
    QString selectionAsTsv() const;
    void copy() const;
    void goTo(quint64 element);

private:
    void applyFont();

    ValuesModel &m_model;
    const Theme &m_theme;
};

} // namespace tosaic::views
