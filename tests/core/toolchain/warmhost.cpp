// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stands in for Tosaic where a test kills it: keeps SCRIPT loaded in INTERPRETER as DriverWorker
// does, with the request REQUEST (JSON).

#include "core/toolchain/driverworker.h"

#include <QCoreApplication>
#include <QJsonDocument>

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    tosaic::toolchain::DriverWorker worker;
    worker.setProgram({ arguments.value(1), arguments.value(2) });
    worker.send(QJsonDocument::fromJson(arguments.value(3).toUtf8()).object());
    return QCoreApplication::exec();
}
