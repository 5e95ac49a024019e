// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/streamfacts.h"

#include "core/analysis/join.h"
#include "profiler/join/originresolver.h"
#include "profiler/session/databasesearch.h"
#include "profiler/session/foreignreports.h"
#include "profiler/session/networksearch.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

QString nameOf(const QString &path)
{
    return QFileInfo(path).fileName();
}

/// What the reports say of one stream.
void take(StreamFacts &facts, const VelaReports &reports, std::optional<qint64> commandStream)
{
    facts.join.database = reports.database;
    facts.databasePath = reports.databasePath;
    facts.join.commandStream = commandStream;
    facts.join.debugEvents = reports.events;
}

/// Layers of a partition or a file with one stream; the file may list several networks.
void takeLayers(StreamFacts &facts, const VelaReports &reports, int network)
{
    if (!reports.layers || network >= std::max(reports.layers->networks, 1))
        return;
    facts.layers = reports.layers;
    facts.layersPath = reports.layersPath;
    facts.layersNetwork = network;
}

class Gatherer
{
public:
    Gatherer(const ProfileMaterial &material, const JobControl &control)
        : m_material(material), m_control(control),
          m_stated(statedReports(material, m_result.diagnostics)), m_search(m_result.diagnostics)
    {
    }

    StreamMaterial gather();

private:
    void addOwned();
    void addFromCompile(StreamFacts &facts, int partition);
    void addFromFiles();
    void addLoose();
    void addNetworks();
    void addNodes(StreamFacts &facts, int partition);
    void addLayersOfFile();
    void tellMissing();

    const ProfileMaterial &m_material;
    const JobControl &m_control;
    StreamMaterial m_result;
    std::vector<VelaReports> m_stated;
    DatabaseSearch m_search;
};

void Gatherer::addNodes(StreamFacts &facts, int partition)
{
    const auto &result = *m_material.result;
    const auto number = result.partitions[size_t(partition)].index;
    facts.join.partition = number;
    for (const auto &node : result.nodes) {
        if (node.partition == number)
            facts.join.nodes.push_back(node);
    }
    std::ranges::copy_if(result.origins, std::back_inserter(facts.join.origins),
        [number](const compiled::TosaOrigin &origin) { return origin.partition == number; });
}

void Gatherer::addFromCompile(StreamFacts &facts, int partition)
{
    addNodes(facts, partition);
    const auto found
        = std::ranges::find(m_stated, std::optional(partition), &VelaReports::partition);
    if (found == m_stated.end())
        return;
    takeLayers(facts, *found, 0);
    if (!found->database)
        return;
    if (const auto id = m_search.streamIn(*found, *facts.join.stream)) {
        take(facts, *found, *id);
        m_result.sources << u"%1: debug database that the compile of this delegate kept"_s.arg(
            QDir(m_material.result->folder).relativeFilePath(found->databasePath));
    }
}

void Gatherer::addOwned()
{
    std::optional<analysis::Join> join;
    if (m_material.program && m_material.result)
        join = analysis::joinByPayload(*m_material.program, *m_material.result);
    for (const auto i : executionOrder(m_material)) {
        const auto &analysis = *m_material.streams[i];
        if (!analysis.placed.stream)
            continue; // opening the file has said why
        StreamFacts facts;
        facts.join.owner = analysis.owner();
        facts.join.stream = analysis.placed.stream;
        const auto partition = join
            ? join->partitionOf(facts.join.owner.method, facts.join.owner.index)
            : std::nullopt;
        if (partition)
            addFromCompile(facts, *partition);
        m_result.streams.push_back(std::move(facts));
    }
}

/// Databases that the user named, then those that lie about; only what fits the command stream.
void Gatherer::addFromFiles()
{
    auto &streams = m_result.streams;
    const auto lacks = [](const StreamFacts &facts) { return !facts.join.database; };
    for (const auto isNamed : { true, false }) {
        if (std::ranges::none_of(streams, lacks))
            return;
        const auto reports = isNamed ? m_stated : reportsBeside(m_material.path, m_control);
        std::vector<size_t> open;
        std::vector<const npu::Stream *> wanted;
        for (size_t i = 0; i < streams.size(); ++i) {
            if (lacks(streams[i])) {
                open.push_back(i);
                wanted.push_back(streams[i].join.stream.get());
            }
        }
        const auto found = m_search.assign(wanted, reports);
        for (size_t i = 0; i < open.size(); ++i) {
            if (!found[i])
                continue;
            auto &facts = streams[open[i]];
            const auto &report = reports[found[i]->report];
            take(facts, report, found[i]->commandStream);
            takeLayers(facts, report, found[i]->place);
            m_result.sources
                << u"%1: debug database, its %2 places are those of the command stream"_s
                       .arg(nameOf(report.databasePath))
                       .arg(report.database->queue().at(found[i]->commandStream).size());
        }
        if (!isNamed)
            addLayersOfFile();
    }
}

/// A table beside a file with command streams, of the same name, without a database.
void Gatherer::addLayersOfFile()
{
    auto &streams = m_result.streams;
    auto stem = QFileInfo(m_material.path).completeBaseName();
    if (stem.endsWith("_vela"_L1))
        stem.chop(5);
    for (const auto &reports : reportsBeside(m_material.path, m_control)) {
        const auto isOfFile
            = reports.layers && nameOf(reports.layersPath) == stem + "_per-layer.csv"_L1;
        if (!isOfFile || size_t(std::max(reports.layers->networks, 1)) != streams.size())
            continue;
        for (size_t i = 0; i < streams.size(); ++i) {
            if (!streams[i].layers && !streams[i].join.database)
                takeLayers(streams[i], reports, int(i));
        }
    }
}

/// Reports that stand for themselves: no command stream is open.
void Gatherer::addLoose()
{
    if (!m_result.streams.empty() || !mayHaveReports(m_material))
        return;
    auto reports = m_stated;
    const auto isInput = m_material.network != nullptr;
    if (isInput) { // what Vela made of the open network lies beside it, if anywhere
        std::ranges::move(reportsBeside(m_material.path, m_control), std::back_inserter(reports));
        std::erase_if(reports, [&](const VelaReports &report) {
            return !report.database
                || !profile::describesNetwork(*report.database, *m_material.network);
        });
        if (reports.size() > 1) {
            m_search.tellAmbiguous(nameOf(m_material.path), reports);
            return;
        }
    }
    for (const auto &report : reports) {
        if (report.database)
            m_result.sources << u"%1: debug database"_s.arg(nameOf(report.databasePath));
        const auto count = report.database ? report.database->queue().size() : 0;
        int place = 0;
        for (size_t i = 0; report.database && i < count; ++i) {
            auto id = report.database->queue().begin();
            std::advance(id, i);
            StreamFacts facts;
            take(facts, report, id->first);
            if (report.partition.value_or(-1) >= 0)
                addNodes(facts, *report.partition);
            facts.join.stream = streamBeside(report.databasePath, *report.database, id->first);
            takeLayers(facts, report, place++);
            m_result.streams.push_back(std::move(facts));
        }
        for (int network = 0;
             !report.database && report.layers && network < std::max(report.layers->networks, 1);
             ++network) {
            StreamFacts facts;
            takeLayers(facts, report, network);
            m_result.streams.push_back(std::move(facts));
        }
    }
}

void Gatherer::addNetworks()
{
    for (auto &facts : m_result.streams) {
        const auto related
            = std::ranges::find(m_material.related, facts.join.owner, &RelatedNetwork::owner);
        if (!facts.join.owner.isEmpty() && related != m_material.related.end()) {
            facts.join.network = related->network;
            facts.networkName = related->path;
            continue;
        }
        if (!facts.join.database)
            continue;
        if (m_material.network
            && profile::describesNetwork(*facts.join.database, *m_material.network)) {
            facts.join.network = m_material.network;
            facts.networkName = QString();
            continue;
        }
        facts.join.network = networkBeside(facts.databasePath, *facts.join.database);
    }
}

void Gatherer::tellMissing()
{
    quint64 lacking = 0;
    for (const auto &facts : m_result.streams)
        lacking += facts.join.database || facts.layers ? 0u : 1u;
    if (lacking == 0 || !m_material.run || !m_material.run->trace)
        return;
    m_result.diagnostics.push_back({ .id = u"profile.database-missing"_s,
        .severity = Severity::Warning,
        .location = { .file = nameOf(m_material.path) },
        .text
        = u"%1 of %2 command streams have no debug database (Vela's --enable-debug-db): their "
          "operations have neither names nor estimates"_s.arg(lacking)
              .arg(m_result.streams.size()) });
}

StreamMaterial Gatherer::gather()
{
    addOwned();
    addFromFiles();
    addLoose();
    std::ranges::move(foreignReports(m_material, m_stated, m_result.streams),
        std::back_inserter(m_result.diagnostics));
    addNetworks();
    tellMissing();
    return std::move(m_result);
}

} // namespace

std::vector<size_t> executionOrder(const ProfileMaterial &material)
{
    std::vector<size_t> order(material.streams.size());
    std::iota(order.begin(), order.end(), size_t(0));
    if (!material.program)
        return order;
    const auto firstCall = [&](size_t i) {
        const auto &owner = material.streams[i]->owner();
        const auto &method = material.program->methods[size_t(owner.method)];
        for (size_t at = 0; at < method.instructions.size(); ++at) {
            const auto *call = std::get_if<model::DelegateCall>(&method.instructions[at]);
            if (call && int(call->delegate.value) == owner.index)
                return std::pair(owner.method, at);
        }
        return std::pair(owner.method, method.instructions.size());
    };
    std::ranges::stable_sort(order, {}, firstCall);
    return order;
}

StreamMaterial gatherStreams(const ProfileMaterial &material, const JobControl &control)
{
    return Gatherer(material, control).gather();
}

} // namespace tosaic
