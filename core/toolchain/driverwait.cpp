// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/driverwait.h"

#include <QEventLoop>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

Result<QByteArray> runAndWait(const WaitedDriver &driver)
{
    DriverRun run;
    QEventLoop loop;
    QObject::connect(&run, &DriverRun::finished, &loop, &QEventLoop::quit);
    if (driver.setCancel)
        driver.setCancel([&run] {
            QMetaObject::invokeMethod(
                &run, [&run] { run.cancel(); }, Qt::QueuedConnection);
        });
    auto request = driver.request;
    request.missing = u"no Python environment with ExecuTorch was found; create one in the Spec "
                      "mode or name one with --python"_s;
    run.start(request);
    loop.exec();
    if (driver.setCancel)
        driver.setCancel({});
    if (run.end() == ToolProcess::End::Cancelled)
        return fail(ErrorCode::Cancelled, u"stopped on request"_s);
    const auto problem = std::ranges::find(run.problems(), Severity::Error, &Diagnostic::severity);
    if (problem != run.problems().end()) {
        const auto isInput = !driver.badInput.isEmpty() && problem->id == driver.badInput;
        return fail(problem->id == "tool.missing"_L1 ? ErrorCode::ToolMissing
                : isInput                            ? ErrorCode::SpecInvalid
                                                     : ErrorCode::ToolFailed,
            problem->text);
    }
    for (const auto &note : run.problems()) {
        if (driver.tell)
            driver.tell(note);
    }
    auto result = run.result();
    if (result.isEmpty())
        return fail(ErrorCode::ToolFailed,
            u"ExecuTorch ended without a result (exit code %1)"_s.arg(run.exitCode()));
    return result;
}

} // namespace tosaic::toolchain
