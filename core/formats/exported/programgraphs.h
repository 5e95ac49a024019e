// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/exported/stringpool.h"
#include "core/model/network.h"

#include <QJsonObject>
#include <QString>

namespace tosaic::formats {

/// Turns the JSON of exported programs (torch.export's and ExecuTorch's, schema 1 to 8) into
/// subgraphs of a network: the program's own and, behind it, those inside (branches and bodies of
/// control flow, what a lowered program delegates). Inner graphs are called "outer/inner".
class ProgramGraphs
{
public:
    ProgramGraphs(model::Network &network, DiagnosticSink &sink) : m_network(network), m_sink(sink)
    {
    }

    /// Index of the program's own graph. FormatDamaged if there is none.
    Result<qint32> add(const QJsonObject &program, const QString &name);

    // For the readers of single graphs.
    /// `program` is what a delegate holds: one level deeper. Absent if that is too deep or damaged.
    std::optional<qint32> addInner(const QJsonObject &program, const QString &name);
    qint32 addGraph(const QJsonObject &graph, const QJsonObject &signature, const QString &name);
    DiagnosticSink &sink() { return m_sink; }
    StringPool &pool() { return m_pool; }
    Location at(const QString &entity) const;

private:
    model::Network &m_network;
    DiagnosticSink &m_sink;
    StringPool m_pool;
    int m_depth = 0; ///< programs inside programs
};

/// "8.20" of {"schema_version": {"major": 8, "minor": 20}}; empty without.
QString schemaVersion(const QJsonObject &program);

} // namespace tosaic::formats
