// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/dataset.h"

#include "core/base/try.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

const QStringList Arrays{ u"*.npy"_s };

Result<localrun::Array> arrayIn(const QFileInfo &file)
{
    const auto source = TRY(ByteSource::map(file.filePath()));
    return localrun::readArray(*source);
}

} // namespace

Result<std::vector<Sample>> samplesIn(const QString &folder)
{
    std::vector<Sample> samples;
    const QDir dir(folder);
    for (const auto &file : dir.entryInfoList(Arrays, QDir::Files, QDir::Name))
        samples.push_back({ { u"0"_s, TRY(arrayIn(file)) } });
    for (const auto &inner : dir.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        Sample sample;
        for (const auto &file : QDir(inner.filePath()).entryInfoList(Arrays, QDir::Files))
            sample.emplace(file.completeBaseName(), TRY(arrayIn(file)));
        if (!sample.empty())
            samples.push_back(std::move(sample));
    }
    if (samples.empty())
        return fail(ErrorCode::IoOpen,
            dir.exists() ? u"there is no .npy in the folder"_s : u"there is no such folder"_s,
            { .file = folder });
    return samples;
}

} // namespace tosaic::accuracy
