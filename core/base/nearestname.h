// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tosaic {

/// Of the names the one that was probably meant; empty: none is near.
QString nearestName(const QString &wanted, const QStringList &names);

} // namespace tosaic
