// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/command.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace tosaic::test {

/// What a sub-command, run in this process, answered.
struct Outcome
{
    int exitCode = -1;
    QString out;
    QString err;

    QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

inline Outcome outcomeOf(
    const cli::Command &command, const QStringList &arguments, TextWidth width = { 120 })
{
    Outcome outcome;
    QTextStream out(&outcome.out);
    QTextStream err(&outcome.err);
    cli::Streams streams{ out, err, width };
    outcome.exitCode = command.run(arguments, streams);
    out.flush();
    err.flush();
    return outcome;
}

} // namespace tosaic::test
