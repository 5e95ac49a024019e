// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/modeldocument.h"

#include "core/analysis/join.h"

#include <algorithm>

namespace tosaic {

ModelDocument::ModelDocument(JobList *jobs, JobLabels labels, QObject *parent)
    : QObject(parent), m_labels(std::move(labels)), m_analysis(jobs), m_relation(jobs)
{
}

ModelDocument::~ModelDocument() = default;

std::shared_ptr<const ByteSource> ModelDocument::source() const
{
    if (m_opened.program)
        return m_opened.program->source;
    return m_opened.network ? m_opened.network->source : m_opened.source;
}

bool ModelDocument::isEmpty() const
{
    return !m_opened.program && !m_opened.result && !m_opened.network && !m_opened.description;
}

void ModelDocument::set(const QString &path, std::shared_ptr<const model::Program> program,
    std::shared_ptr<const compiled::CompileResult> result)
{
    OpenedModel opened;
    opened.path = path;
    opened.program = std::move(program);
    opened.result = std::move(result);
    set(std::move(opened));
}

void ModelDocument::set(OpenedModel opened)
{
    m_analysis.cancel();
    m_relation.cancel();
    m_streams.clear();
    m_related.clear();
    m_join.reset();
    m_opened = std::move(opened);
    analyse();
    relate();
    Q_EMIT changed();
    if (!m_analysis.isRunning())
        Q_EMIT streamsChanged();
}

void ModelDocument::analyse()
{
    auto places = streamPlaces(m_opened);
    if (places.empty())
        return;
    m_analysis.start(
        m_labels.streams,
        [source = source(), places = std::move(places)](
            JobControl) -> Result<NpuAnalyses> { return analyseStreams(*source, places); },
        [this](Result<NpuAnalyses> streams) {
            if (streams)
                m_streams = std::move(*streams);
            Q_EMIT streamsChanged();
        });
}

void ModelDocument::relate()
{
    const auto program = m_opened.program;
    const auto hasDelegates = [](const model::Method &method) { return !method.delegates.empty(); };
    if (!program || std::none_of(program->methods.begin(), program->methods.end(), hasDelegates))
        return;
    m_relation.start(
        m_labels.relations,
        [path = m_opened.path, program, result = m_opened.result](
            JobControl control) -> Result<Relations> {
            Relations relations;
            if (result)
                relations.join = std::make_shared<const analysis::Join>(
                    analysis::joinByPayload(*program, *result));
            relations.networks = findRelatedNetworks(path, *program, result.get(), control);
            return relations;
        },
        [this](Result<Relations> relations) {
            if (relations) {
                m_join = std::move(relations->join);
                m_related = std::move(relations->networks);
            }
            Q_EMIT relationsChanged();
        });
}

std::optional<model::EntityRef> ModelDocument::delegateOf(int partition) const
{
    if (!m_join)
        return std::nullopt;
    for (const auto &delegate : m_join->delegates) {
        if (delegate.partition == partition)
            return model::EntityRef::delegate(delegate.method, delegate.delegate);
    }
    return std::nullopt;
}

} // namespace tosaic
