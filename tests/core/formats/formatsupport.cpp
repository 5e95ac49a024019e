// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/formatsupport.h"

#include "core/inspect/programjson.h"
#include "core/inspect/programtext.h"

#include <QDirIterator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test {

Result<ProgramPointer> openFile(const QString &path)
{
    auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    return formats::readProgram(*source);
}

Result<ProgramPointer> openBytes(const QByteArray &bytes)
{
    return formats::readProgram(ByteSource::fromBytes(bytes, u"memory.pte"_s));
}

namespace {

QStringList programsBelow(const QString &folder)
{
    QStringList result;
    QDirIterator files(folder, { u"*.pte"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        result << files.next();
    result.sort();
    return result;
}

} // namespace

QStringList samplePrograms(const QString &below, bool damaged)
{
    if (samplesDir().isEmpty())
        return {};
    auto result = programsBelow(samplesDir() + u'/' + below);
    result.removeIf([&](const QString &path) { return path.contains("/damaged/"_L1) != damaged; });
    return result;
}

QStringList fixturePrograms()
{
    return programsBelow(fixturePath({}));
}

bool hasDiagnostic(const model::Program &program, const QString &id)
{
    return std::any_of(program.diagnostics.begin(), program.diagnostics.end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

QString diagnosticText(const model::Program &program, Severity atLeast)
{
    QString text;
    for (const auto &diagnostic : program.diagnostics) {
        if (diagnostic.severity >= atLeast)
            text += diagnostic.toText() + u'\n';
    }
    return text;
}

void exercise(const QByteArray &bytes)
{
    const auto program = openBytes(bytes);
    if (!program)
        return;
    const auto json = inspect::programToJson(**program);
    const auto text = inspect::programToText(**program);
    for (const auto &diagnostic : (*program)->diagnostics)
        static_cast<void>(diagnostic.toText());
    Q_ASSERT(!json.isEmpty() && !text.isEmpty());
}

} // namespace tosaic::test
