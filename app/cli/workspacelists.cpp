// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/workspacelists.h"

#include "app/cli/commandline.h"
#include "core/analysis/comparison.h"
#include "core/spec/specjson.h"
#include "core/workspace/workspace.h"
#include "views/widgets/changewords.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

int print(const QJsonObject &json, Streams &streams)
{
    streams.out << QJsonDocument(json).toJson(QJsonDocument::Indented) << Qt::flush;
    return Fine;
}

QString text(const QDateTime &time)
{
    return time.toString(Qt::ISODate);
}

QString targetOf(const QJsonObject &spec)
{
    return spec.value(u"target"_s).toString();
}

QJsonObject jobJson(const workspace::JobRecord &job)
{
    QJsonObject json{ { u"job"_s, static_cast<qint64>(job.id.value) }, { u"status"_s, job.status },
        { u"kind"_s, job.kind }, { u"source"_s, job.sourceName },
        { u"target"_s, targetOf(job.spec) }, { u"started"_s, text(job.started) },
        { u"folder"_s, job.folder } };
    if (job.ended.isValid())
        json.insert(u"ended"_s, text(job.ended));
    return json;
}

/// In words what a spec changed; empty if one of them cannot be read.
QString changeText(const QJsonObject &before, const QJsonObject &after)
{
    const auto from = spec::fromJson(before);
    const auto to = spec::fromJson(after);
    return from && to ? views::specChangeSentence(analysis::specChanges(*from, *to)) : QString();
}

Result<std::vector<workspace::SpecVersion>> versionsOf(
    workspace::Workspace &workspace, const QString &name)
{
    const auto specs = workspace.specs();
    if (!specs)
        return fail(specs.error());
    const auto found = std::find_if(
        specs->begin(), specs->end(), [&](const auto &spec) { return spec.name == name; });
    if (found == specs->end())
        return fail(ErrorCode::IoOpen, u"the workspace has no spec \"%1\""_s.arg(name),
            { .file = workspace.path() });
    auto versions = workspace.specHistory(found->id);
    if (versions)
        std::reverse(versions->begin(), versions->end());
    return versions;
}

} // namespace

int listJobs(workspace::Workspace &workspace, bool asJson, Streams &streams)
{
    const auto jobs = workspace.jobHeads();
    if (!jobs)
        return inputError(jobs.error(), streams);
    if (asJson) {
        QJsonArray array;
        for (const auto &job : *jobs)
            array.append(jobJson(job));
        return print({ { u"jobs"_s, array } }, streams);
    }
    for (const auto &job : *jobs)
        streams.out << "job " << job.id.value << "  "
                    << (job.status == "cut-off"_L1 ? u"ended without a result (killed)"_s
                                                   : job.status)
                    << ": " << job.sourceName << " for " << targetOf(job.spec) << ", started "
                    << text(job.started) << ", folder " << job.folder << '\n';
    streams.out << Qt::flush;
    return Fine;
}

int listSpecs(workspace::Workspace &workspace, bool asJson, Streams &streams)
{
    const auto specs = workspace.specs();
    if (!specs)
        return inputError(specs.error(), streams);
    QJsonArray array;
    for (const auto &spec : *specs) {
        array.append(QJsonObject{ { u"name"_s, spec.name }, { u"saved"_s, text(spec.saved) },
            { u"versions"_s, spec.versions }, { u"spec"_s, spec.spec } });
        if (!asJson)
            streams.out << spec.name << "  " << targetOf(spec.spec) << ", versions "
                        << spec.versions << ", saved " << text(spec.saved) << '\n';
    }
    if (asJson)
        return print({ { u"specs"_s, array } }, streams);
    streams.out << Qt::flush;
    return Fine;
}

int listSpecVersions(workspace::Workspace &workspace, const QString &name,
    std::optional<int> number, bool asJson, Streams &streams)
{
    const auto versions = versionsOf(workspace, name);
    if (!versions)
        return inputError(versions.error(), streams);
    const auto count = static_cast<int>(versions->size());
    if (number) {
        if (*number < 1 || *number > count)
            return inputError(Error{ ErrorCode::IoOpen,
                                  u"there are versions 1 to %1 of \"%2\""_s.arg(count).arg(name),
                                  { .file = workspace.path() } },
                streams);
        return print((*versions)[static_cast<size_t>(*number - 1)].spec, streams);
    }
    QJsonArray array;
    for (size_t i = 0; i < versions->size(); ++i) {
        const auto &version = (*versions)[i];
        const auto change
            = i == 0 ? u"the oldest kept"_s : changeText((*versions)[i - 1].spec, version.spec);
        array.append(QJsonObject{ { u"version"_s, static_cast<qint64>(i + 1) },
            { u"saved"_s, text(version.saved) }, { u"change"_s, change },
            { u"spec"_s, version.spec } });
        if (!asJson)
            streams.out << i + 1 << "  " << text(version.saved) << "  " << change << '\n';
    }
    if (asJson)
        return print({ { u"name"_s, name }, { u"versions"_s, array } }, streams);
    streams.out << Qt::flush;
    return Fine;
}

} // namespace tosaic::cli
