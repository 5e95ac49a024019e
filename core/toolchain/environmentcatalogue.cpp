// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentcatalogue.h"

#include "core/base/savefile.h"
#include "core/toolchain/interpreterstate.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QVersionNumber>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {
constexpr qint64 LargestCache = 1024 * 1024; // bytes
constexpr int CacheVersion = 1; // raised when a probe tells more than before

/// Packages that the user installed for all environments of their own count where there is no
/// virtual environment.
QString stateOf(const QString &interpreter, const QString &home)
{
    auto state = interpreterState(interpreter);
    if (state.isEmpty() || state.contains("pyvenv.cfg"_L1))
        return state;
    const QDir library(QDir(home.isEmpty() ? QDir::homePath() : home).filePath(u".local/lib"_s));
    for (const auto &version : library.entryList({ u"python3*"_s }, QDir::Dirs, QDir::Name)) {
        const QFileInfo packages(library.filePath(version + u"/site-packages"_s));
        if (packages.exists())
            state += u'\n' + packages.filePath() + u'@'
                + QString::number(packages.lastModified().toMSecsSinceEpoch());
    }
    return state;
}

} // namespace

EnvironmentCatalogue::EnvironmentCatalogue(const QString &cacheFile, QObject *parent)
    : QObject(parent), m_cacheFile(cacheFile)
{
    readCache();
}

EnvironmentCatalogue::~EnvironmentCatalogue() = default;

void EnvironmentCatalogue::refresh(const DiscoveryPlaces &places)
{
    m_waiting.clear();
    m_running.clear();
    m_home = places.home;
    m_slot.start(
        u"environments"_s,
        [places](const JobControl &control) -> Result<std::vector<Found>> {
            std::vector<Found> found;
            for (const auto &candidate : discoverEnvironments(places)) {
                if (control.isCancelled())
                    break;
                found.push_back({ candidate, stateOf(candidate.interpreter, places.home) });
            }
            return found;
        },
        [this](const Result<std::vector<Found>> &found) {
            if (found)
                take(*found);
        });
}

void EnvironmentCatalogue::take(const std::vector<Found> &found)
{
    m_entries.clear();
    m_states.clear();
    const auto pins = readEnvironmentPins();
    for (const auto &[candidate, state] : found) {
        Entry entry{ .candidate = candidate };
        m_states.insert(candidate.interpreter, state);
        const auto known = m_cache.value(candidate.interpreter);
        if (pins && !state.isEmpty() && known.value(u"state"_s).toString() == state) {
            entry.environment = environmentFromProbe(
                candidate.interpreter, known.value(u"probe"_s).toObject(), *pins);
            entry.environment->origin = candidate.origin;
            entry.isFromCache = true;
        } else {
            m_waiting.push_back(candidate);
        }
        m_entries.push_back(std::move(entry));
    }
    Q_EMIT changed();
    probeNext();
}

void EnvironmentCatalogue::probeNext()
{
    while (!m_waiting.empty() && m_running.size() < ProbeLimit) {
        auto probe = std::make_unique<EnvironmentProbe>();
        connect(probe.get(), &EnvironmentProbe::finished, this,
            [this, one = probe.get()](
                const ToolEnvironment &environment) { takeProbe(one, environment); });
        probe->start(m_waiting.front());
        m_waiting.pop_front();
        m_running.push_back(std::move(probe));
    }
    if (m_running.empty() && m_waiting.empty()) {
        writeCache();
        Q_EMIT finished();
    }
}

void EnvironmentCatalogue::takeProbe(EnvironmentProbe *probe, const ToolEnvironment &environment)
{
    const auto &interpreter = environment.interpreter;
    for (auto &entry : m_entries) {
        if (entry.candidate.interpreter == interpreter)
            entry.environment = environment;
    }
    // What did not answer is asked again the next time.
    if (!environment.pythonVersion.isEmpty())
        m_cache.insert(interpreter,
            { { u"state"_s, m_states.value(interpreter) },
                { u"probe"_s, probeObject(environment) } });
    const auto done = std::find_if(m_running.begin(), m_running.end(),
        [probe](const auto &running) { return running.get() == probe; });
    if (done != m_running.end()) {
        done->release()->deleteLater(); // its signal is being handled
        m_running.erase(done);
    }
    Q_EMIT changed();
    probeNext();
}

const ToolEnvironment *EnvironmentCatalogue::environment(const QString &interpreter) const
{
    for (const auto &entry : m_entries) {
        if (entry.candidate.interpreter == interpreter && entry.environment)
            return &*entry.environment;
    }
    return nullptr;
}

std::vector<ToolEnvironment> EnvironmentCatalogue::withVela() const
{
    std::vector<ToolEnvironment> fit;
    for (const auto &entry : m_entries) {
        if (entry.environment && entry.environment->hasVela())
            fit.push_back(*entry.environment);
    }
    const auto versionOf = [](const ToolEnvironment &one) {
        return QVersionNumber::fromString(one.version(u"ethos-u-vela"_s));
    };
    std::stable_sort(fit.begin(), fit.end(),
        [&](const auto &a, const auto &b) { return versionOf(a) > versionOf(b); });
    return fit;
}

void EnvironmentCatalogue::readCache()
{
    QFile file(m_cacheFile);
    if (m_cacheFile.isEmpty() || !file.open(QIODevice::ReadOnly))
        return;
    const auto object = QJsonDocument::fromJson(file.read(LargestCache)).object();
    if (object.value(u"version"_s).toInt() != CacheVersion)
        return;
    const auto known = object.value(u"environments"_s).toObject();
    for (auto one = known.begin(); one != known.end(); ++one)
        m_cache.insert(one.key(), one.value().toObject());
}

void EnvironmentCatalogue::writeCache() const
{
    if (m_cacheFile.isEmpty())
        return;
    QJsonObject known;
    for (const auto &entry : m_entries) {
        const auto &interpreter = entry.candidate.interpreter;
        if (m_cache.contains(interpreter))
            known.insert(interpreter, m_cache.value(interpreter));
    }
    const QJsonObject object{ { u"version"_s, CacheVersion }, { u"environments"_s, known } };
    // A cache that cannot be written costs a probe the next time, no more.
    QDir().mkpath(QFileInfo(m_cacheFile).path());
    (void)saveFile(m_cacheFile, QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace tosaic::toolchain
