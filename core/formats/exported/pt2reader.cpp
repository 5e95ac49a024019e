// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/pt2reader.h"

#include "core/formats/exported/programfacts.h"
#include "core/formats/exported/programgraphs.h"
#include "core/formats/exported/pythonjson.h"
#include "core/formats/exported/weights.h"
#include "core/formats/zip/ziparchive.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr auto OldProgram = "serialized_exported_program.json"_L1;

/// A member that holds a program, and the program's name.
struct ProgramMember
{
    size_t index;
    QString name;
};

class Pt2Reader
{
public:
    explicit Pt2Reader(ZipArchive archive) : m_archive(std::move(archive))
    {
        m_network.source = m_archive.source();
        m_network.format = u"pt2"_s;
    }

    Result<model::Network> read()
    {
        const auto programs = findPrograms();
        if (programs.empty())
            return fail(ErrorCode::FormatUnsupported,
                u"the archive holds no exported program (models/*.json)"_s, at({}));
        for (const auto &program : programs) {
            if (const auto added = add(program, programs.size() > 1); !added)
                return fail(added.error());
        }
        noteOtherMembers();
        for (const auto &diagnostic : m_archive.diagnostics())
            m_sink.add(diagnostic);
        m_network.diagnostics = m_sink.take();
        return std::move(m_network);
    }

private:
    Location at(const QString &section) const
    {
        return { .file = m_archive.source()->name(), .section = section };
    }

    std::vector<ProgramMember> findPrograms()
    {
        std::vector<ProgramMember> programs;
        const auto &members = m_archive.members();
        for (size_t i = 0; i < members.size(); ++i) {
            const auto &name = members[i].name;
            if (m_archive.find(name) != i)
                continue; // another member of this name follows, which counts
            const auto folder = name.section(u'/', 0, 0) + u'/';
            const auto rest = name.sliced(std::min(folder.size(), name.size()));
            constexpr auto Models = "models/"_L1;
            constexpr auto Suffix = ".json"_L1;
            if (name.section(u'/', -1) == OldProgram) {
                m_root = name.chopped(OldProgram.size());
                programs.push_back({ i, u"model"_s });
            } else if (rest.startsWith(Models) && rest.endsWith(Suffix)) {
                m_root = folder;
                programs.push_back({ i, rest.sliced(Models.size()).chopped(Suffix.size()) });
            }
        }
        return programs;
    }

    Result<void> add(const ProgramMember &member, bool isOneOfMany)
    {
        const auto &name = m_archive.members()[member.index].name;
        const auto content = m_archive.read(member.index, JsonLimits().bytes);
        if (!content)
            return fail(content.error());
        const auto json = readPythonJson(content.value()->bytes(), at(name));
        if (!json)
            return fail(json.error());
        const auto added = ProgramGraphs(m_network, m_sink).add(*json, member.name);
        if (!added)
            return fail(added.error());
        if (m_network.version.isEmpty())
            m_network.version = schemaVersion(*json);
        addProgramFacts(m_network, *json, isOneOfMany ? member.name + u": "_s : QString());
        WeightFinder(m_archive, m_root, m_sink)
            .attach(m_network.subgraphs[size_t(*added)], member.name);
        return {};
    }

    /// What else the archive holds, by name and size.
    void noteOtherMembers()
    {
        for (const auto &member : m_archive.members()) {
            const auto name
                = member.name.sliced(member.name.startsWith(m_root) ? m_root.size() : 0);
            const auto isPickle = name.endsWith(".pt"_L1);
            const auto isKnown = name.startsWith("extra"_L1) // extra/, extra_files/
                || name.startsWith("data/executorch/"_L1)
                || name.startsWith("data/aotinductor/"_L1);
            if (isPickle)
                note(name, u"%1 bytes, pickled, not read"_s.arg(member.size));
            else if (isKnown && !member.isFolder())
                note(name, u"%1 bytes"_s.arg(member.size));
        }
    }

    void note(const QString &name, const QString &text)
    {
        constexpr size_t MostNotes = 1000;
        if (m_network.metadata.size() < MostNotes)
            m_network.metadata.emplace_back(name, text);
    }

    ZipArchive m_archive;
    model::Network m_network;
    DiagnosticSink m_sink;
    QString m_root;
};

} // namespace

Result<model::Network> readPt2(std::shared_ptr<const ByteSource> source)
{
    auto archive = ZipArchive::open(std::move(source));
    if (!archive)
        return fail(archive.error());
    return Pt2Reader(std::move(*archive)).read();
}

} // namespace tosaic::formats
