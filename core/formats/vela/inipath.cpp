// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/inipath.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

QString velaConfigPath(const QString &name, const QString &bundled)
{
    if (name.isEmpty())
        return bundled;
    const bool isPlain = !name.startsWith(u'/') && !name.startsWith(u'.') && !name.startsWith(u'~');
    if (!isPlain || name.split(u'/', Qt::SkipEmptyParts).size() != 2)
        return QFileInfo(name).absoluteFilePath();
    if (bundled.isEmpty())
        return {};
    return QDir::cleanPath(QFileInfo(bundled).path() + u"/../"_s + name);
}

} // namespace tosaic::formats::vela
