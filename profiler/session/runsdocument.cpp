// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/runsdocument.h"

#include "core/base/bytesource.h"
#include "profiler/parsers/consoleparser.h"

#include <QFileInfo>

#include <algorithm>

namespace tosaic {

const NamedRun *RunsDocument::current() const
{
    return isValid(m_current) ? &m_runs[static_cast<size_t>(m_current)] : nullptr;
}

int RunsDocument::add(NamedRun run)
{
    m_runs.push_back(std::move(run));
    m_current = static_cast<int>(m_runs.size()) - 1;
    Q_EMIT changed();
    Q_EMIT currentChanged(m_current);
    return m_current;
}

void RunsDocument::remove(int index)
{
    if (!isValid(index))
        return;
    m_runs.erase(m_runs.begin() + index);
    const auto previous = m_current;
    const auto last = static_cast<int>(m_runs.size()) - 1;
    m_current = std::min(m_current > index ? m_current - 1 : m_current, last);
    Q_EMIT changed();
    if (previous != m_current || previous == index)
        Q_EMIT currentChanged(m_current);
}

void RunsDocument::clear()
{
    m_runs.clear();
    m_current = -1;
    Q_EMIT changed();
    Q_EMIT currentChanged(m_current);
}

void RunsDocument::setCurrentIndex(int index)
{
    if (!isValid(index) || index == m_current)
        return;
    m_current = index;
    Q_EMIT currentChanged(m_current);
}

void RunsDocument::setName(int index, const QString &name)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].name == name)
        return;
    m_runs[static_cast<size_t>(index)].name = name;
    Q_EMIT runChanged(index);
}

void RunsDocument::setOrigin(int index, std::optional<Origin> origin)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].origin == origin)
        return;
    m_runs[static_cast<size_t>(index)].origin = origin;
    Q_EMIT runChanged(index);
}

void RunsDocument::setClock(int index, std::optional<quint64> hertz)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].clockHz == hertz)
        return;
    m_runs[static_cast<size_t>(index)].clockHz = hertz;
    Q_EMIT runChanged(index);
}

void RunsDocument::attach(int index, const QString &modelSha256)
{
    if (!isValid(index) || m_runs[static_cast<size_t>(index)].modelSha256 == modelSha256)
        return;
    m_runs[static_cast<size_t>(index)].modelSha256 = modelSha256;
    Q_EMIT runChanged(index);
}

Result<NamedRun> loadRun(const QString &path)
{
    auto source = ByteSource::map(path);
    if (!source)
        return fail(std::move(source.error()));
    auto run = profile::parseConsole((*source)->bytes());
    if (!run) {
        auto error = std::move(run.error());
        error.location.file = path;
        return fail(std::move(error));
    }
    return NamedRun{ .name = QFileInfo(path).fileName(),
        .path = path,
        .run = std::make_shared<const profile::Run>(std::move(*run)),
        .sha256 = sha256Hex((*source)->bytes()) };
}

} // namespace tosaic
