// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/processend.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

Diagnostic ProcessEnd::problem(const Words &words) const
{
    const auto error = [](const QString &id, const QString &own, const QString &usual,
                           const QString &what = {}) {
        auto text = own.isEmpty() ? usual : own;
        if (const auto place = text.indexOf("%1"_L1); place >= 0)
            text.replace(place, 2, what); // not arg(): the words may quote a console
        return Diagnostic{ id, Severity::Error, {}, text };
    };
    switch (kind) {
    case Kind::Exited:
        break;
    case Kind::Crashed:
        return error(u"tool.crashed"_s, words.crashed, u"%1"_s, detail);
    case Kind::NotStarted:
        if (fault)
            return diagnosticOf(*fault);
        return error(u"tool.missing"_s, words.missing, u"%1"_s, detail);
    case Kind::TimedOut:
        return error(u"tool.timeout"_s, words.timeout, u"it took too long and was stopped"_s);
    case Kind::Cancelled:
        return { u"cancelled"_s, Severity::Info, {},
            words.cancelled.isEmpty() ? u"stopped on request"_s : words.cancelled };
    }
    return error(
        u"tool.failed"_s, words.failed, u"it ended with exit code %1"_s, QString::number(exitCode));
}

} // namespace tosaic::toolchain
