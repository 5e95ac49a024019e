// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/keyring.h"

#include <QProcess>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

constexpr int LimitMs = 60'000; // for a person who types a password

/// As libpq finds it where the address has none.
QString userOf(const StoreAddress &address)
{
    if (!address.user.isEmpty())
        return address.user;
    const auto user = qEnvironmentVariable("PGUSER");
    return user.isEmpty() ? qEnvironmentVariable("USER") : user;
}

} // namespace

QString keyringPassword(const StoreAddress &address)
{
    const auto tool = QStandardPaths::findExecutable(u"secret-tool"_s);
    if (tool.isEmpty())
        return {};
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(tool,
        { u"lookup"_s, u"protocol"_s, u"postgresql"_s, u"server"_s, address.host, u"user"_s,
            userOf(address) },
        QIODevice::ReadOnly);
    if (!process.waitForFinished(LimitMs) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        return {};
    auto password = QString::fromUtf8(process.readAllStandardOutput());
    if (password.endsWith(u'\n'))
        password.chop(1); // of a terminal
    return password;
}

} // namespace tosaic::teamstore
