// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runcontext.h"

#include "core/toolchain/compileresult.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/session/modelmatch.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

/// What the log does not tell, the target that was stated may.
void takeFromTarget(RunContext &context, const QString &target)
{
    const auto npu = profile::statedNpu(target);
    const auto from = Words::tr("from the target %1").arg(target);
    if (context.values.product.isEmpty() && !npu.product.isEmpty()) {
        context.values.product = npu.product;
        context.productFrom = from;
    }
    if (!context.values.npuMacs && npu.macs && context.values.product == npu.product) {
        context.values.npuMacs = npu.macs;
        context.npuMacsFrom = from;
    }
}

/// The command streams count them; exact, unless a shape is not known.
std::optional<quint64> streamMacs(const ModelDocument &model)
{
    std::optional<quint64> sum;
    for (const auto &analysis : model.streams()) {
        const auto total = npu::total(analysis->work);
        if (!analysis->stream() || total.operationsWithoutMacs > 0)
            return std::nullopt;
        sum = sum.value_or(0) + total.macs;
    }
    return sum && *sum > 0 ? sum : std::nullopt;
}

void takeFromModel(RunContext &context, const ModelDocument &model)
{
    const auto program = model.program();
    const auto name = QFileInfo(model.path()).fileName();
    if (const auto npu = program ? profile::npuOf(*program) : std::nullopt) {
        if (context.values.product.isEmpty()) {
            context.values.product = model::productName(npu->product);
            context.productFrom = Words::tr("from %1").arg(name);
        }
        if (!context.values.npuMacs) {
            context.values.npuMacs = npu->macs;
            context.npuMacsFrom = Words::tr("from %1").arg(name);
        }
    }
    if (context.values.modelMacs)
        return;
    const auto result = model.compileResult();
    if (result && result->summary.macs) {
        context.values.modelMacs = result->summary.macs;
        context.modelMacsFrom = Words::tr("from the compile of %1").arg(name);
        context.modelMacsCanBeStated = false;
    } else if (const auto macs = streamMacs(model)) {
        context.values.modelMacs = macs;
        context.modelMacsFrom = Words::tr("counted in the command streams of %1").arg(name);
        context.modelMacsCanBeStated = false;
    }
}

} // namespace

std::optional<quint64> modelMacsOf(const ModelDocument &model)
{
    const auto result = model.compileResult();
    return result && result->summary.macs ? result->summary.macs : streamMacs(model);
}

RunContext runContextOf(const NamedRun &run, const ModelDocument *attached)
{
    RunContext context;
    if (run.run)
        context.values = profile::contextOf(*run.run);
    const auto log = Words::tr("from the log");
    const auto stated = Words::tr("as stated");
    if (!context.values.product.isEmpty())
        context.productFrom = log;
    if (context.values.npuMacs) {
        context.npuMacsFrom = log;
        context.npuMacsCanBeStated = false;
    } else if (run.conditions.macs) {
        context.values.npuMacs = run.conditions.macs;
        context.npuMacsFrom = stated;
    }
    takeFromTarget(context, run.conditions.target);
    context.values.origin = run.origin;
    context.values.clockHz = run.clockHz;
    if (run.clockHz)
        context.clockFrom = stated;
    if (run.modelMacs) {
        context.values.modelMacs = run.modelMacs;
        context.modelMacsFrom = stated;
    }
    if (attached)
        takeFromModel(context, *attached);
    return context;
}

profile::RunConditions mergeConditionsOf(const NamedRun &run)
{
    const auto npu = profile::statedNpu(run.conditions.target);
    profile::RunConditions conditions{ .origin = run.origin,
        .target = run.conditions.target,
        .product = npu.product,
        .npuMacs = run.conditions.macs ? run.conditions.macs : npu.macs,
        .clockHz = run.clockHz,
        .artefact = run.modelSha256,
        .mode = run.conditions.mode };
    if (!run.conditions.spec.isEmpty())
        conditions.spec
            = QString::fromUtf8(QJsonDocument(run.conditions.spec).toJson(QJsonDocument::Compact));
    QStringList tools;
    for (const auto &[tool, version] : run.conditions.tools)
        tools.append(tool + u' ' + version);
    conditions.tools = tools.join(u", "_s);
    return conditions;
}

} // namespace tosaic::views
