// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/database.h"
#include "core/workspace/samplelayout.h"
#include "core/workspace/workspace.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

template <typename T>
QByteArray viewOf(std::span<const T> values)
{
    return QByteArray::fromRawData(
        reinterpret_cast<const char *>(values.data()), static_cast<qsizetype>(values.size_bytes()));
}

Result<void> checkSamples(const SampleBatch &batch)
{
    const auto isNumber = [](const Sample &sample) { return std::isfinite(sample.value); };
    if (!std::ranges::all_of(batch.samples, isNumber))
        return fail(ErrorCode::FormatDamaged, u"a sample is not a finite number"_s);
    if (!std::ranges::is_sorted(batch.samples, {}, &Sample::time))
        return fail(ErrorCode::FormatDamaged, u"samples go back in time"_s);
    return {};
}

/// Statements that writing chunks needs, prepared once for a transaction.
class ChunkWriter
{
public:
    explicit ChunkWriter(SQLite::Database &database)
        : m_last(database,
            "SELECT id, count, last_time FROM sample_chunks WHERE id BETWEEN ? AND ?"
            " ORDER BY id DESC LIMIT 1"),
          m_samples(database, "SELECT samples FROM sample_data WHERE id = ?"),
          m_exists(database, "SELECT 1 FROM series WHERE id = ?"),
          m_chunk(database, "INSERT OR REPLACE INTO sample_chunks VALUES (?, ?, ?, ?, ?, ?, ?)"),
          m_blocks(database, "INSERT OR REPLACE INTO sample_blocks VALUES (?, ?)"),
          m_data(database, "INSERT OR REPLACE INTO sample_data VALUES (?, ?)")
    {
    }

    Result<void> append(const SampleBatch &batch);

private:
    bool exists(SeriesId id);
    void write(quint64 id, std::span<const Sample> samples);
    static void put(SQLite::Statement &statement, quint64 id, const QByteArray &bytes);

    SQLite::Statement m_last;
    SQLite::Statement m_samples;
    SQLite::Statement m_exists;
    SQLite::Statement m_chunk;
    SQLite::Statement m_blocks;
    SQLite::Statement m_data;
};

bool ChunkWriter::exists(SeriesId id)
{
    m_exists.reset();
    m_exists.bind(1, static_cast<int64_t>(id.value));
    return m_exists.executeStep();
}

void ChunkWriter::put(SQLite::Statement &statement, quint64 id, const QByteArray &bytes)
{
    statement.reset();
    statement.bind(1, static_cast<int64_t>(id));
    statement.bindNoCopy(2, bytes.constData(), static_cast<int>(bytes.size()));
    statement.exec();
}

void ChunkWriter::write(quint64 id, std::span<const Sample> samples)
{
    const auto summary = summaryOf(samples);
    m_chunk.reset();
    m_chunk.bind(1, static_cast<int64_t>(id));
    m_chunk.bind(2, static_cast<int64_t>(summary.count));
    m_chunk.bind(3, static_cast<int64_t>(summary.firstTime));
    m_chunk.bind(4, static_cast<int64_t>(summary.lastTime));
    m_chunk.bind(5, summary.lowest);
    m_chunk.bind(6, summary.highest);
    m_chunk.bind(7, summary.total);
    m_chunk.exec();
    const auto blocks = blocksOf(samples);
    put(m_blocks, id, viewOf(std::span(blocks)));
    put(m_data, id, viewOf(samples));
}

Result<void> ChunkWriter::append(const SampleBatch &batch)
{
    if (!exists(batch.series))
        return fail(ErrorCode::Internal, u"there is no series %1"_s.arg(batch.series.value));
    auto rest = batch.samples;
    auto id = firstChunkId(batch.series);
    m_last.reset();
    m_last.bind(1, static_cast<int64_t>(id));
    m_last.bind(2, static_cast<int64_t>(id + LastChunk));
    if (m_last.executeStep() && !rest.empty()) {
        id = static_cast<quint64>(m_last.getColumn(0).getInt64());
        const auto count = static_cast<size_t>(m_last.getColumn(1).getInt64());
        if (rest.front().time < m_last.getColumn(2).getInt64())
            return fail(ErrorCode::FormatDamaged, u"samples go back in time"_s);
        if (count < SamplesPerChunk) {
            const auto more = std::min(rest.size(), SamplesPerChunk - count);
            m_samples.reset();
            m_samples.bind(1, static_cast<int64_t>(id));
            std::vector<Sample> joined;
            if (m_samples.executeStep()) {
                const auto column = m_samples.getColumn(0);
                joined = valuesOf<Sample>(
                    { static_cast<const char *>(column.getBlob()), column.getBytes() });
            }
            m_samples.reset();
            joined.insert(joined.end(), rest.begin(), rest.begin() + static_cast<qsizetype>(more));
            write(id, joined);
            rest = rest.subspan(more);
        }
        ++id;
    }
    m_last.reset();
    for (; !rest.empty(); ++id) {
        if (id > firstChunkId(batch.series) + LastChunk)
            return fail(
                ErrorCode::LimitExceeded, u"a series has at most 2^%1 chunks"_s.arg(ChunkBits));
        const auto count = std::min<size_t>(rest.size(), SamplesPerChunk);
        write(id, rest.first(count));
        rest = rest.subspan(count);
    }
    return {};
}

SeriesRecord seriesRow(Query &row)
{
    SeriesRecord record{ .id = row.id<SeriesRowTag>(),
        .run = row.id<RunRowTag>(),
        .name = row.text(),
        .unit = row.text(),
        .timeUnit = row.text(),
        .count = row.number() };
    record.firstTime = static_cast<qint64>(row.number());
    record.lastTime = static_cast<qint64>(row.number());
    record.lowest = row.real();
    record.highest = row.real();
    record.total = row.real();
    return record;
}

// Each its own statement: a condition that may be off keeps SQLite from using an index.
#define TOSAIC_SERIES(where)                                                                       \
    "SELECT s.id, s.run_id, s.name, s.unit, s.time_unit, coalesce(sum(c.count), 0),"               \
    " coalesce(min(c.first_time), 0), coalesce(max(c.last_time), 0),"                              \
    " coalesce(min(c.lowest), 0.0), coalesce(max(c.highest), 0.0), coalesce(sum(c.total), 0.0)"    \
    " FROM series AS s LEFT JOIN sample_chunks AS c"                                               \
    " ON c.id BETWEEN s.id << 24 AND (s.id << 24) + 0xffffff " where                               \
    " GROUP BY s.id ORDER BY s.id"
constexpr const char *SelectSeriesOfRun = TOSAIC_SERIES("WHERE s.run_id = ?");
constexpr const char *SelectAllSeries = TOSAIC_SERIES("");
#undef TOSAIC_SERIES

} // namespace

Result<SeriesId> SampleRecords::addSeries(
    RunId run, const QString &name, const QString &unit, const QString &timeUnit)
{
    return m_database->write([&]() -> Result<SeriesId> {
        auto exists = m_database->query("SELECT 1 FROM runs WHERE id = ?");
        if (!exists.id(run).next())
            return fail(
                ErrorCode::Internal, u"there is no run %1"_s.arg(run.value), { .file = path() });
        m_database
            ->query("INSERT INTO series (run_id, name, unit, time_unit) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING")
            .id(run)
            .text(name)
            .text(unit)
            .text(timeUnit)
            .run();
        auto id = m_database->query("SELECT id FROM series WHERE run_id = ? AND name = ?");
        id.id(run).text(name);
        id.next();
        return id.id<SeriesRowTag>();
    });
}

Result<std::vector<SeriesRecord>> SampleRecords::series(RunId run)
{
    return m_database->read([&]() -> Result<std::vector<SeriesRecord>> {
        auto rows = m_database->query(SelectSeriesOfRun);
        rows.id(run);
        std::vector<SeriesRecord> records;
        while (rows.next())
            records.push_back(seriesRow(rows));
        return records;
    });
}

Result<std::map<RunId, std::vector<SeriesRecord>>> SampleRecords::seriesByRun()
{
    return m_database->read([&]() -> Result<std::map<RunId, std::vector<SeriesRecord>>> {
        auto rows = m_database->query(SelectAllSeries);
        std::map<RunId, std::vector<SeriesRecord>> records;
        while (rows.next()) {
            auto record = seriesRow(rows);
            records[record.run].push_back(std::move(record));
        }
        return records;
    });
}

Result<void> SampleRecords::appendSamples(std::span<const SampleBatch> batches)
{
    const auto withFile = [this](Error error) {
        error.location.file = path();
        return fail(std::move(error));
    };
    for (const auto &batch : batches) {
        if (const auto checked = checkSamples(batch); !checked)
            return withFile(checked.error());
    }
    return m_database->write([&]() -> Result<void> {
        ChunkWriter writer(m_database->sqlite());
        for (const auto &batch : batches) {
            if (const auto written = writer.append(batch); !written)
                return withFile(written.error());
        }
        return {};
    });
}

} // namespace tosaic::workspace
