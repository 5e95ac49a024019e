// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandhelp.h"

#include <QCommandLineParser>
#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

QString commandHelp(const QString &command, const QCommandLineParser &parser)
{
    auto text = parser.helpText();
    const auto program = QCoreApplication::arguments().value(0);
    const auto at = program.isEmpty() ? -1 : text.indexOf(program);
    if (at >= 0 && at < text.indexOf(u'\n'))
        text.replace(at, program.size(), u"tosaic-cli "_s + command);
    return text;
}

} // namespace tosaic::cli
