// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <optional>

namespace tosaic {

/// Closed set of reasons why something could not go on. The dotted spelling (codeText) is stable:
/// scripts and tests use it.
enum class ErrorCode
{
    IoOpen, ///< io.open: file missing or not readable
    IoRead, ///< io.read
    IoWrite, ///< io.write
    IoDiskFull, ///< io.disk-full
    FormatUnknown, ///< format.unknown: nothing recognises the content
    FormatDamaged, ///< format.damaged: a known kind, but its bytes contradict themselves
    FormatUnsupported, ///< format.unsupported: a known kind in a version that is not read
    LimitExceeded, ///< limit.exceeded: refused to protect memory or time; the detail names the
                   ///< limit
    SpecInvalid, ///< spec.invalid
    RunUnknown, ///< run.unknown: the workspace has no such run, or several of that name
    ToolMissing, ///< tool.missing
    ToolFailed, ///< tool.failed
    ToolTimeout, ///< tool.timeout
    WorkspaceDamaged, ///< workspace.damaged
    WorkspaceVersion, ///< workspace.version: written by a newer Tosaic
    StoreUnreachable, ///< store.unreachable: the team's store does not answer (now)
    StoreRefused, ///< store.refused: it does not let this user in, or does not take the record
    StoreVersion, ///< store.version: made by a newer or an older Tosaic
    Cancelled, ///< cancelled
    Internal ///< internal
};

QString codeText(ErrorCode code);

/// Where in the input something is. Every part is optional; toText prints those that are known.
struct Location
{
    QString file;
    std::optional<quint64> offset; ///< bytes from the start of the file
    std::optional<quint64> length; ///< bytes
    std::optional<int> line; ///< counts from 1
    QString section; ///< part of the file: "segment 2", "block cmd_data"
    QString entity; ///< thing inside: "method forward, instruction 3"

    bool isEmpty() const;
    QString toText() const;
    bool operator==(const Location &) const = default;
};

/// Why something could not go on, and where. The detail is short technical English: core does not
/// translate, the window turns code and location into a sentence with a next step
/// (views/widgets/errortext).
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    QString detail;
    Location location;
    std::shared_ptr<const Error> cause = nullptr;

    /// "code: location: detail", the form in which the command line prints it.
    QString toText() const;
};

} // namespace tosaic
