// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace tosaic::test {

/// Place of the column with that key in tables of a model.
template <typename Model>
int column(QStringView key)
{
    static const Model model;
    return model.columnOf(key);
}

} // namespace tosaic::test
