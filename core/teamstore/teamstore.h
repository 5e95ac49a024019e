// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/teamstore/storeschema.h"
#include "core/workspace/workspace.h"

#include <functional>

/// What a team remembers together, on a PostgreSQL server. A workspace is the copy that one works
/// with, also without a network: push() sends what the store has not acknowledged, pull() brings
/// what others sent. Records are only ever added; whoever says something of a compile or run later
/// is right, on every machine.
namespace tosaic::teamstore {

/// What was sent or came.
struct Moved
{
    quint64 compiles = 0;
    quint64 runs = 0;
    quint64 cells = 0;
    QStringList authors; ///< of what came from others, each once
    std::vector<Diagnostic> problems; ///< what could not be taken whole; the rest went on

    bool isEmpty() const { return compiles + runs + cells == 0; }
};

/// Asked between records; false ends it there, with what was done until then.
using GoOn = std::function<bool()>;

/// How much a store has; of a workspace, how much of it waits to be sent.
struct StoreCounts
{
    quint64 compiles = 0; ///< subjects, however often something was said of them
    quint64 runs = 0;
    quint64 cells = 0;
    quint64 reports = 0;

    bool isEmpty() const { return compiles + runs + cells + reports == 0; }
};
Result<StoreCounts> waitingIn(workspace::Workspace &workspace, const QString &store);

/// A report that somebody published.
struct StoredReport
{
    QString id; ///< UUID
    QString name; ///< of its file
    QString note;
    QString author;
    QDateTime arrived;
    QString sha256;
    quint64 size = 0; ///< bytes
};

/// Lives on the thread that opened it, and blocks: up to 5 s for a server that does not answer.
/// Errors of all functions: those of StoreConnection; StoreVersion; IoOpen if the folder of the
/// artefacts is not here; those of the workspace. After an error everything that was acknowledged
/// stays, and the same call goes on where this one ended.
class TeamStore
{
public:
    static Result<std::unique_ptr<TeamStore>> open(const StoreAddress &address);
    /// Makes the store, or brings an older one up, and says where artefacts are kept (an empty
    /// folder: where they are). The folder must be there.
    static Result<std::unique_ptr<TeamStore>> create(
        const StoreAddress &address, const QString &artefacts);

    const StoreFacts &facts() const { return m_facts; }
    Result<StoreCounts> counts();
    Result<Moved> push(workspace::Workspace &workspace, const GoOn &goOn = {});
    Result<Moved> pull(workspace::Workspace &workspace, const GoOn &goOn = {});

    /// The oldest first.
    Result<std::vector<StoredReport>> reports();
    /// A file of any kind; the id it has there. Also IoOpen, IoRead.
    Result<QString> publish(const QString &path, const QString &note);
    Result<QByteArray> reportBytes(const StoredReport &report);

private:
    Result<void> mayWrite() const;
    TeamStore(std::unique_ptr<StoreConnection> connection, StoreFacts facts);

    std::unique_ptr<StoreConnection> m_connection;
    StoreFacts m_facts;
};

} // namespace tosaic::teamstore
