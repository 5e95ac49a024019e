// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/problemplaces.h"

#include "core/base/storedfile.h"
#include "core/formats/vela/velaini.h"
#include "core/toolchain/compilerun.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 ConsoleTail = 256 * 1024; // bytes in which a traceback is looked for

std::optional<Location> frameIn(const QString &line, const QDir &folder)
{
    static const QRegularExpression frame(
        u"^\\s*File \"([^\"]+)\", line (\\d{1,9})\\b"_s); // faulthandler: "line 9 in f"
    const auto match = frame.match(line);
    if (!match.hasMatch())
        return {};
    const auto relative = folder.relativeFilePath(QDir::cleanPath(match.captured(1)));
    const bool isOutside
        = relative.startsWith("../"_L1) || relative.startsWith(u'/') || relative.startsWith(u'<');
    if (isOutside || relative.contains("site-packages/"_L1))
        return {};
    return Location{ .file = relative, .line = match.captured(2).toInt() };
}

bool isAbout(const QString &id, std::initializer_list<QLatin1StringView> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(),
        [&](QLatin1StringView prefix) { return id.startsWith(prefix); });
}

QStringList tailOf(const QString &path)
{
    QFile file(path);
    if (!openStored(file))
        return {};
    file.seek(std::max<qint64>(0, file.size() - ConsoleTail));
    return QString::fromUtf8(file.readAll()).split(u'\n');
}

} // namespace

std::optional<Location> pythonFrame(const QStringList &console, const QString &folder)
{
    const QDir base(folder);
    std::optional<Location> found;
    bool isInnermostFirst = false;
    for (const auto &line : console) {
        if (line.startsWith("Traceback (most recent call last)"_L1)) {
            found.reset();
            isInnermostFirst = false;
        } else if (line.contains("(most recent call first)"_L1)) {
            if (!isInnermostFirst) // of several threads the first is the one that crashed
                found.reset();
            isInnermostFirst = true;
        } else if (auto frame = frameIn(line, base); frame && !(isInnermostFirst && found)) {
            found = std::move(frame);
        }
    }
    return found;
}

Location velaErrorPlace(const QString &problemId, const QString &text)
{
    if (problemId == "spec.system-config"_L1)
        return { .entity = u"systemConfig"_s };
    if (isAbout(problemId, { "spec.memory-mode"_L1 }))
        return { .entity = u"memoryMode"_s };
    if (isAbout(problemId, { "spec.config-ini"_L1 }))
        return { .entity = u"configIni"_s };
    if (isAbout(problemId, { "spec.flag"_L1, "vela.flags"_L1 })) {
        const bool isTarget = text.contains("--accelerator-config"_L1);
        return { .entity = isTarget ? u"target"_s : u"extraFlags"_s };
    }
    static const QRegularExpression operators[] = {
        QRegularExpression(u"operation \\((\\w+)\\) could not run on NPU"_s),
        QRegularExpression(u"Validation error:\\s*\\n(\\w+):"_s),
        QRegularExpression(u"passthrough/CPU operations \\(found ([\\w, ]+)\\)"_s),
    };
    for (const auto &pattern : operators) {
        if (const auto match = pattern.match(text); match.hasMatch())
            return { .entity = match.captured(1) };
    }
    return {};
}

std::optional<Location> iniErrorPlace(const QString &iniPath, const QString &text)
{
    if (!QFileInfo(iniPath).isFile())
        return {};
    const auto name = QFileInfo(iniPath).fileName();
    static const QRegularExpression parserLine(u"\\[line:? +(\\d{1,9})\\]"_s);
    if (const auto match = parserLine.match(text); match.hasMatch())
        return Location{ .file = name, .line = match.captured(1).toInt() };
    const auto source = ByteSource::map(iniPath);
    const auto ini = source ? formats::vela::readVelaIni({ *source }) : fail(source.error());
    if (!ini)
        return Location{ .file = name };
    const auto worst = std::max_element(ini->diagnostics.begin(), ini->diagnostics.end(),
        [](const Diagnostic &a, const Diagnostic &b) { return a.severity < b.severity; });
    if (worst == ini->diagnostics.end())
        return Location{ .file = name };
    return Location{ .file = name, .line = worst->location.line };
}

void placeProblems(std::vector<Diagnostic> &problems, const spec::CompileSpec &spec,
    const QString &folder, const QString &consolePath)
{
    const auto ini = withOwnIni(spec, folder).configIni.value_or(QString());
    for (auto &problem : problems) {
        const auto &place = problem.location;
        if (problem.severity != Severity::Error || place.line)
            continue;
        if (isAbout(problem.id, { "spec.config-ini"_L1 })
            && (place.file.isEmpty() || place.file == ini)) {
            if (const auto line = iniErrorPlace(ini, problem.text))
                problem.location = *line;
        } else if (place.isEmpty() && isAbout(problem.id, { "tool."_L1, "model."_L1 })) {
            if (const auto frame = pythonFrame(tailOf(consolePath), folder))
                problem.location = *frame;
        }
    }
}

} // namespace tosaic::toolchain
