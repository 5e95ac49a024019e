// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorysystem.h"
#include "core/model/entityref.h"
#include "profiler/join/deviations.h"
#include "profiler/join/operationjoin.h"
#include "profiler/join/operationslices.h"
#include "profiler/timeline/timeline.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tosaic {

/// What is known about where the time of one program goes: its operations with the cycles of a
/// trace or of Vela's estimate, and when they ran. An immutable value, made on a pool thread.
struct ProfileSubject
{
    QString title; ///< what `timeline` is of: "mv2.pte, trace.json.gz"
    QString tableTitle; ///< what `table` is of; not a dump, nor a trace that is not joined to it
    std::shared_ptr<const profile::OperationTable> table; ///< null: no operation is known
    profile::OperationSlices slices; ///< none without a trace
    std::vector<profile::JoinStream> streams; ///< what was joined; OperationTable's stream numbers
    /// For each operation what it is in the open documents, the most telling first: node of the
    /// model, operator of the network, operation of the command stream.
    std::vector<std::vector<model::EntityRef>> entities;
    /// What has no operation of its own in the open documents, and the operation that does its
    /// work.
    struct Carried
    {
        /// A node of the model, an operator of the network or a buffer of a command stream.
        model::EntityRef entity;
        size_t operation = 0; ///< into the table
    };
    std::vector<Carried> carried;
    std::shared_ptr<const profile::Timeline> timeline; ///< null: nothing has a time
    std::vector<profile::BoardCycles> board; ///< cycles measured on silicon, by operator
    std::vector<std::optional<analysis::MemorySystem>> memories; ///< for each stream
    QString product; ///< "U55"; empty: not known
    std::optional<quint32> npuMacs; ///< MACs per cycle
    std::optional<quint64> clockHz; ///< NPU clock
    /// NPU cycles of an inference of the trace that `slices` are of, the median of several: from
    /// its first to its last command, what lies between operators included.
    std::optional<double> inferenceCycles;
    QStringList sources; ///< files that were joined, with what they gave
    std::vector<Diagnostic> diagnostics;

    /// The most telling entity of an operation; empty if it is none of the open documents.
    model::EntityRef entityOf(size_t operation) const;
    /// Operations that an entity stands for; of one without operations of its own that which does
    /// its work. None if nothing leads to one.
    std::vector<size_t> operationsOf(const model::EntityRef &entity) const;
    /// What the same operations are elsewhere in the open documents, in the order of execution.
    std::vector<model::EntityRef> relativesOf(const model::EntityRef &entity) const;
    /// Of an operator of the model the first operation of a command stream that it became; else
    /// the entity itself.
    model::EntityRef inStream(const model::EntityRef &entity) const;
};

/// Whether the trace of that name ran none of the command streams that it was put beside
/// ("profile.trace-other").
bool isOfOtherProgram(const ProfileSubject &subject, const QString &traceName);

/// The subject that all views of a profile show, and the range of time that they are narrowed to.
/// Lives on the GUI thread.
class ProfileDocument : public QObject
{
    Q_OBJECT
public:
    using Range = std::pair<qint64, qint64>; ///< in the unit of the timeline; the end is outside
    using QObject::QObject;

    /// Null while there is none.
    std::shared_ptr<const ProfileSubject> subject() const { return m_subject; }
    /// A new one is being put together; subject() is still the one before.
    bool isLoading() const { return m_isLoading; }
    /// Takes the range away, and what stood beside it.
    void set(std::shared_ptr<const ProfileSubject> subject);
    void setLoading(bool loading);

    /// The subject with its timeline among others on one axis, as the timeline's page shows it; the
    /// subject itself while nothing stands beside it.
    std::shared_ptr<const ProfileSubject> aligned() const
    {
        return m_aligned ? m_aligned : m_subject;
    }
    /// Null: it stands alone.
    void setAligned(std::shared_ptr<const ProfileSubject> aligned);

    /// Absent: everything. table() is made anew when it is asked for.
    std::optional<Range> range() const { return m_range; }
    void setRange(std::optional<Range> range);
    /// The operations within the range: cycles of what lies inside it, as
    /// profile::RangedOperations says. Without a range or without slices it is the subject's table.
    /// Null without one.
    std::shared_ptr<const profile::OperationTable> table() const;

Q_SIGNALS:
    /// subject(), isLoading()
    void changed();
    /// range() and with it table()
    void rangeChanged();
    void alignedChanged();

private:
    std::shared_ptr<const ProfileSubject> m_subject;
    std::shared_ptr<const ProfileSubject> m_aligned; ///< null: as m_subject
    // Made when they are asked for: a range is dragged through many values.
    mutable std::shared_ptr<const profile::OperationTable> m_table;
    mutable std::unique_ptr<profile::RangedOperations> m_ranged; ///< of m_subject
    std::optional<Range> m_range;
    bool m_isLoading = false;
};

} // namespace tosaic
