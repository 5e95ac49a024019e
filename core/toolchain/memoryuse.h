// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

#include <optional>

namespace tosaic::toolchain {

/// Bytes that programs can have without swapping (MemAvailable of /proc/meminfo, see proc(5));
/// absent if the system does not say.
std::optional<quint64> availableMemoryBytes();

/// Resident bytes of a process and all its descendants, shared pages counted in each; absent if it
/// is gone. Reads /proc, some milliseconds.
std::optional<quint64> treeMemoryBytes(qint64 processId);

/// What a job is expected to take, before it runs.
class MemoryExpectation
{
public:
    /// Until a job of the kind has run: what a fresh process of the pinned tools takes (measured),
    /// and how it grows with the model. "vela": 100 MB and 6 times the model; all others load
    /// torch: 600 MB and 8 times the model.
    static quint64 guess(const QString &kind, quint64 modelBytes);

    /// The last peak of the same kind and model, else the larger of the guess and the last peak of
    /// the kind.
    quint64 expected(const QString &kind, const QString &model, quint64 modelBytes) const;
    void learn(const QString &kind, const QString &model, quint64 peakBytes);

private:
    QHash<QString, quint64> m_byKind;
    QHash<QString, quint64> m_byModel;
};

} // namespace tosaic::toolchain
