// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace tosaic::views {

/// A read-only table whose selected rows (all, if none is selected) can be copied as TSV with the
/// column titles.
class CopyTable : public QTableView
{
    Q_OBJECT
public:
    explicit CopyTable(QWidget *parent = nullptr);

    QString selectionAsTsv() const;
    void copy() const;
};

} // namespace tosaic::views
