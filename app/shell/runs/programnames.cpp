// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/session.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/bytesource.h"
#include "core/base/jobslot.h"
#include "core/workspace/contents.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/programfacts.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// What the programs of runs are called: the open one, those of this session's compiles and those
/// of the workspace.
class ProgramNaming : public QObject
{
public:
    ProgramNaming(const ShellContext &context, WorkspaceStore &store)
        : QObject(&context.window), m_session(context.session), m_store(store)
    {
        connect(&m_store, &WorkspaceStore::changed, this, &ProgramNaming::tell);
        connect(&m_session.results(), &ResultsDocument::changed, this, &ProgramNaming::tell);
        connect(&m_session.model(), &ModelDocument::changed, this, &ProgramNaming::hashOpen);
    }

private:
    void hashOpen()
    {
        const auto program = m_session.model().program();
        if (!program || !program->source || program->source == m_hashed)
            return;
        m_hashed = program->source;
        m_slot.start(
            {},
            [source = program->source](
                const JobControl &) -> Result<QString> { return sha256Hex(source->bytes()); },
            [this, name = QFileInfo(m_session.model().path()).fileName(),
                marks = profile::marksOf(*program)](Result<QString> hash) {
                if (!hash)
                    return;
                m_opened.insert(*hash, { name, marks });
                tell();
            });
    }

    void tell()
    {
        auto names = m_opened;
        for (const auto &result : m_session.results().results()) {
            for (const auto &artefact : result->artefacts) {
                if (artefact.kind == "pte"_L1)
                    names.insert(artefact.sha256,
                        { QFileInfo(artefact.path).fileName(),
                            profile::marksOfSize(artefact.size) });
            }
        }
        if (const auto contents = m_store.contents())
            names.insert(programNamesOf(contents->artefacts, contents->models, contents->settings));
        m_session.runs().setProgramNames(names);
    }

    Session &m_session;
    WorkspaceStore &m_store;
    std::shared_ptr<const ByteSource> m_hashed; ///< the last one
    ProgramNames m_opened; ///< programs that were open in this session
    JobSlot m_slot;
};

} // namespace

void addProgramNames(const ShellContext &context, WorkspaceStore &store)
{
    new ProgramNaming(context, store);
}

} // namespace tosaic::shell
