// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <SQLiteCpp/Database.h>

#include <span>

namespace tosaic::workspace {

/// What brings a workspace from the version before to `version`. The list only grows: a change of
/// the tables is one more entry, never an edit of an old one.
struct Migration
{
    int version = 0; ///< PRAGMA user_version afterwards
    const char *sql = nullptr; ///< any number of statements
};

/// From an empty file to the current version, in order.
std::span<const Migration> migrations();

/// Applies those above the file's version, all in one transaction: either the file is at the newest
/// version of the list, or it is as it was. SQLite::Exception is passed on. WorkspaceVersion if the
/// file is newer than the list.
Result<void> migrate(SQLite::Database &database, std::span<const Migration> list);

/// Whether the file's tables and indexes are those that its version makes, and nothing else is
/// there: no view, trigger or expression of somebody else is ever run. WorkspaceDamaged names the
/// first that differs. Nothing to say of versions that the list does not know. SQLite::Exception is
/// passed on.
Result<void> checkTables(SQLite::Database &database, std::span<const Migration> list);

} // namespace tosaic::workspace
