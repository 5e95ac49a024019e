// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/programfacts.h"

#include "core/analysis/memoryfacts.h"
#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/documents/openmodel.h"
#include "core/formats/registry.h"
#include "core/spec/specjson.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/session/modelmatch.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

using profile::ProgramFacts;

namespace {

std::vector<profile::PortLimit> portsOf(const spec::CompileSpec &spec)
{
    const auto full = spec::resolved(spec);
    auto system = analysis::memorySystemOf(spec);
    if (!system)
        system = analysis::bundledSystem(
            full.systemConfig.value_or(QString()), full.memoryMode.value_or(QString()));
    if (!system || !system->family)
        return {};
    const auto limit = [&](const QString &name, const analysis::PortFacts &port, bool isReadOnly) {
        return profile::PortLimit{ name, port.memory,
            analysis::portWidthBytes(*system->family) * port.ports * port.clockScale, isReadOnly };
    };
    if (system->family == spec::Family::U85)
        return { limit(u"SRAM"_s, system->axi0, false), limit(u"EXT"_s, system->axi1, false) };
    return { limit(u"AXI0"_s, system->axi0, false),
        limit(u"AXI1"_s, system->axi1, system->family == spec::Family::U55) };
}

} // namespace

std::optional<quint64> macsOf(const NpuAnalyses &streams)
{
    std::optional<quint64> sum;
    for (const auto &analysis : streams) {
        const auto total = npu::total(analysis->work);
        if (!analysis->stream() || total.operationsWithoutMacs > 0)
            return std::nullopt;
        sum = sum.value_or(0) + total.macs;
    }
    return sum && *sum > 0 ? sum : std::nullopt;
}

ProgramFacts programFactsOf(const QString &path, const QString &sha256,
    const model::Program *program, const compiled::CompileResult *result,
    const NpuAnalyses &streams)
{
    ProgramFacts facts{ .sha256 = sha256, .name = QFileInfo(path).fileName() };
    if (program)
        facts.marks = profile::marksOf(*program);
    if (const auto &npu = facts.marks.compiledFor) {
        facts.product = npu->product;
        facts.npuMacs = npu->macs;
    }
    facts.areMacsOfCompile = result && result->summary.macs;
    facts.modelMacs = facts.areMacsOfCompile ? result->summary.macs : macsOf(streams);
    if (result)
        facts.ports = portsOf(result->resolvedSpec);
    return facts;
}

ProgramFacts programFactsOf(const OpenedModel &opened)
{
    const auto source = opened.program ? opened.program->source : nullptr;
    const bool isTold = opened.result && opened.result->summary.macs;
    return programFactsOf(opened.path, source ? sha256Hex(source->bytes()) : QString(),
        opened.program.get(), opened.result.get(),
        source && !isTold ? analyseStreams(*source, streamPlaces(opened)) : NpuAnalyses());
}

ProgramFacts programFactsOf(const compiled::CompileResult &result)
{
    const auto pte = std::ranges::find(result.artefacts, u"pte"_s, &compiled::Artefact::kind);
    const auto npu = profile::statedNpu(result.spec.target);
    ProgramFacts facts{ .name = result.sourceName,
        .product = npu.product,
        .npuMacs = npu.macs,
        .modelMacs = result.summary.macs,
        .areMacsOfCompile = true,
        .ports = portsOf(result.resolvedSpec) };
    if (pte != result.artefacts.end()) {
        facts.sha256 = pte->sha256;
        facts.name = QFileInfo(pte->path).fileName();
        facts.marks = profile::marksOfSize(pte->size);
    }
    return facts;
}

Result<ProgramFacts> readProgramFacts(const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    if (formats::recognise(source->bytes()) == formats::FileKind::Pte) {
        if (const auto opened = openModel(path))
            return programFactsOf(*opened);
    }
    return ProgramFacts{ .sha256 = sha256Hex(source->bytes()), .name = QFileInfo(path).fileName() };
}

namespace {

/// What the record of a compile says of its program.
ProgramFacts factsOf(const workspace::JobRecord &job, const workspace::ArtefactRecord &program)
{
    const auto npu = profile::statedNpu(job.spec.value("target"_L1).toString());
    ProgramFacts facts{ .sha256 = program.sha256,
        .name = QFileInfo(program.path).fileName(),
        .product = npu.product,
        .npuMacs = npu.macs,
        .areMacsOfCompile = true,
        .marks = profile::marksOfSize(program.size) };
    if (const auto spec = spec::fromJson(job.spec))
        facts.ports = portsOf(*spec);
    if (const auto macs = job.summary.value("macs"_L1); macs.isDouble())
        facts.modelMacs = static_cast<quint64>(macs.toDouble());
    return facts;
}

/// Of a setting: behind it stands the SHA-256 of a program, and its value is the path of the file.
constexpr QLatin1StringView KeptProgramKey("program.");

} // namespace

Result<void> keepProgram(
    workspace::Workspace &workspace, const QString &sha256, const QString &path)
{
    return workspace.setSetting(KeptProgramKey + sha256, QFileInfo(path).absoluteFilePath());
}

ProgramNames programNamesOf(const std::vector<workspace::ArtefactRecord> &artefacts,
    const std::vector<workspace::ModelRecord> &models, const std::map<QString, QString> &settings)
{
    ProgramNames names;
    for (const auto &[key, path] : settings) {
        if (key.startsWith(KeptProgramKey))
            names.insert(key.sliced(KeptProgramKey.size()), { QFileInfo(path).fileName() });
    }
    for (const auto &model : models)
        names.insert(model.sha256, { QFileInfo(model.path).fileName() });
    for (const auto &artefact : artefacts) {
        if (artefact.kind == "pte"_L1)
            names.insert(artefact.sha256,
                { QFileInfo(artefact.path).fileName(), profile::marksOfSize(artefact.size) });
    }
    return names;
}

std::vector<ProgramFacts> programsOf(workspace::Workspace &workspace, const QStringList &hashes)
{
    std::vector<ProgramFacts> programs;
    const auto artefacts = workspace.artefacts();
    const auto jobs = workspace.jobHeads();
    const auto models = workspace.models();
    for (const auto &hash : QSet<QString>(hashes.begin(), hashes.end())) {
        if (hash.isEmpty() || !artefacts || !jobs || !models)
            continue;
        const auto isIt = [&](const workspace::ArtefactRecord &one) {
            return one.kind == "pte"_L1 && one.sha256 == hash;
        };
        if (const auto made = std::ranges::find_if(*artefacts, isIt); made != artefacts->end()) {
            const auto job = std::ranges::find(*jobs, made->job, &workspace::JobRecord::id);
            if (job != jobs->end()) {
                programs.push_back(factsOf(*job, *made));
                continue;
            }
        }
        const auto model = std::ranges::find(*models, hash, &workspace::ModelRecord::sha256);
        const auto path = model == models->end()
            ? workspace.setting(KeptProgramKey + hash).value_or(QString())
            : model->path;
        if (path.isEmpty())
            continue;
        auto facts = readProgramFacts(path);
        programs.push_back(facts && facts->sha256 == hash
                ? std::move(*facts)
                : ProgramFacts{ .sha256 = hash, .name = QFileInfo(path).fileName() });
    }
    return programs;
}

} // namespace tosaic
