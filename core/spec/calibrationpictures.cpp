// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/calibrationpictures.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

QStringList chosenPictures(const QString &folder, int most)
{
    const auto names = QDir(folder).entryList(QDir::Files, QDir::Name);
    const auto count = std::min<qsizetype>(names.size(), most);
    QStringList some;
    for (qsizetype i = 0; i < count; ++i)
        some.append(names[i * names.size() / count]);
    return some;
}

Result<PictureFacts> pictureFacts(const QString &folder)
{
    const auto names = chosenPictures(folder);
    if (names.isEmpty())
        return fail(ErrorCode::IoOpen, u"there are no pictures in it"_s, { .file = folder });
    PictureFacts facts;
    QByteArray lines;
    for (const auto &name : names) {
        const auto picture = TRY(ByteSource::map(QDir(folder).filePath(name)));
        lines += (sha256Hex(picture->bytes()) + u"  "_s + name + u'\n').toUtf8();
        facts.size += picture->size();
    }
    facts.sha256 = sha256Hex(lines);
    return facts;
}

} // namespace tosaic::spec
