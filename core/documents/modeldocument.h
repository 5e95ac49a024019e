// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/openmodel.h"
#include "core/documents/relatednetwork.h"

#include <QObject>

#include <memory>
#include <optional>

namespace tosaic::analysis {
struct Join;
}

namespace tosaic {

/// An opened file: the program and, where one is known, the compile that made it (joined by the
/// SHA-256 of the delegates' bytes, never by file order); or a network; or, for files that are no
/// graph, what they say about themselves. All of it is immutable; the document only swaps it and
/// says so. What takes longer (disassembling the command streams, looking for networks that belong
/// to the delegates) is computed on a pool thread after that. Lives on the GUI thread.
class ModelDocument : public QObject
{
    Q_OBJECT
public:
    /// What the list of jobs calls the computations (translated by who makes the document).
    struct JobLabels
    {
        QString streams;
        QString relations;
    };

    explicit ModelDocument(QObject *parent = nullptr) : ModelDocument(nullptr, {}, parent) { }
    /// `jobs` may be null; else what is computed is listed there.
    ModelDocument(JobList *jobs, JobLabels labels, QObject *parent = nullptr);
    ~ModelDocument() override;

    const OpenedModel &opened() const { return m_opened; }
    QString path() const { return m_opened.path; }
    /// Null if what is open is no program.
    std::shared_ptr<const model::Program> program() const { return m_opened.program; }
    /// Null if the compile that made the program is not known.
    std::shared_ptr<const compiled::CompileResult> compileResult() const { return m_opened.result; }
    /// What the program keeps in .ptd files; null if it needs none.
    std::shared_ptr<const ExternalData> externalData() const { return m_opened.external; }
    /// TOSA, TFLite, .pt2, ETRecord; null for everything else.
    std::shared_ptr<const model::Network> network() const { return m_opened.network; }
    /// For files that are no graph: npz, CSV, debug database, ini, ETDump, VGF, ptd, streams.
    const std::optional<Description> &description() const { return m_opened.description; }
    /// The bytes that all ranges of the document point into; null while nothing is open or a
    /// compile left no program.
    std::shared_ptr<const ByteSource> source() const;
    bool isEmpty() const;

    /// The command streams, taken apart; empty while isAnalysing(), and where there are none.
    const NpuAnalyses &streams() const { return m_streams; }
    bool isAnalysing() const { return m_analysis.isRunning(); }
    /// Null if there is none or it is still computed.
    std::shared_ptr<const NpuAnalysis> streamOf(const model::EntityRef &entity) const
    {
        return tosaic::streamOf(m_streams, entity);
    }

    /// Networks that delegates of the program were made from, with the evidence; empty while they
    /// are looked for, and where none is known.
    const RelatedNetworks &relatedNetworks() const { return m_related; }
    bool isRelating() const { return m_relation.isRunning(); }
    const RelatedNetwork *relatedTo(const model::EntityRef &delegate) const
    {
        return tosaic::relatedTo(m_related, delegate);
    }
    std::shared_ptr<const model::Network> networkOf(const model::EntityRef &entity) const
    {
        return tosaic::networkOf(m_opened.network, m_related, entity);
    }

    /// Which delegate is which partition of the compile, by the hash of its bytes; null while that
    /// is computed, and without a compile.
    std::shared_ptr<const analysis::Join> join() const { return m_join; }
    /// The delegate that a partition of the compile became; absent if nothing proves it.
    std::optional<model::EntityRef> delegateOf(int partition) const;

    void set(OpenedModel opened);
    void set(const QString &path, std::shared_ptr<const model::Program> program,
        std::shared_ptr<const compiled::CompileResult> result);
    void clear() { set(OpenedModel()); }

Q_SIGNALS:
    void changed();
    /// streams() were computed; always after changed(), also where there are none.
    void streamsChanged();
    /// join() and relatedNetworks() were computed.
    void relationsChanged();

private:
    void analyse();
    void relate();

    struct Relations
    {
        std::shared_ptr<const analysis::Join> join;
        RelatedNetworks networks;
    };

    JobLabels m_labels;
    OpenedModel m_opened;
    NpuAnalyses m_streams;
    RelatedNetworks m_related;
    std::shared_ptr<const analysis::Join> m_join;
    JobSlot m_analysis;
    JobSlot m_relation;
};

} // namespace tosaic
