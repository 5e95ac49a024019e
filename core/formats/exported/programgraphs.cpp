// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/programgraphs.h"

#include "core/formats/exported/graphreader.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {
constexpr int DeepestProgram = 4; ///< delegates inside delegates
}

QString schemaVersion(const QJsonObject &program)
{
    const auto version = program[u"schema_version"_s];
    if (version.isDouble())
        return QString::number(version.toInteger());
    const auto major = version[u"major"_s];
    if (!major.isDouble())
        return {};
    return u"%1.%2"_s.arg(major.toInteger()).arg(version[u"minor"_s].toInteger());
}

Location ProgramGraphs::at(const QString &entity) const
{
    return { .file = m_network.source ? m_network.source->name() : QString(), .entity = entity };
}

Result<qint32> ProgramGraphs::add(const QJsonObject &program, const QString &name)
{
    const auto module = program[u"graph_module"_s].toObject();
    const auto graph = module[u"graph"_s];
    if (!graph.isObject() || !graph[u"nodes"_s].isArray())
        return fail(ErrorCode::FormatDamaged, u"graph_module.graph.nodes is missing"_s, at(name));
    return addGraph(graph.toObject(), module[u"signature"_s].toObject(), name);
}

std::optional<qint32> ProgramGraphs::addInner(const QJsonObject &program, const QString &name)
{
    if (m_depth == DeepestProgram) {
        m_sink.add(u"exported.too-deep"_s, Severity::Warning,
            u"programs nested deeper than %1 are not read"_s.arg(DeepestProgram), at(name));
        return std::nullopt;
    }
    ++m_depth;
    const auto added = add(program, name);
    --m_depth;
    if (!added) {
        m_sink.add(diagnosticOf(added.error()));
        return std::nullopt;
    }
    return *added;
}

qint32 ProgramGraphs::addGraph(
    const QJsonObject &graph, const QJsonObject &signature, const QString &name)
{
    // The place is taken first, so that a graph stands before those inside it.
    const auto index = m_network.subgraphs.size();
    m_network.subgraphs.emplace_back();
    auto subgraph = GraphReader(*this, graph, signature, name).read();
    m_network.subgraphs[index] = std::move(subgraph);
    return qint32(index);
}

} // namespace tosaic::formats
