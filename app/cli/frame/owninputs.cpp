// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/owninputs.h"

#include "core/compiled/resultreader.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// Everything but the output that could name a file, "0=FILE" included.
QStringList givenNames(const QCommandLineParser &parser)
{
    auto given = parser.positionalArguments();
    for (const auto &option : parser.optionNames()) {
        if (option != "o"_L1 && option != "output"_L1)
            given += parser.values(option);
    }
    const auto words = given;
    for (const auto &word : words) {
        if (const auto at = word.indexOf(u'='); at >= 0)
            given << word.mid(at + 1);
    }
    given.removeDuplicates();
    return given;
}

/// With a folder, and with a program in one, the result of its compile is read with what it names.
QStringList filesReadWith(const QFileInfo &given)
{
    const QDir folder(given.isDir() ? given.filePath() : given.path());
    QStringList files{ given.filePath(),
        folder.filePath(QLatin1StringView(compiled::ResultFileName)) };
    if (const auto result = compiled::readCompileResult(folder.path())) {
        for (const auto &artefact : result->artefacts)
            files << folder.filePath(artefact.path);
    }
    return files;
}

} // namespace

QString outputMisuse(const QCommandLineParser &parser)
{
    const auto isSet = [&](const QString &name) { return parser.optionNames().contains(name); };
    const auto option = isSet(u"o"_s) ? u"o"_s : u"output"_s;
    const QFileInfo output(isSet(option) ? parser.value(option) : QString());
    if (!output.isFile())
        return {};
    for (const auto &name : givenNames(parser)) {
        const QFileInfo given(name);
        if (name.isEmpty() || !given.exists())
            continue;
        const auto files = filesReadWith(given);
        if (std::ranges::any_of(files, [&](const QString &file) {
                return QFileInfo(file).canonicalFilePath() == output.canonicalFilePath();
            }))
            return u"this command reads %1, so that it cannot write it: give -o another name"_s.arg(
                output.filePath());
    }
    return {};
}

} // namespace tosaic::cli
