// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/toolevaluator.h"

#include "core/base/bytesource.h"
#include "core/compiled/resultcosts.h"
#include "core/compiled/resultreader.h"
#include "core/spec/specjson.h"
#include "core/toolchain/interpreterstate.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QJsonDocument>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch {

namespace {

using compiled::CompileResult;

Work workOf(const CompileResult &result)
{
    Work work;
    for (const auto &one : compiled::costsOf(result).operators) {
        if (one.node.name.isEmpty())
            continue;
        auto &node = work[one.node.name];
        node.cycles += one.cycles.value_or(0);
        node.macs += static_cast<double>(one.macs.value_or(0));
    }
    return work;
}

constexpr int MostSources = 2000;

/// The Python files at and below a model, any of which it may import: name, size and time of each;
/// nothing of an exported program.
QString sourcesOf(const QString &input)
{
    if (!input.endsWith(".py"_L1))
        return {};
    QStringList sources;
    QDirIterator files(
        QFileInfo(input).absolutePath(), { u"*.py"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext() && sources.size() < MostSources) {
        files.next();
        const auto info = files.fileInfo();
        sources += u"%1 %2 %3"_s.arg(info.filePath())
                       .arg(info.size())
                       .arg(info.lastModified().toMSecsSinceEpoch());
    }
    sources.sort();
    return sources.join(u'\n');
}

/// Equal keys give equal answers.
QString keyOf(const toolchain::CompileRequest &request, toolchain::FileHashes &hashes)
{
    const auto parts = QStringList{ hashes.sha256(request.input).value_or(QString()),
        sourcesOf(request.input), toolchain::interpreterState(request.interpreter),
        QString::fromUtf8(
            QJsonDocument(spec::toJson(request.spec)).toJson(QJsonDocument::Compact)) };
    return (request.onlyPartitions ? u"cut-"_s : u"compile-"_s)
        + sha256Hex(parts.join(u'\n').toUtf8()).left(32);
}

/// What an earlier search left, and where it would be.
struct Kept
{
    QString folder;
    std::shared_ptr<const CompileResult> result; ///< null: nothing
    Work work;
};

} // namespace

ToolEvaluator::ToolEvaluator(toolchain::CompileRequest request, QString folder,
    toolchain::WarmCompiler &compiler, QObject *parent)
    : Evaluator(parent), m_request(std::move(request)), m_folder(std::move(folder)),
      m_compiler(compiler)
{
}

ToolEvaluator::~ToolEvaluator() = default;

void ToolEvaluator::ask(const spec::CompileSpec &spec, bool onlyPartitions)
{
    auto request = m_request;
    request.spec = spec;
    request.onlyPartitions = onlyPartitions;
    m_slot.start(
        {},
        [request, folder = m_folder, hashes = m_hashes](const JobControl &) {
            Kept kept{ QDir(folder).filePath(keyOf(request, *hashes)), nullptr, {} };
            auto found = compiled::readCompileResult(kept.folder);
            if (!found || found->status != compiled::Status::Succeeded)
                return kept;
            if (!request.onlyPartitions)
                kept.work = workOf(*found);
            kept.result = std::make_shared<const CompileResult>(std::move(*found));
            return kept;
        },
        [this, request](const Kept &kept) mutable {
            if (kept.result) {
                Q_EMIT answered(kept.result, kept.work, true);
                return;
            }
            request.outputFolder = kept.folder;
            run(std::move(request));
        });
}

void ToolEvaluator::run(toolchain::CompileRequest request)
{
    m_job = std::make_unique<toolchain::CompileJob>(std::move(request));
    m_job->setWarmCompiler(&m_compiler);
    connect(m_job.get(), &toolchain::CompileJob::finished, this, &ToolEvaluator::conclude);
    m_job->start();
}

void ToolEvaluator::conclude(const Compiled &result)
{
    const bool isCompile = !m_job->request().onlyPartitions;
    m_job.release()->deleteLater(); // its signal is on the stack
    m_slot.start(
        {},
        [result, isCompile](const JobControl &) { return isCompile ? workOf(*result) : Work(); },
        [this, result](const Work &work) { Q_EMIT answered(result, work, false); });
}

void ToolEvaluator::estimate(const Compiled &compiled, const std::vector<spec::CompileSpec> &specs)
{
    sweep::SweepRequest asked{ .sources = { { compiled::estimateInputs(*compiled), compiled->spec,
                                   QFileInfo(m_request.input).absolutePath(), {} } },
        .interpreter = m_request.interpreter,
        .drivers = m_request.drivers };
    for (const auto &spec : specs)
        asked.expansion.cells.push_back({ spec });
    m_sweep = std::make_unique<sweep::Sweep>(std::move(asked));
    connect(m_sweep.get(), &sweep::Sweep::finished, this,
        [this](const std::shared_ptr<const sweep::SweepResult> &swept) {
            m_sweep.release()->deleteLater(); // its signal is on the stack
            Q_EMIT estimated(swept->cells);
        });
    m_sweep->start();
}

void ToolEvaluator::cancel()
{
    m_slot.cancel();
    if (m_sweep)
        m_sweep->disconnect(this);
    m_sweep.reset();
    if (!m_job)
        return;
    // It leaves a result that says so, which the next search replaces.
    m_job->disconnect(this);
    connect(m_job.get(), &toolchain::CompileJob::finished, m_job.get(), &QObject::deleteLater);
    m_job.release()->cancel();
}

} // namespace tosaic::pinsearch
