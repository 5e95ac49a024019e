// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <map>

namespace tosaic::teamstore {

/// Where a team's store is, without any password: that is asked of libpq (`.pgpass`, PGPASSFILE),
/// then of the desktop's keyring.
struct StoreAddress
{
    QString host; ///< name, number, or the folder of a socket
    int port = 5432;
    QString database;
    QString user; ///< empty: as libpq knows it
    std::map<QString, QString> options; ///< of libpq: sslmode, sslrootcert, sslcert, sslkey
    /// Where the folder of the artefacts is on this machine; empty: where the store says.
    QString artefacts;

    /// The same machine, where nobody else listens.
    bool isLocal() const;
    /// "postgresql://anna@db.example/team?sslrootcert=..."; what readStoreAddress() reads.
    QString toText() const;
};

/// Whether this is meant to be an address, not a file.
bool isStoreAddress(const QString &text);

/// "postgresql://[USER@]HOST[:PORT]/DATABASE[?KEY=VALUE&...]" with the keys host (folder of a
/// socket), sslmode, sslrootcert, sslcert, sslkey and artefacts. SpecInvalid: it is none, names a
/// password, or a connection beyond this machine that is not encrypted and checked.
Result<StoreAddress> readStoreAddress(const QString &text);

} // namespace tosaic::teamstore
