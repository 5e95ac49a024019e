// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/memoryuse.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr quint64 Megabyte = 1000 * 1000;
constexpr size_t LargestTree = 4096; // processes of one job that are counted

QByteArray readProc(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Process
{
    qint64 id = 0;
    qint64 parent = 0;
    quint64 bytes = 0; ///< resident
};

/// From stat: fields 4 (ppid) and 24 (rss, in pages) of proc(5).
std::optional<Process> readProcess(qint64 id)
{
    const auto text = readProc(u"/proc/%1/stat"_s.arg(id));
    const auto behindName = text.lastIndexOf(')') + 2; // the name may hold blanks
    if (behindName < 2 || behindName >= text.size())
        return {};
    const auto fields = text.mid(behindName).split(' ');
    if (fields.size() < 22 || fields[0] == "Z")
        return {};
    static const auto pageSize = static_cast<quint64>(::sysconf(_SC_PAGESIZE));
    return Process{ id, fields[1].toLongLong(), fields[21].toULongLong() * pageSize };
}

} // namespace

std::optional<quint64> availableMemoryBytes()
{
    for (const auto &line : readProc(u"/proc/meminfo"_s).split('\n')) {
        if (!line.startsWith("MemAvailable:"))
            continue;
        const auto fields = line.simplified().split(' ');
        bool isNumber = false;
        const auto kibibytes = fields.value(1).toULongLong(&isNumber);
        if (isNumber)
            return kibibytes * 1024;
    }
    return {};
}

std::optional<quint64> treeMemoryBytes(qint64 processId)
{
    const auto root = readProcess(processId);
    if (processId <= 0 || !root)
        return {};
    std::vector<Process> others;
    for (const auto &name : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        bool isNumber = false;
        const auto id = name.toLongLong(&isNumber);
        if (!isNumber || id == processId)
            continue;
        if (const auto process = readProcess(id))
            others.push_back(*process);
    }
    std::vector tree{ *root };
    for (size_t i = 0; i < tree.size() && tree.size() < LargestTree; ++i) {
        for (const auto &other : others) {
            if (other.parent == tree[i].id)
                tree.push_back(other);
        }
    }
    quint64 bytes = 0;
    for (const auto &process : tree)
        bytes += process.bytes;
    return bytes;
}

quint64 MemoryExpectation::guess(const QString &kind, quint64 modelBytes)
{
    return kind == u"vela"_s ? 100 * Megabyte + 6 * modelBytes : 600 * Megabyte + 8 * modelBytes;
}

quint64 MemoryExpectation::expected(
    const QString &kind, const QString &model, quint64 modelBytes) const
{
    if (const auto known = m_byModel.constFind(kind + u'\n' + model); known != m_byModel.cend())
        return *known;
    return std::max(guess(kind, modelBytes), m_byKind.value(kind));
}

void MemoryExpectation::learn(const QString &kind, const QString &model, quint64 peakBytes)
{
    if (peakBytes == 0)
        return;
    m_byKind[kind] = peakBytes;
    m_byModel[kind + u'\n' + model] = peakBytes;
}

} // namespace tosaic::toolchain
