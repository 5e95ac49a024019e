// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/loweringrun.h"

#include "core/toolchain/compilejob.h"

#include <QDir>
#include <QEventLoop>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

LoweringRun::LoweringRun(QString input, QString folder, QString interpreter, bool isTrusted)
    : m_input(std::move(input)), m_folder(std::move(folder)), m_interpreter(std::move(interpreter)),
      m_isTrusted(isTrusted)
{
}

std::vector<sweep::SweepSource> LoweringRun::sources(const std::vector<sweep::Cell> &cells,
    Streams &streams, const std::function<void(std::function<void()>)> &setCancel)
{
    std::vector<sweep::SweepSource> found;
    for (const auto &spec : sweep::lowerings(cells)) {
        auto source = compiled(spec, streams, setCancel);
        if (m_isCancelled)
            break;
        found.push_back(std::move(source));
    }
    return found;
}

sweep::SweepSource LoweringRun::compiled(const spec::CompileSpec &spec, Streams &streams,
    const std::function<void(std::function<void()>)> &setCancel)
{
    using compiled::CompileResult;
    using toolchain::CompileJob;
    toolchain::CompileRequest request;
    request.input = m_input;
    request.spec = spec;
    // Variants of one target are lowered anew each.
    auto name = spec.target;
    for (int n = 2; m_folders.contains(name); ++n)
        name = spec.target + u"-%1"_s.arg(n);
    m_folders.append(name);
    request.outputFolder = QDir(m_folder).filePath(u"compiles/"_s + name);
    request.interpreter = m_interpreter;
    request.trusted = m_isTrusted;
    CompileJob job(request);
    job.setWarmCompiler(&m_compiler);
    QEventLoop loop;
    std::shared_ptr<const CompileResult> result;
    QObject::connect(
        &job, &CompileJob::stageChanged, &loop, [&](const QString &stage, int index, int count) {
            streams.err << u"compiling for %1 [%2/%3] %4\n"_s.arg(spec.target)
                               .arg(index + 1)
                               .arg(count)
                               .arg(stage)
                        << Qt::flush;
        });
    QObject::connect(
        &job, &CompileJob::finished, &loop, [&](const std::shared_ptr<const CompileResult> &done) {
            result = done;
            loop.quit();
        });
    setCancel([&] { job.cancel(); });
    job.start();
    loop.exec();
    setCancel({});
    m_isCancelled = result->status == compiled::Status::Cancelled;
    auto source = sweep::sourceOf(*result, spec);
    // A relative ini path starts at the model, as in the compile.
    source.baseFolder = QFileInfo(m_input).absolutePath();
    return source;
}

} // namespace tosaic::cli
