// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/storeconnection.h"

#include <span>

namespace tosaic::teamstore {

/// What brings a store from the version before to `version`. The list only grows.
struct StoreMigration
{
    int version = 0;
    const char *sql = nullptr; ///< any number of statements
};

std::span<const StoreMigration> storeMigrations();

/// Makes the store or brings it up to the newest version of the list, under a lock and in one
/// transaction: of several who do so one does, the others wait and find it done. Makes the roles
/// DATABASE_reader and DATABASE_writer where they are missing. StoreVersion if it is newer.
Result<void> migrateStore(StoreConnection &connection, std::span<const StoreMigration> list);

/// What the store says of itself.
struct StoreFacts
{
    int version = 0;
    QString id; ///< UUID
    QString artefacts; ///< absolute folder
    QString user; ///< who we are there
    bool mayWrite = false;
};

/// StoreRefused if there is none or this user may not read it; StoreVersion if `version` is not
/// that of the list.
Result<StoreFacts> readStoreFacts(
    StoreConnection &connection, std::span<const StoreMigration> list);

/// Where the artefacts are, for all who do not say otherwise. For who made the store.
Result<void> setStoreArtefacts(StoreConnection &connection, const QString &folder);

/// Before records are added, in the transaction that adds them: arrivals are numbered in the order
/// in which they can be seen.
Result<void> lockArrivals(StoreConnection &connection);

} // namespace tosaic::teamstore
