// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRegularExpression>
#include <QString>

/// Pages of reports, read strictly.
namespace tosaic::test {

/// HTML of ours is XML too but for its void elements, which lets a strict parser check it.
inline QByteArray asXml(const QByteArray &html)
{
    using namespace Qt::StringLiterals;
    static const QRegularExpression open(u"<(meta|br|img|link)([^>]*[^/])?>"_s);
    auto text = QString::fromUtf8(html);
    text.remove(u"<!DOCTYPE html>"_s).replace(open, u"<\\1\\2/>"_s);
    return text.toUtf8();
}

} // namespace tosaic::test
