// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stands in for Tosaic where a test kills it: runs PROGRAM [ARGUMENT...] as ToolProcess does, and
// passes on what it says, with the id of the root of the tree.

#include "core/toolchain/toolprocess.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using tosaic::toolchain::ToolProcess;

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    ToolProcess process;
    QObject::connect(&process, &ToolProcess::lineRead, &process, [](const QString &line) {
        std::printf("%s\n", qPrintable(line));
        std::fflush(stdout);
    });
    QTimer started;
    QObject::connect(&started, &QTimer::timeout, &process, [&] {
        if (process.processId() == 0)
            return;
        started.stop();
        std::printf("root %lld\n", process.processId());
        std::fflush(stdout);
    });
    started.start(10);
    QObject::connect(&process, &ToolProcess::finished, &application, &QCoreApplication::quit);
    process.start({ .program = arguments.value(1), .arguments = arguments.mid(2) });
    return QCoreApplication::exec();
}
