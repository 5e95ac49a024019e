// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specpython.h"
#include "core/toolchain/environment.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QVersionNumber>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestPins = 64 * 1024; // bytes of environment.json

bool holdsDrivers(const QString &folder)
{
    return QFileInfo(QDir(folder).filePath(u"tosaic_compile.py"_s)).isFile();
}

/// One part of ">=3.10,<3.15".
void readBound(const QString &bound, EnvironmentPins &pins)
{
    if (bound.startsWith(">="_L1))
        pins.minimumPython = bound.sliced(2).trimmed();
    else if (bound.startsWith(u'<') && !bound.startsWith("<="_L1))
        pins.belowPython = bound.sliced(1).trimmed();
}

EnvironmentPins::Step stepOf(const QJsonObject &object)
{
    EnvironmentPins::Step step;
    step.label = object.value(u"label"_s).toString();
    for (const auto &package : object.value(u"packages"_s).toArray())
        step.packages.append(package.toString());
    step.suggestedIndex = object.value(u"indexOptional"_s).toString();
    return step;
}

} // namespace

QString driversDir()
{
    const auto chosen = qEnvironmentVariable("TOSAIC_DRIVERS");
    if (!chosen.isEmpty())
        return QDir(chosen).absolutePath();
    const auto installed
        = QDir::cleanPath(QCoreApplication::applicationDirPath() + u"/../share/tosaic/drivers"_s);
    if (holdsDrivers(installed))
        return installed;
    const auto source = QStringLiteral(TOSAIC_SOURCE_DRIVERS);
    return holdsDrivers(source) ? source : QString();
}

QString driverPath(const QString &script, const QString &drivers)
{
    return QDir(drivers.isEmpty() ? driversDir() : drivers).filePath(script);
}

Result<EnvironmentPins> readEnvironmentPins(const QString &drivers)
{
    if (drivers.isEmpty())
        return fail(ErrorCode::ToolMissing,
            u"the compiler drivers are not installed beside this program; TOSAIC_DRIVERS can name "
            "their folder"_s);
    const auto path = QDir(drivers).filePath(u"environment.json"_s);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::ToolMissing, file.errorString(), Location{ .file = path });
    const auto object = QJsonDocument::fromJson(file.read(LargestPins)).object();
    EnvironmentPins pins;
    for (const auto &bound : object.value(u"python"_s).toString().split(u','))
        readBound(bound.trimmed(), pins);
    for (const auto &step : object.value(u"steps"_s).toArray())
        pins.steps.push_back(stepOf(step.toObject()));
    const auto versions = object.value(u"versions"_s).toObject();
    for (const auto &package : versions.keys())
        pins.versions.emplace(package, versions.value(package).toString());
    if (pins.steps.empty() || pins.versions.empty())
        return fail(ErrorCode::FormatDamaged, u"no steps or no pins"_s, Location{ .file = path });
    return pins;
}

QString createdEnvironmentDir()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(u"tosaic/environment"_s);
}

bool isIncomplete(const QString &environmentDir)
{
    return QFileInfo::exists(QDir(environmentDir).filePath(QLatin1StringView(IncompleteMark)));
}

QString interpreterOf(const QString &environmentDir)
{
    return QDir(environmentDir).filePath(u"bin/python"_s);
}

namespace {

QString installCommand(const QString &python, const EnvironmentPins::Step &step)
{
    QStringList packages;
    for (const auto &package : step.packages)
        packages.append(spec::shellQuoted(package));
    const auto index = step.suggestedIndex.isEmpty()
        ? QString()
        : u"--extra-index-url "_s + step.suggestedIndex + u' ';
    return spec::shellQuoted(python) + u" -m pip install "_s + index + packages.join(u' ');
}

/// The step that installs a package: the one that names it, else the last, which brings the rest.
std::size_t stepFor(const EnvironmentPins &pins, const QString &package)
{
    const auto found = std::find_if(
        pins.steps.begin(), pins.steps.end(), [&](const EnvironmentPins::Step &step) {
            return std::any_of(
                step.packages.begin(), step.packages.end(), [&](const QString &requirement) {
                    return requirement.startsWith(package + u"=="_s)
                        || requirement.startsWith(package + u'[');
                });
        });
    return found == pins.steps.end() ? pins.steps.size() - 1
                                     : static_cast<std::size_t>(found - pins.steps.begin());
}

bool fits(const QString &python, const EnvironmentPins &pins)
{
    const auto version = QVersionNumber::fromString(python);
    return version >= QVersionNumber::fromString(pins.minimumPython)
        && version < QVersionNumber::fromString(pins.belowPython);
}

} // namespace

QStringList creationCommands(const EnvironmentPins &pins, const QString &folder)
{
    QStringList commands{ u"python3 -m venv "_s + spec::shellQuoted(folder) };
    for (const auto &step : pins.steps)
        commands.append(installCommand(interpreterOf(folder), step));
    return commands;
}

QStringList repairCommands(const ToolEnvironment &environment, const EnvironmentPins &pins)
{
    std::vector<bool> isWanted(pins.steps.size(), false);
    for (const auto &[package, pinned] : pins.versions) {
        if (environment.version(package).section(u'+', 0, 0) != pinned)
            isWanted[stepFor(pins, package)] = true;
    }
    if (std::none_of(isWanted.begin(), isWanted.end(), [](bool wanted) { return wanted; }))
        return {};
    if (!fits(environment.pythonVersion, pins))
        return creationCommands(pins, createdEnvironmentDir());
    if (environment.isExternallyManaged) {
        auto commands = creationCommands(pins, createdEnvironmentDir());
        commands[0] = spec::shellQuoted(environment.interpreter) + u" -m venv "_s
            + spec::shellQuoted(createdEnvironmentDir());
        return commands;
    }
    QStringList commands;
    for (std::size_t i = 0; i < pins.steps.size(); ++i) {
        if (isWanted[i])
            commands.append(installCommand(environment.interpreter, pins.steps[i]));
    }
    return commands;
}

} // namespace tosaic::toolchain
