// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/driverwait.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/base/workfolder.h"
#include "core/toolchain/keptdriver.h"

#include <QEventLoop>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

/// The first error of what it told; all else goes to whoever listens.
Result<void> heard(const WaitedDriver &driver, const std::vector<Diagnostic> &problems)
{
    const auto problem = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
    if (problem != problems.end()) {
        const auto isInput = !driver.badInput.isEmpty() && problem->id == driver.badInput;
        return fail(problem->id == "tool.missing"_L1 ? ErrorCode::ToolMissing
                : isInput                            ? ErrorCode::SpecInvalid
                                                     : ErrorCode::ToolFailed,
            problem->text);
    }
    for (const auto &note : problems) {
        if (driver.tell)
            driver.tell(note);
    }
    return {};
}

} // namespace

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
    TRY(heard(driver, run.problems()));
    return run.result();
}

Result<void> runAndWait(const WaitedDriver &driver, KeptDriver &kept)
{
    const WorkFolder folder;
    TRY(folder.usable());
    const auto jobFile = folder.filePath(u"job.json"_s);
    TRY(saveFile(jobFile, QJsonDocument(driver.request.job).toJson()));
    if (const auto told = TRY(kept.run(jobFile, driver.setCancel)))
        return heard(driver, *told);
    TRY(runAndWait(driver));
    return {};
}

} // namespace tosaic::toolchain
