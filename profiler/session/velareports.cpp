// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/velareports.h"

#include "core/base/try.h"
#include "core/formats/registry.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using formats::FileKind;
using Found = VelaReports::Found;

constexpr qsizetype LargestFolders = 64; // that are looked into
constexpr size_t LargestFiles = 64; // reports that are read

Result<void> readInto(VelaReports &reports, const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    switch (formats::recognise(source->bytes())) {
    case FileKind::VelaDebugDb: {
        auto database = TRY(formats::vela::readDebugDb(source));
        reports.database = std::move(database);
        reports.databasePath = path;
        return {};
    }
    case FileKind::VelaPerLayer: {
        auto layers = TRY(formats::vela::readPerLayerCsv(source));
        reports.layers = std::make_shared<const formats::vela::PerLayerFile>(std::move(layers));
        reports.layersPath = path;
        return {};
    }
    default:
        return fail(ErrorCode::FormatUnknown,
            u"neither a debug database nor a per-layer table of Vela"_s, { .file = path });
    }
}

void addProblem(std::vector<Diagnostic> &diagnostics, const Error &error, const QString &path)
{
    auto problem = diagnosticOf(error);
    problem.severity = Severity::Warning;
    if (problem.location.file.isEmpty())
        problem.location.file = path;
    diagnostics.push_back(std::move(problem));
}

Result<void> readEvents(VelaReports &reports, const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    auto events = TRY(profile::readDebugEvents(source->bytes()));
    reports.events = std::move(events);
    return {};
}

VelaReports &reportsOf(std::vector<VelaReports> &all, int partition)
{
    const auto found = std::ranges::find(all, std::optional(partition), &VelaReports::partition);
    if (found != all.end())
        return *found;
    return all.emplace_back(VelaReports{ .found = Found::InCompile, .partition = partition });
}

/// Where in the list of partitions the one with this number is.
std::optional<int> placeOf(const compiled::CompileResult &result, int number)
{
    const auto found = std::ranges::find(result.partitions, number, &compiled::Partition::index);
    return found == result.partitions.end() ? std::nullopt
                                            : std::optional(int(found - result.partitions.begin()));
}

void addCompile(const compiled::CompileResult &result, std::vector<VelaReports> &all,
    std::vector<Diagnostic> &diagnostics)
{
    for (const auto &artefact : result.artefacts) {
        const auto isEvents = artefact.kind == "debug-json"_L1;
        if (!isEvents && artefact.kind != "vela-debug-db"_L1
            && artefact.kind != "vela-per-layer"_L1)
            continue;
        const auto path = QDir::cleanPath(QDir(result.folder).absoluteFilePath(artefact.path));
        // A compile by Vela alone has no partitions: its reports are about the one file.
        const auto partition
            = artefact.partition ? placeOf(result, *artefact.partition) : std::optional(-1);
        if (!partition)
            continue;
        auto &reports = reportsOf(all, *partition);
        if (const auto read = isEvents ? readEvents(reports, path) : readInto(reports, path); !read)
            addProblem(diagnostics, read.error(), path);
    }
}

/// A database and a table of the same run stand together: "x_debug.xml", "x_per-layer.csv".
QString stemOf(const QString &path)
{
    auto name = QFileInfo(path).completeBaseName();
    for (const auto &ending : { u"debug"_s, u"per-layer"_s }) {
        if (name.endsWith(ending))
            name.chop(ending.size());
    }
    return QFileInfo(path).absolutePath() + u'/' + name;
}

void addFile(std::vector<VelaReports> &all, VelaReports read)
{
    const auto stem = stemOf(read.database ? read.databasePath : read.layersPath);
    for (auto &other : all) {
        const auto isSame = stemOf(other.database ? other.databasePath : other.layersPath) == stem;
        if (!isSame || other.found == Found::InCompile)
            continue;
        if (read.database && !other.database) {
            other.database = std::move(read.database);
            other.databasePath = read.databasePath;
            return;
        }
        if (read.layers && !other.layers) {
            other.layers = std::move(read.layers);
            other.layersPath = read.layersPath;
            return;
        }
    }
    all.push_back(std::move(read));
}

void addFolder(std::vector<VelaReports> &all, const QDir &folder, const JobControl &control)
{
    const auto names = folder.entryList({ u"*.xml"_s, u"*.csv"_s }, QDir::Files, QDir::Name);
    for (const auto &name : names) {
        if (control.isCancelled() || all.size() >= LargestFiles)
            return;
        VelaReports read{ .found = Found::Beside };
        if (readInto(read, folder.absoluteFilePath(name)))
            addFile(all, std::move(read));
    }
}

} // namespace

std::vector<VelaReports> statedReports(
    const ProfileMaterial &material, std::vector<Diagnostic> &diagnostics)
{
    std::vector<VelaReports> all;
    if (material.result)
        addCompile(*material.result, all, diagnostics);
    auto named = material.reports;
    if (!material.program && !material.network && isVelaReport(material.path))
        named.prepend(material.path);
    named.removeDuplicates();
    for (const auto &path : named) {
        VelaReports read{ .found = Found::Named };
        if (const auto done = readInto(read, path); !done)
            addProblem(diagnostics, done.error(), path);
        else
            addFile(all, std::move(read));
    }
    return all;
}

std::vector<VelaReports> reportsBeside(const QString &path, const JobControl &control)
{
    std::vector<VelaReports> all;
    if (path.isEmpty())
        return all;
    const auto folder = QFileInfo(path).absoluteDir();
    addFolder(all, folder, control);
    const auto deeper = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    for (const auto &name : deeper.mid(0, LargestFolders))
        addFolder(all, QDir(folder.absoluteFilePath(name)), control);
    return all;
}

bool isVelaReport(const QString &path)
{
    const auto source = path.isEmpty() ? nullptr : ByteSource::map(path).value_or(nullptr);
    if (!source)
        return false;
    const auto kind = formats::recognise(source->bytes());
    return kind == FileKind::VelaDebugDb || kind == FileKind::VelaPerLayer;
}

} // namespace tosaic
