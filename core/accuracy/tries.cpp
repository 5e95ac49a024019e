// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/tries.h"

#include "core/base/try.h"
#include "core/localrun/runtimekernels.h"
#include "core/toolchain/compilejob.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QThreadPool>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

namespace {

/// Random samples that a change of calibration takes at least.
constexpr int MoreSamples = 64;

const compiled::ModelNode *nodeOf(
    const compiled::CompileResult &compile, const OperatorAccuracy *row)
{
    const auto found = row ? std::ranges::find(compile.nodes, row->node, &compiled::ModelNode::name)
                           : compile.nodes.end();
    return found == compile.nodes.end() ? nullptr : &*found;
}

/// A null pointer: Cancelled.
std::shared_ptr<const compiled::CompileResult> compiled(
    const AccuracyRequest &request, const spec::CompileSpec &spec, const QString &folder)
{
    toolchain::CompileJob job({ .input = QFileInfo(request.model).absoluteFilePath(),
        .spec = spec,
        .outputFolder = folder,
        .interpreter = request.interpreter,
        .trusted = true,
        .trustedContent = request.trustedContent,
        .drivers = request.drivers });
    std::shared_ptr<const compiled::CompileResult> result;
    QEventLoop loop;
    QObject::connect(&job, &toolchain::CompileJob::finished, &loop, [&](const auto &finished) {
        result = finished;
        loop.quit();
    });
    if (request.setCancel)
        request.setCancel([&job] {
            QMetaObject::invokeMethod(&job, &toolchain::CompileJob::cancel, Qt::QueuedConnection);
        });
    job.start();
    // Reading what the compile left takes a thread of the pool that may be this one.
    QThreadPool::globalInstance()->releaseThread();
    if (!result)
        loop.exec();
    QThreadPool::globalInstance()->reserveThread();
    if (request.setCancel)
        request.setCancel({});
    return result->status == compiled::Status::Cancelled ? nullptr : result;
}

QString failureOf(const compiled::CompileResult &result)
{
    const auto found = std::ranges::find(result.problems, Severity::Error, &Diagnostic::severity);
    return found == result.problems.end() ? u"the compile failed"_s : found->reason();
}

} // namespace

QString tryKey(Try::Kind kind)
{
    switch (kind) {
    case Try::Kind::PerChannel:
        return u"per-channel"_s;
    case Try::Kind::Int16:
        return u"int16"_s;
    case Try::Kind::Calibration:
        return u"calibration"_s;
    case Try::Kind::KeepOnCpu:
        break;
    }
    return u"cpu"_s;
}

const OperatorAccuracy *weakestOf(const AccuracyTable &table)
{
    if (const auto *first = table.first())
        return first;
    for (const auto against : { Against::Float, Against::Quantised }) {
        const OperatorAccuracy *weakest = nullptr;
        for (const auto &row : table.operators()) {
            const auto sqnr = row.measures.sqnrDb();
            if (row.against == against && !row.isReordered && sqnr
                && (!weakest || *sqnr < *weakest->measures.sqnrDb()))
                weakest = &row;
        }
        if (weakest)
            return weakest;
    }
    return nullptr;
}

std::vector<Try> triesFor(const compiled::CompileResult &compile, const AccuracyTable &table,
    const QStringList &calibration)
{
    std::vector<Try> tries;
    const auto &spec = compile.spec;
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    const auto *node = nodeOf(compile, weakestOf(table));
    const auto add = [&](Try::Kind kind, const QString &subject) -> spec::CompileSpec & {
        tries.push_back({ kind, subject, spec });
        tries.back().spec.intermediatesFolder.clear();
        tries.back().spec.externalCommandTag.clear(); // measured, not shipped
        tries.back().spec.externalWeightTag.clear();
        return tries.back().spec;
    };
    if (!quantizer.perChannel) {
        auto &changed = add(Try::Kind::PerChannel, {}).quantizer.emplace(quantizer);
        changed.perChannel = true;
    }
    if (quantizer.activations != "int16"_L1) {
        const auto subject = !node   ? QString()
            : node->module.isEmpty() ? node->target
                                     : node->module;
        auto &changed = add(Try::Kind::Int16, subject).quantizer.emplace(quantizer);
        if (!node)
            changed.activations = u"int16"_s;
        else if (node->module.isEmpty())
            changed.overrides.push_back({ {}, node->target, {}, u"int16"_s });
        else
            changed.overrides.push_back({ node->module, {}, {}, u"int16"_s });
        const auto count = std::ranges::count_if(quantizer.overrides, [&](const auto &one) {
            return one.activations == "int16"_L1
                && (one.module == subject || one.operatorName == subject);
        });
        if (count > 0)
            tries.pop_back(); // it is so already
    }
    const auto known = spec.calibration.value_or(spec::Calibration());
    if (!calibration.isEmpty() && known.files != calibration)
        add(Try::Kind::Calibration, QFileInfo(calibration.first()).path())
            .calibration.emplace()
            .files
            = calibration;
    else if (calibration.isEmpty() && known.isRandom() && known.samples < MoreSamples)
        add(Try::Kind::Calibration, QString::number(MoreSamples)).calibration.emplace(known).samples
            = MoreSamples;
    if (node && node->placement == "npu"_L1)
        add(Try::Kind::KeepOnCpu, node->name).keepOnCpu.nodes.append(node->name);
    return tries;
}

std::optional<double> outputSqnrDb(const AccuracyResult &result)
{
    std::optional<double> least;
    for (const auto &output : result.outputs) {
        const auto sqnr = output.measures.sqnrDb();
        if (output.against == Against::Float && sqnr && (!least || *sqnr < *least))
            least = sqnr;
    }
    return least;
}

Result<Tried> tryOut(
    const AccuracyRequest &request, const AccuracyResult &before, const Try &change)
{
    Tried tried{ .change = change,
        .sqnrBeforeDb = outputSqnrDb(before),
        .cyclesBefore = request.compile.summary.cyclesTotal };
    const QTemporaryDir folder;
    const auto result = compiled(request, change.spec, folder.filePath(u"out"_s));
    if (!result)
        return fail(ErrorCode::Cancelled, {});
    const auto program = result->artefactPath(u"pte"_s);
    if (result->status != compiled::Status::Succeeded || program.isEmpty()) {
        tried.problem = failureOf(*result);
        return tried;
    }
    tried.cycles = result->summary.cyclesTotal;
    tried.cpuOperators = result->summary.cpuOperators;
    auto changed = request;
    changed.program = program;
    changed.compile = *result;
    changed.kept.clear();
    changed.external = {};
    changed.runtime = localrun::runtimeKernels({ .interpreter = request.interpreter,
        .pte = program,
        .method = request.method,
        .drivers = request.drivers,
        .setCancel = request.setCancel,
        .tell = {} });
    const auto measured = measureAccuracy(changed);
    if (!measured && measured.error().code == ErrorCode::Cancelled)
        return fail(measured.error());
    if (!measured)
        tried.problem = measured.error().detail;
    else if (!measured->run.refused.empty())
        tried.problem = measured->run.refused.front().second.error.detail;
    else if (const auto side = std::ranges::find(measured->sides, Against::Float, &Side::against);
             side == measured->sides.end() || !side->isThere)
        tried.problem = side == measured->sides.end() ? QString() : side->why;
    else
        tried.sqnrDb = outputSqnrDb(*measured);
    return tried;
}

} // namespace tosaic::accuracy
