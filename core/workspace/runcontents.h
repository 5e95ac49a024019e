// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/database.h"

namespace tosaic::workspace {

/// A file with its compressed bytes, if it is small enough to keep them.
struct PackedRunFile
{
    RunFile file;
    std::optional<QByteArray> packed;
};

/// What lies in tables of their own about one run. The functions run inside Database::read or
/// write.
class RunContents
{
public:
    RunContents(Database &database, RunId id) : m_database(database), m_id(id) { }

    /// Reads and hashes the files; IoOpen, IoRead.
    static Result<std::vector<PackedRunFile>> packFiles(const std::vector<RunFile> &files);

    /// Compressed in parts of a MiB, one after the other: a console may be larger than the memory.
    void addConsole(QByteArrayView console);
    void addValues(const std::vector<RunValue> &values);
    void addFiles(const std::vector<PackedRunFile> &files);
    void removeValues();

    /// As RunRecords::readConsole().
    Result<ConsoleEnd> readConsole(const ConsolePart &take);
    /// All of it, in memory. LimitExceeded above LargestWhole; else as readConsole().
    Result<QByteArray> console();
    std::vector<RunValue> values();
    std::vector<RunFile> files();
    Result<QByteArray> fileBytes(const QString &role);

private:
    Result<ConsoleEnd> readParts(const ConsolePart &take);

    Database &m_database;
    RunId m_id;
};

} // namespace tosaic::workspace
