// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/advicetrial.h"

#include "core/advice/loweredadvice.h"
#include "core/base/bytesource.h"
#include "core/base/workfolder.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/warmcompiler.h"
#include "core/workspace/keptcells.h"
#include "profiler/session/findings.h"

#include <QEventLoop>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

using advice::AdviceResult;

namespace {

std::shared_ptr<toolchain::CellStore> cellsOf(const QString &workspace)
{
    return workspace.isEmpty() ? nullptr : std::make_shared<workspace::KeptCells>(workspace);
}

Result<EstimateSource> sourceOf(const OpenedModel &opened, const AdviceOptions &options)
{
    if (options.file.isEmpty() && opened.result)
        return estimateSource(*opened.result, opened.program);
    return findKeptTosa(options.file, options.workspace);
}

} // namespace

AdviceResult AdviceTrial::of(const OpenedModel &opened, const AdviceOptions &options)
{
    const auto source = sourceOf(opened, options);
    std::optional<spec::CompileSpec> stated;
    if (!options.spec.isEmpty()) {
        stated = readSpec(options.spec);
        if (!stated)
            return {};
    }
    const auto subject = source ? adviceSubject(opened, *source, stated) : std::nullopt;
    if (!subject) {
        tellProblem(
            { u"advice.no-tosa"_s, Severity::Info, {},
                source
                    ? u"no advice was tried: nothing says what this is compiled for; --spec SPEC.json does"_s
                    : u"no advice was tried: "_s + source.error().detail },
            m_streams);
        return {};
    }
    const advice::AdviceRequest request{ .subject = *subject,
        .interpreter = findInterpreter(
            toolchain::EnvironmentSearch::Need::Vela, options.interpreter, canceller()),
        .store = cellsOf(options.workspace) };
    if (m_isInterrupted)
        return {};
    auto result = run(request);
    if (!options.model.isEmpty())
        compileOpenOnes(result, *subject, options);
    for (auto problem : result.problems) {
        // What was opened is told all the same.
        problem.severity = std::min(problem.severity, Severity::Warning);
        tellProblem(problem, m_streams);
    }
    if (const auto kept = request.store ? request.store->flush() : Result<void>(); !kept) {
        auto problem = diagnosticOf(kept.error());
        problem.severity = Severity::Warning;
        tellProblem(problem, m_streams);
    }
    return result;
}

AdviceResult AdviceTrial::run(const advice::AdviceRequest &request)
{
    advice::AdviceRun trial(request);
    QEventLoop loop;
    AdviceResult result;
    QObject::connect(&trial, &advice::AdviceRun::progressed, &loop, [this](int done, int all) {
        m_streams.err << u"[%1/%2] tried\n"_s.arg(done).arg(all) << Qt::flush;
    });
    QObject::connect(&trial, &advice::AdviceRun::finished, &loop,
        [&](const std::shared_ptr<const AdviceResult> &done) {
            result = *done;
            loop.quit();
        });
    const auto setCancel = canceller();
    setCancel([&trial] { trial.cancel(); });
    trial.start();
    loop.exec();
    setCancel({});
    return result;
}

/// What needs a new lowering.
void AdviceTrial::compileOpenOnes(
    AdviceResult &result, const advice::Subject &subject, const AdviceOptions &options)
{
    const auto model = QFileInfo(options.model).absoluteFilePath();
    const auto source = ByteSource::map(model);
    if (!source || !subject.result || sha256Hex((*source)->bytes()) != subject.result->sourceSha256)
        return tellProblem({ u"advice.other-model"_s, Severity::Warning, Location{ .file = model },
                               u"nothing was compiled: it is not what this was compiled from, so "
                               "that the two cannot be compared"_s },
            m_streams);
    const WorkFolder folder;
    toolchain::WarmCompiler compiler;
    const auto interpreter = findInterpreter(
        toolchain::EnvironmentSearch::Need::ExecuTorch, options.interpreter, canceller());
    const auto asked = result.advice;
    for (const auto &advice : asked) {
        if (!advice.needsCompile() || m_isInterrupted)
            continue;
        const auto input = advice::modelFor(
            advice.candidate, model, subject.result->sourceSha256, folder.path());
        if (!input) {
            auto problem = diagnosticOf(input.error());
            problem.severity = Severity::Warning;
            tellProblem(problem, m_streams);
            continue;
        }
        m_streams.err << u"compiling for %1\n"_s.arg(advice.candidate.rule.id) << Qt::flush;
        toolchain::CompileJob job({ .input = *input,
            .spec = toolchain::withOwnIni(advice.candidate.spec, QFileInfo(model).absolutePath()),
            .outputFolder = folder.filePath(QString::number(&advice - asked.data())),
            .interpreter = interpreter,
            .trusted = mayRunCode(model, options.isTrusted) });
        job.setWarmCompiler(&compiler);
        const auto made = std::make_shared<const compiled::CompileResult>(compile(job));
        result = advice::withAnswer(std::move(result),
            advice::withCompile(advice, subject, *made, openResult(made).program));
    }
}

AdviceResult knownAdvice(const OpenedModel &opened, const AdviceOptions &options)
{
    if (!opened.result)
        return {};
    const auto source = sourceOf(opened, options);
    const auto subject = source ? adviceSubject(opened, *source) : std::nullopt;
    const auto cells = cellsOf(options.workspace);
    return subject ? advice::keptAdvice(*subject, cells.get()) : AdviceResult();
}

} // namespace tosaic::cli
