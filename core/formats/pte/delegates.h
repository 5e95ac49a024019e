// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/ethosu/velastream.h"
#include "core/formats/pte/segments.h"

#include <map>

namespace tosaic::pte::fb {
struct BackendDelegate;
}

namespace tosaic::formats::pte {

/// Reads delegates and what is inside the payloads that we understand. Payloads shared by several
/// delegates are decoded once.
class DelegateReader
{
public:
    DelegateReader(ReadContext &context, const tosaic::pte::fb::Program &root,
        const Segments &segments, const std::vector<model::NamedData> &namedData,
        const ExternalBytes &external);

    model::Delegate read(const tosaic::pte::fb::BackendDelegate &from, const QString &place);

private:
    void locate(model::Delegate &delegate, const QString &place) const;
    void decode(model::Delegate &delegate, const QString &place);
    std::shared_ptr<const model::EthosUPayload> decodeVela(
        const model::ByteRange &range, const QString &place);
    std::optional<QByteArrayView> externalBlock(const QString &key) const;
    QByteArrayView bytes(const model::ByteRange &range) const;

    ReadContext &m_context;
    const Segments &m_segments;
    const std::vector<model::NamedData> &m_namedData;
    const ExternalBytes &m_external;
    std::vector<model::ByteRange> m_inline;
    std::map<std::pair<quint64, quint64>, std::shared_ptr<const model::EthosUPayload>> m_decoded;
    ethosu::CommandBudget m_budget;
};

} // namespace tosaic::formats::pte
