// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/sourcetext.h"

#include "core/base/bytesource.h"
#include "core/base/storedfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

constexpr qint64 LargestFile = 4 << 20; // bytes

bool isPython(const QString &path)
{
    const QFileInfo file(path);
    return file.isFile() && file.suffix() == "py"_L1 && file.size() <= LargestFile;
}

QString placeOf(const QString &recorded, const QStringList &folders)
{
    if (QDir::isAbsolutePath(recorded))
        return isPython(recorded) ? recorded : placeOf(QFileInfo(recorded).fileName(), folders);
    for (const auto &name : { recorded, QFileInfo(recorded).fileName() }) {
        for (const auto &folder : folders) {
            const auto path = QDir(folder).absoluteFilePath(name);
            if (!folder.isEmpty() && isPython(path))
                return QDir::cleanPath(path);
        }
    }
    return {};
}

SourceText::State stateOf(
    const QStringList &text, const std::vector<analysis::SourceLine> &lines, const QString &file)
{
    auto state = SourceText::State::Unverified;
    for (const auto &line : lines) {
        if (line.file != file)
            continue;
        if (line.number > text.size())
            return SourceText::State::Changed;
        if (line.text.isEmpty())
            continue;
        if (text[line.number - 1].trimmed() != line.text.trimmed())
            return SourceText::State::Changed;
        state = SourceText::State::Same;
    }
    return state;
}

} // namespace

SourceText readSourceText(const QString &recorded, const QStringList &folders,
    const std::vector<analysis::SourceLine> &lines, const QString &sha256)
{
    SourceText text;
    QFile file(placeOf(recorded, folders));
    if (file.fileName().isEmpty() || !openStored(file))
        return text;
    const auto bytes = file.readAll();
    text.path = file.fileName();
    text.lines = QString::fromUtf8(bytes).remove(u'\r').split(u'\n');
    if (!sha256.isEmpty())
        text.state
            = sha256Hex(bytes) == sha256 ? SourceText::State::Same : SourceText::State::Changed;
    else
        text.state = stateOf(text.lines, lines, recorded);
    return text;
}

} // namespace tosaic
