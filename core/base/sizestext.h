// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tosaic {

/// The sizes of a shape with what stands between them: "1x49x10", "1, 49, 10"; empty without any.
template <typename Sizes>
QString sizesText(const Sizes &sizes, const QString &between)
{
    QStringList texts;
    for (const auto size : sizes)
        texts += QString::number(size);
    return texts.join(between);
}

} // namespace tosaic
