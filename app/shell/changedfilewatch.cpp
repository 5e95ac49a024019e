// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/noticebar.h"
#include "app/shell/opencontroller.h"
#include "app/shell/parts.h"
#include "app/shell/session.h"
#include "core/base/changedfiles.h"
#include "core/base/error.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int LooksEvery = 1000; // ms; costs nothing where no large file is open

void tell(const ShellContext &context, OpenController &opener, const Error &error)
{
    context.session.problems().add(u"changed-files"_s, { diagnosticOf(error), {} });
    const auto path = error.location.file;
    const auto text = QCoreApplication::translate("tosaic::shell::ChangedFiles",
        "%1 changed on the disk while it is open. What is shown of it from now on may be wrong; "
        "all else stays as it is.");
    context.notices.show(
        { u"open.changed"_s, u"dialog-warning"_s, text.arg(QFileInfo(path).fileName()),
            { { QCoreApplication::translate("tosaic::shell::ChangedFiles", "Open Again"),
                  [&opener, path] { opener.open({ path }); }, true },
                { QCoreApplication::translate("tosaic::shell::ChangedFiles", "Close"), {} } } });
}

} // namespace

void addChangedFileWatch(const ShellContext &context, OpenController &opener)
{
    auto *timer = new QTimer(&context.window);
    QObject::connect(timer, &QTimer::timeout, &context.window, [context, &opener] {
        for (const auto &error : takeChangedFiles())
            tell(context, opener, error);
    });
    QObject::connect(&opener, &OpenController::opened, timer, [context] {
        context.session.problems().clear(u"changed-files"_s);
        context.notices.dismiss(u"open.changed"_s);
    });
    timer->start(LooksEvery);
}

} // namespace tosaic::shell
