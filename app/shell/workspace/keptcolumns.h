// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantMap>

class QHeaderView;

/// How the user arranged the columns of a table: widths, order, what it is sorted by. By the keys
/// of the columns and not as QHeaderView::saveState(): that trusts the bytes, which may be of
/// another table, of another version with other columns, or from the workspace of somebody else.
namespace tosaic::shell {

/// Empty if nothing would be lost.
QVariantMap columnsOf(const QHeaderView &header);
/// Takes of it what fits the columns that are there.
void restoreColumns(QHeaderView &header, const QVariantMap &columns);

} // namespace tosaic::shell
