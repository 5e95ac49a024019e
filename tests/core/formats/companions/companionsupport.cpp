// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/companions/companionsupport.h"

#include "tests/support/samples.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QStringList sampleFiles(const QString &ending)
{
    QStringList result;
    if (samplesDir().isEmpty())
        return result;
    QDirIterator files(
        samplesDir(), { u"*."_s + ending }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        result << files.next();
    result.sort();
    return result;
}

QJsonObject factsOf(const QString &path)
{
    QFile file(path + u".facts.json"_s);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()
                                          : QJsonObject();
}

std::shared_ptr<const ByteSource> mapped(const QString &path)
{
    const auto source = ByteSource::map(path);
    return source ? *source : nullptr;
}

QString sha256Of(const ByteSource &source, quint64 offset, quint64 size)
{
    const auto bytes = source.slice(offset, size);
    return bytes ? sha256Hex(*bytes) : QString();
}

bool has(const std::vector<Diagnostic> &diagnostics, const QString &id)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

void exercise(
    const QByteArray &file, const std::function<void(std::shared_ptr<const ByteSource>)> &read)
{
    const auto run = [&](const QByteArray &bytes) {
        const std::vector<char> exact(bytes.begin(), bytes.end());
        read(ByteSource::fromBytes(
            QByteArray::fromRawData(exact.data(), qsizetype(exact.size())), u"memory"_s));
    };
    for (qsizetype size = 0; size <= file.size(); ++size)
        run(file.first(size));
    std::mt19937 random(11);
    for (int round = 0; round < 3000; ++round) {
        auto changed = file;
        for (int i = 0; i <= round % 4; ++i)
            changed[qsizetype(random() % quint64(file.size()))] = char(random());
        run(changed);
    }
}

} // namespace tosaic::test
