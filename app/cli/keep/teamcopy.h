// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "core/base/diagnostic.h"
#include "core/teamstore/teamstore.h"

#include <optional>

namespace tosaic::cli {

/// The workspace that an option names: a file, or the address of a team's store, of which this
/// user has a copy below the application's data, so that it is there without a network, too.
class TeamCopy
{
public:
    /// Of a store with what is new there; if it does not answer, that is told, and the copy is
    /// taken as it is. StoreUnreachable if there is none either; else as TeamStore.
    static Result<TeamCopy> open(const QString &named, Streams &streams);

    const QString &path() const { return m_path; }
    /// What was recorded here goes to the store. Nothing happens for a file. Errors as TeamStore.
    Result<void> send(Streams &streams) const;

private:
    QString m_path;
    std::optional<teamstore::StoreAddress> m_address;
};

/// The store that a workspace names; empty if it names none. One that this user neither chose nor
/// approved is refused: "trust.needed" with the command that approves it.
tl::expected<QString, Diagnostic> workspaceStore(const QString &workspace);

/// Tells it; an address that is none is misuse. Where a store does not answer, the command ends as
/// one whose tool is missing.
tl::unexpected<Refusal> refused(const Error &error, Streams &streams);

} // namespace tosaic::cli
