// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/whatif/gridcompiles.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "core/base/bytesource.h"
#include "core/base/try.h"

#include <QDateTime>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

GridCompiles::GridCompiles(const ShellContext &context, CompileController &compile)
    : m_context(context), m_compile(compile), m_checking(&context.session.jobs())
{
    connect(&m_compile.runner(), &CompileRunner::endedAside, this, &GridCompiles::take);
}

GridCompiles::~GridCompiles()
{
    disconnect(); // who listens may be half gone
    m_compile.runner().disconnect(this);
    cancel();
}

/// Cheap, and another one after every way to save a file.
QString GridCompiles::stampOf(const QString &input)
{
    const QFileInfo file(input);
    return file.lastModified().toString(Qt::ISODateWithMs) + u' ' + QString::number(file.size());
}

void GridCompiles::start(std::vector<Wanted> wanted, const std::function<void()> &done)
{
    if (!isRunning())
        check(std::move(wanted), done);
}

void GridCompiles::check(std::vector<Wanted> wanted, const std::function<void()> &done)
{
    m_checking.start(
        tr("Checking the models of the grid"),
        [wanted](const JobControl &) -> Result<void> {
            for (const auto &one : wanted) {
                const auto source = TRY(ByteSource::map(one.input));
                if (!one.sha256.isEmpty() && sha256Hex(source->bytes()) != one.sha256)
                    return fail(ErrorCode::SpecInvalid,
                        tr("the model is not what the open result was compiled from, so that their "
                           "cells could not be compared: compile it first"),
                        Location{ .file = one.input });
            }
            return {};
        },
        [this, wanted, done](const Result<void> &checked) {
            if (checked)
                approve(wanted, 0, ++m_question, done);
            else
                Q_EMIT refused(checked.error());
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

/// One after the other: each is a question of its own.
void GridCompiles::approve(
    std::vector<Wanted> wanted, std::size_t next, quint64 question, std::function<void()> done)
{
    if (question != m_question || !m_open.empty())
        return;
    if (next == wanted.size())
        return run(wanted, done);
    const auto input = wanted[next].input;
    m_compile.whenTrusted(input,
        [this, wanted = std::move(wanted), next, question, done](const QString &content) mutable {
            wanted[next].trustedContent = content;
            approve(std::move(wanted), next + 1, question, done);
        });
}

void GridCompiles::run(const std::vector<Wanted> &wanted, const std::function<void()> &done)
{
    const auto &environment = m_compile.tools().environment();
    if (!environment)
        return;
    m_done = done;
    for (const auto &one : wanted) {
        for (const auto &spec : one.specs) {
            const auto id = m_compile.runner().startAside({ .input = one.input,
                .spec = spec,
                .interpreter = environment->interpreter,
                .trusted = true,
                .trustedContent = one.trustedContent });
            m_open.insert(id, { one.input, spec, stampOf(one.input) });
        }
    }
    Q_EMIT m_context.requests.panelRequested(u"jobs"_s);
    Q_EMIT changed();
}

void GridCompiles::take(JobId id, const std::shared_ptr<const compiled::CompileResult> &result)
{
    const auto found = m_open.constFind(id);
    if (found == m_open.cend())
        return;
    const auto compile = *found;
    m_open.erase(found);
    if (result && result->status != compiled::Status::Cancelled) {
        auto source = sweep::sourceOf(*result, compile.spec);
        source.baseFolder = QFileInfo(compile.input).absolutePath();
        m_left[compile.input].push_back({ compile.stamp, std::move(source) });
    }
    if (m_open.empty()) {
        if (const auto done = std::exchange(m_done, {}))
            done();
    }
    Q_EMIT changed();
}

void GridCompiles::cancel()
{
    ++m_question;
    m_checking.cancel();
    m_done = {};
    for (const auto id : m_open.keys())
        m_context.session.jobs().cancel(id);
    m_open.clear();
    Q_EMIT changed();
}

std::vector<sweep::SweepSource> GridCompiles::sourcesOf(const QString &input) const
{
    std::vector<sweep::SweepSource> sources;
    const auto found = m_left.find(input);
    if (found == m_left.end())
        return sources;
    for (const auto &left : found->second) {
        if (left.stamp == stampOf(input))
            sources.push_back(left.source);
    }
    return sources;
}

void GridCompiles::forgetFailed()
{
    for (auto &[input, compiles] : m_left)
        std::erase_if(compiles, [](const Left &left) { return left.source.inputs.empty(); });
}

} // namespace tosaic::shell
