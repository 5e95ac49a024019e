// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/etrecordreader.h"

#include "core/formats/exported/etrecordmaps.h"
#include "core/formats/exported/programfacts.h"
#include "core/formats/exported/programgraphs.h"
#include "core/formats/exported/pythonjson.h"
#include "core/formats/zip/ziparchive.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr auto EdgeProgram = "edge_dialect_exported_program"_L1;
constexpr auto ExportedProgram = "exported_program"_L1;
constexpr quint64 LargestMap = quint64(64) << 20; ///< bytes of JSON

/// Members beside a program that torch.save wrote.
bool isSideMember(const QString &name)
{
    static constexpr std::array Suffixes{ "_state_dict"_L1, "_constants"_L1, "_example_inputs"_L1 };
    return std::any_of(Suffixes.begin(), Suffixes.end(),
        [&](QLatin1StringView suffix) { return name.endsWith(suffix); });
}

EtRecord::Graph graphOf(const QString &member)
{
    EtRecord::Graph graph{ .member = member };
    const auto slash = member.indexOf(u'/');
    const auto name = slash < 0 ? member : member.first(slash);
    if (name == ExportedProgram) {
        graph.kind = EtRecord::GraphKind::Exported;
        return graph;
    }
    if (name == EdgeProgram)
        graph.kind = EtRecord::GraphKind::Edge;
    // Records of 2023 have one method, without its name.
    graph.method = slash < 0 ? u"forward"_s : member.sliced(slash + 1);
    return graph;
}

class EtRecordReader
{
public:
    explicit EtRecordReader(ZipArchive archive) : m_archive(std::move(archive))
    {
        m_record.network.source = m_archive.source();
        m_record.network.format = u"etrecord"_s;
    }

    Result<EtRecord> read()
    {
        std::vector<size_t> programs;
        for (size_t i = 0; i < m_archive.members().size(); ++i) {
            if (!takeMember(i))
                programs.push_back(i);
        }
        // Those that the .pte was made from first: the main graph is one of them.
        std::stable_partition(programs.begin(), programs.end(), [&](size_t i) {
            return graphOf(m_archive.members()[i].name).kind == EtRecord::GraphKind::Edge;
        });
        for (const auto index : programs)
            addProgram(index);
        if (m_record.graphs.empty())
            return fail(m_firstError.value_or(
                Error{ ErrorCode::FormatDamaged, u"the record holds no program"_s, at({}) }));
        checkEdge();
        for (const auto &diagnostic : m_archive.diagnostics())
            m_sink.add(diagnostic);
        m_record.network.diagnostics = m_sink.take();
        return std::move(m_record);
    }

private:
    Location at(const QString &member) const
    {
        return { .file = m_archive.source()->name(), .section = member };
    }

    /// False for what may be a program.
    bool takeMember(size_t index)
    {
        const auto &member = m_archive.members()[index];
        const auto &name = member.name;
        // Of several members of one name the last counts.
        if (name == "ETRECORD_V0"_L1 || member.isFolder() || m_archive.find(name) != index)
            return true;
        if (name == "debug_handle_map"_L1 || name == "delegate_map"_L1
            || name == "instruction_id_to_num_outs_map"_L1) {
            takeMap(index);
        } else if (name == "export_graph_id"_L1) {
            takeGraphId(index);
        } else if (name == "reference_outputs"_L1) {
            m_record.referenceOutputs = member.size;
            m_record.opaque.push_back({ name, member.size });
        } else if (name == "representative_inputs"_L1) {
            m_record.representativeInputs = member.size;
            m_record.opaque.push_back({ name, member.size });
        } else if (isSideMember(name)) {
            m_record.opaque.push_back({ name, member.size });
        } else {
            return false;
        }
        return true;
    }

    std::optional<QJsonObject> object(size_t index, quint64 limit)
    {
        const auto content = m_archive.read(index, limit);
        if (!content)
            return complain(content.error());
        const auto json
            = readPythonJson(content.value()->bytes(), at(m_archive.members()[index].name));
        if (!json)
            return complain(json.error());
        return *json;
    }

    std::nullopt_t complain(const Error &error)
    {
        if (!m_firstError)
            m_firstError = error;
        m_sink.add(diagnosticOf(error));
        return std::nullopt;
    }

    void takeMap(size_t index)
    {
        const auto name = m_archive.members()[index].name;
        const auto map = object(index, LargestMap);
        if (!map)
            return;
        if (name == "debug_handle_map"_L1)
            addDebugHandles(m_record, *map);
        else if (name == "delegate_map"_L1)
            addDelegates(m_record, *map);
        else
            addOutputCounts(m_record, *map);
    }

    void takeGraphId(size_t index)
    {
        constexpr quint64 LongestNumber = 64;
        const auto content = m_archive.read(index, LongestNumber);
        if (!content) {
            complain(content.error());
            return;
        }
        bool isNumber = false;
        const auto id = content.value()->bytes().toByteArray().trimmed().toLongLong(&isNumber);
        if (isNumber)
            m_record.exportGraphId = id;
    }

    void addProgram(size_t index)
    {
        const auto &member = m_archive.members()[index];
        const auto content = m_archive.data(index, JsonLimits().bytes);
        if (content && !content.value()->bytes().trimmed().startsWith('{')) {
            m_record.opaque.push_back({ member.name, member.size });
            return;
        }
        const auto program = object(index, JsonLimits().bytes);
        if (!program)
            return;
        auto &network = m_record.network;
        const auto added = ProgramGraphs(network, m_sink).add(*program, member.name);
        if (!added) {
            complain(added.error());
            return;
        }
        if (network.version.isEmpty())
            network.version = schemaVersion(*program);
        addProgramFacts(network, *program, member.name + u": "_s);
        auto graph = graphOf(member.name);
        graph.subgraph = *added;
        m_record.graphs.push_back(std::move(graph));
    }

    void checkEdge()
    {
        const auto hasEdge = std::any_of(m_record.graphs.begin(), m_record.graphs.end(),
            [](const EtRecord::Graph &graph) { return graph.kind == EtRecord::GraphKind::Edge; });
        if (!hasEdge)
            m_sink.add(u"etrecord.no-edge-program"_s, Severity::Warning,
                u"the program that the .pte was made from is missing; runs cannot be joined"_s,
                at({}));
    }

    ZipArchive m_archive;
    EtRecord m_record;
    DiagnosticSink m_sink;
    std::optional<Error> m_firstError;
};

} // namespace

Result<EtRecord> readEtRecord(std::shared_ptr<const ByteSource> source)
{
    auto archive = ZipArchive::open(std::move(source));
    if (!archive)
        return fail(archive.error());
    return EtRecordReader(std::move(*archive)).read();
}

} // namespace tosaic::formats
