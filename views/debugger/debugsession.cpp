// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/debugsession.h"

#include "core/base/try.h"
#include "core/localrun/debugmemory.h"

namespace tosaic::views {

namespace {

/// The run and the bytes that its memory points into.
struct Opened
{
    std::shared_ptr<const NpuAnalysis> analysis;
    std::shared_ptr<const ByteSource> source;
    QByteArray weights; ///< those that lie outside the file's bytes: unpacked ones
    npusim::DebugRun run;
};

} // namespace

DebugSession::DebugSession(QObject *parent)
    : QObject(parent), m_weights(std::make_shared<npusim::WeightCache>())
{
}

DebugSession::~DebugSession()
{
    if (m_run)
        m_run->abandon();
}

void DebugSession::open(std::shared_ptr<const NpuAnalysis> analysis,
    std::shared_ptr<const ByteSource> source, const std::vector<QByteArray> &inputs, quint64 seed)
{
    close();
    m_analysis = std::move(analysis);
    m_seed = seed;
    QByteArray weights;
    const auto file = source->bytes();
    const auto &given = m_analysis->placed.place.weights;
    if (given.begin() < file.begin() || given.end() > file.end())
        weights = given.toByteArray();
    m_slot.start(
        {},
        [placed = m_analysis, weights, source = std::move(source), inputs, seed, cache = m_weights](
            const JobControl &) -> Result<std::shared_ptr<Opened>> {
            auto stream = placed->placed;
            if (!stream.stream)
                return fail(stream.error.value_or(Error()));
            if (!weights.isEmpty())
                stream.place.weights = weights;
            auto memory = TRY(localrun::debugMemory(stream, source, inputs, seed));
            return std::make_shared<Opened>(placed, source, weights,
                npusim::DebugRun(stream.stream, std::move(memory), { .weights = cache }));
        },
        [this](Result<std::shared_ptr<Opened>> opened) {
            if (opened) {
                m_analysis = (*opened)->analysis;
                m_run = { *opened, &(*opened)->run };
            } else {
                m_error = opened.error();
            }
            Q_EMIT changed();
            if (m_run)
                Q_EMIT moved(true);
        });
    Q_EMIT changed();
}

void DebugSession::close()
{
    if (m_run)
        m_run->abandon();
    m_slot.cancel();
    m_run.reset();
    m_analysis.reset();
    m_error.reset();
    Q_EMIT changed();
}

void DebugSession::perform(Move move)
{
    if (!m_run || m_slot.isRunning())
        return;
    m_slot.start(
        {},
        [run = m_run, move = std::move(move)](
            const JobControl &) -> Result<bool> { return move(*run); },
        [this](const Result<bool> &isReached) { Q_EMIT moved(*isReached); });
    Q_EMIT changed();
}

void DebugSession::interrupt()
{
    if (m_run && m_slot.isRunning())
        m_run->interrupt();
}

} // namespace tosaic::views
