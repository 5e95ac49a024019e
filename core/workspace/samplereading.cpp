// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/samplelayout.h"
#include "core/workspace/workspace.h"

#include <algorithm>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

/// Reads the chunks of one series.
class SampleReader
{
public:
    SampleReader(Database &database, SeriesId id, TimeRange range)
        : m_database(database), m_id(id), m_range(range)
    {
    }

    /// Those that have a sample in the range may be among them, all others are not.
    std::vector<SampleChunk> chunks();
    std::vector<Sample> samplesOf(const SampleChunk &chunk);
    std::vector<SampleBucket> buckets(int count);

private:
    std::vector<SampleBlock> blocksOf(const SampleChunk &chunk);
    bool isInside(const SampleChunk &chunk) const
    {
        return chunk.firstTime >= m_range.from && chunk.lastTime <= m_range.to;
    }

    Database &m_database;
    SeriesId m_id;
    TimeRange m_range;
    std::optional<SQLite::Statement> m_blocks;
    std::optional<SQLite::Statement> m_samples;
};

std::vector<SampleChunk> SampleReader::chunks()
{
    auto rows = m_database.query(
        "SELECT id, count, first_time, last_time, lowest, highest, total FROM sample_chunks"
        " WHERE id BETWEEN ? AND ? AND last_time >= ? AND first_time <= ? ORDER BY id");
    rows.number(firstChunkId(m_id)).number(firstChunkId(m_id) + LastChunk);
    rows.number(static_cast<quint64>(m_range.from)).number(static_cast<quint64>(m_range.to));
    std::vector<SampleChunk> chunks;
    while (rows.next()) {
        SampleChunk chunk{ .id = rows.number(), .count = rows.number() };
        chunk.firstTime = static_cast<qint64>(rows.number());
        chunk.lastTime = static_cast<qint64>(rows.number());
        chunk.lowest = rows.real();
        chunk.highest = rows.real();
        chunk.total = rows.real();
        chunks.push_back(chunk);
    }
    return chunks;
}

namespace {

template <typename T>
std::vector<T> readChunk(std::optional<SQLite::Statement> &statement, SQLite::Database &database,
    const char *sql, quint64 id)
{
    if (!statement)
        statement.emplace(database, sql);
    statement->reset();
    statement->bind(1, static_cast<int64_t>(id));
    if (!statement->executeStep())
        throw SQLite::Exception("a chunk of samples is missing", SQLITE_CORRUPT);
    const auto column = statement->getColumn(0);
    return valuesOf<T>({ static_cast<const char *>(column.getBlob()), column.getBytes() });
}

} // namespace

std::vector<Sample> SampleReader::samplesOf(const SampleChunk &chunk)
{
    auto samples = readChunk<Sample>(
        m_samples, m_database.sqlite(), "SELECT samples FROM sample_data WHERE id = ?", chunk.id);
    if (!isInside(chunk))
        std::erase_if(samples, [this](const Sample &sample) {
            return sample.time < m_range.from || sample.time > m_range.to;
        });
    return samples;
}

std::vector<SampleBlock> SampleReader::blocksOf(const SampleChunk &chunk)
{
    return readChunk<SampleBlock>(
        m_blocks, m_database.sqlite(), "SELECT blocks FROM sample_blocks WHERE id = ?", chunk.id);
}

std::vector<SampleBucket> SampleReader::buckets(int count)
{
    const auto all = chunks();
    if (all.empty())
        return {};
    const TimeRange open;
    if (m_range.from == open.from)
        m_range.from = all.front().firstTime;
    if (m_range.to == open.to)
        m_range.to = all.back().lastTime;
    quint64 total = 0;
    for (const auto &chunk : all)
        total += chunk.count;
    const bool isCoarse = total / static_cast<quint64>(std::max(1, count)) >= BlockBuckets;
    BucketFiller filler(m_range, count);
    for (const auto &chunk : all) {
        const bool isWhole = isInside(chunk);
        if (isWhole && filler.indexOf(chunk.firstTime) == filler.indexOf(chunk.lastTime)) {
            filler.add(chunk.firstTime, chunk.count, chunk.lowest, chunk.highest, chunk.total);
        } else if (isWhole && isCoarse) {
            quint64 left = chunk.count;
            for (const auto &block : blocksOf(chunk)) {
                const auto size = std::min<quint64>(left, SamplesPerBlock);
                filler.add(block.firstTime, size, block.lowest, block.highest, block.total);
                left -= size;
            }
        } else {
            for (const auto &sample : samplesOf(chunk))
                filler.add(sample);
        }
    }
    return filler.take();
}

Result<std::vector<Sample>> SampleRecords::samples(SeriesId id, TimeRange range, quint64 limit)
{
    return m_database->read([&]() -> Result<std::vector<Sample>> {
        SQLite::Transaction moment(m_database->sqlite()); // a writer may be adding chunks
        SampleReader reader(*m_database, id, range);
        std::vector<Sample> samples;
        for (const auto &chunk : reader.chunks()) {
            const auto more = reader.samplesOf(chunk);
            if (samples.size() + more.size() > limit)
                return fail(ErrorCode::LimitExceeded,
                    u"the range has more than %1 samples"_s.arg(limit), { .file = path() });
            samples.insert(samples.end(), more.begin(), more.end());
        }
        return samples;
    });
}

Result<std::vector<SampleBucket>> SampleRecords::sampleBuckets(
    SeriesId id, TimeRange range, int count)
{
    return m_database->read([&]() -> Result<std::vector<SampleBucket>> {
        SQLite::Transaction moment(m_database->sqlite());
        return SampleReader(*m_database, id, range).buckets(count);
    });
}

} // namespace tosaic::workspace
