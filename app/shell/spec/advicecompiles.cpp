// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/advicecompiles.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/session.h"
#include "core/advice/loweredadvice.h"
#include "core/base/bytesource.h"
#include "core/documents/openmodel.h"
#include "core/toolchain/compilerun.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using advice::Advice;
using compiled::CompileResult;

namespace {

/// Whether the file still is what the subject was compiled from, and what approving it is about.
struct CheckedModel
{
    TrustSubject trust;
    bool isTheSame = false;
};

Result<CheckedModel> checked(const QString &path, const QString &sha256)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return fail(source.error());
    return CheckedModel{ modelSubject(path), sha256Hex((*source)->bytes()) == sha256 };
}

} // namespace

AdviceCompiles::AdviceCompiles(const ShellContext &context, CompileController &compile)
    : m_context(context), m_compile(compile), m_checking(&context.session.jobs()),
      m_reading(&context.session.jobs())
{
}

AdviceCompiles::~AdviceCompiles()
{
    if (!m_job)
        return;
    m_job->disconnect(this);
    m_context.session.jobs().end(m_entry); // its cancel is ours
}

void AdviceCompiles::add(const Advice &advice, const advice::Subject &subject)
{
    if (subject.result)
        check({ advice, subject, m_context.session.compileInput() });
}

void AdviceCompiles::check(const Question &question)
{
    m_checking.start(
        tr("Checking %1").arg(QFileInfo(question.model).fileName()),
        [path = question.model, sha256 = question.subject.result->sourceSha256](
            const JobControl &) { return checked(path, sha256); },
        [this, question](const Result<CheckedModel> &model) {
            if (!model)
                return tell(diagnosticOf(model.error()));
            if (!model->isTheSame)
                return tell({ u"advice.other-model"_s, Severity::Warning,
                    Location{ .file = question.model },
                    tr("The model is not what the open result was compiled from, so that the two "
                       "cannot be compared: compile it first") });
            if (!m_context.session.approvals().allows(model->trust))
                return m_compile.askTrust(question.model, [this, question] { check(question); });
            m_waiting.push_back(question);
            m_waiting.back().trustedContent = model->trust.content;
            next();
        });
}

void AdviceCompiles::next()
{
    if (!m_job && !m_waiting.empty()) {
        const auto question = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        start(question);
    }
    Q_EMIT changed();
}

void AdviceCompiles::start(const Question &question)
{
    const auto &environment = m_compile.tools().environment();
    m_folder = std::make_unique<WorkFolder>();
    const auto usable = m_folder->usable();
    const auto &candidate = question.advice.candidate;
    const auto model = usable ? advice::modelFor(candidate, question.model,
                           question.subject.result->sourceSha256, m_folder->path())
                              : fail(usable.error());
    if (!model || !environment) {
        if (!model)
            tell(diagnosticOf(model.error()));
        return next();
    }
    m_job = std::make_unique<toolchain::CompileJob>(toolchain::CompileRequest{ .input = *model,
        .spec = toolchain::withOwnIni(candidate.spec, QFileInfo(question.model).absolutePath()),
        .outputFolder = m_folder->filePath(u"result"_s),
        .interpreter = environment->interpreter,
        .trusted = true, // approved by check()
        .trustedContent = *model == question.model ? question.trustedContent : QString() });
    m_job->setWarmCompiler(&m_compile.runner().warm());
    auto &jobs = m_context.session.jobs();
    m_entry = jobs.begin(tr("Compile for advice"), [this] { m_job->cancel(); });
    connect(m_job.get(), &toolchain::CompileJob::stageChanged, this,
        [this](const QString &, int index, int count) {
            m_context.session.jobs().setProgress(m_entry, double(index) / count);
        });
    connect(m_job.get(), &toolchain::CompileJob::finished, this,
        [this, question](const auto &result) { end(question, result); });
    m_job->start();
}

void AdviceCompiles::end(
    const Question &question, const std::shared_ptr<const CompileResult> &result)
{
    m_job->disconnect(this);
    m_job.release()->deleteLater(); // its signal is on the stack
    m_context.session.jobs().end(m_entry);
    for (const auto &problem : result->problems) {
        if (problem.severity == Severity::Error)
            tell(problem);
    }
    if (result->status != compiled::Status::Succeeded)
        return next();
    m_reading.start(
        {},
        [question, result](const JobControl &) -> Result<Advice> {
            return advice::withCompile(
                question.advice, question.subject, *result, openResult(result).program);
        },
        [this](const Result<Advice> &answer) {
            if (answer)
                Q_EMIT answered(*answer);
            next();
        });
}

void AdviceCompiles::forget()
{
    m_waiting.clear();
    m_checking.cancel();
    m_reading.cancel();
    if (m_job) {
        m_job->disconnect(this);
        m_job->cancel();
        m_job.release()->deleteLater();
        m_context.session.jobs().end(m_entry);
    }
    m_folder.reset();
    Q_EMIT changed();
}

void AdviceCompiles::tell(const Diagnostic &problem)
{
    m_context.session.problems().add(u"advice"_s, { problem, model::EntityRef() });
}

} // namespace tosaic::shell
