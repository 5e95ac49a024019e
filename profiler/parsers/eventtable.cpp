// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/eventtable.h"

#include <QHashFunctions>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using P = EventProducts;

constexpr auto Events = std::to_array<PmuEvent>({
    { u"NO_EVENT", u"", P::Any },
    { u"CYCLE", u"cycles", P::Any },
    { u"NPU_IDLE", u"cycles", P::Any },
    { u"CC_STALLED_ON_BLOCKDEP", u"cycles", P::Any },
    { u"CC_STALLED_ON_SHRAM_RECONFIG", u"cycles", P::Any },
    { u"NPU_ACTIVE", u"cycles", P::Any },
    { u"MAC_ACTIVE", u"cycles", P::Any },
    { u"MAC_ACTIVE_8BIT", u"cycles", P::U55U65 },
    { u"MAC_ACTIVE_16BIT", u"cycles", P::U55U65 },
    { u"MAC_DPU_ACTIVE", u"cycles", P::Any },
    { u"MAC_STALLED_BY_WD_ACC", u"cycles", P::U55U65 },
    { u"MAC_STALLED_BY_WD", u"cycles", P::U55U65 },
    { u"MAC_STALLED_BY_ACC", u"cycles", P::Any },
    { u"MAC_STALLED_BY_IB", u"cycles", P::Any },
    { u"MAC_ACTIVE_32BIT", u"cycles", P::U55U65 },
    { u"MAC_STALLED_BY_INT_W", u"cycles", P::Any },
    { u"MAC_STALLED_BY_INT_ACC", u"cycles", P::Any },
    { u"AO_ACTIVE", u"cycles", P::Any },
    { u"AO_ACTIVE_8BIT", u"cycles", P::U55U65 },
    { u"AO_ACTIVE_16BIT", u"cycles", P::U55U65 },
    { u"AO_STALLED_BY_OFMP_OB", u"cycles", P::U55U65 },
    { u"AO_STALLED_BY_OFMP", u"cycles", P::U55U65 },
    { u"AO_STALLED_BY_OB", u"cycles", P::Any },
    { u"AO_STALLED_BY_ACC_IB", u"cycles", P::U55U65 },
    { u"AO_STALLED_BY_ACC", u"cycles", P::U55U65 },
    { u"AO_STALLED_BY_IB", u"cycles", P::U55U65 },
    { u"WD_ACTIVE", u"cycles", P::Any },
    { u"WD_STALLED", u"cycles", P::Any },
    { u"WD_STALLED_BY_WS", u"cycles", P::U55U65 },
    { u"WD_STALLED_BY_WD_BUF", u"cycles", P::Any },
    { u"WD_PARSE_ACTIVE", u"cycles", P::U55U65 },
    { u"WD_PARSE_STALLED", u"cycles", P::U55U65 },
    { u"WD_PARSE_STALLED_IN", u"cycles", P::U55U65 },
    { u"WD_PARSE_STALLED_OUT", u"cycles", P::U55U65 },
    { u"WD_TRANS_WS", u"transactions", P::U55U65 },
    { u"WD_TRANS_WB", u"transactions", P::U55U65 },
    { u"WD_TRANS_DW0", u"transactions", P::U55U65 },
    { u"WD_TRANS_DW1", u"transactions", P::U55U65 },
    { u"AXI_LATENCY_ANY", u"transactions", P::Any },
    { u"AXI_LATENCY_32", u"transactions", P::Any },
    { u"AXI_LATENCY_64", u"transactions", P::Any },
    { u"AXI_LATENCY_128", u"transactions", P::Any },
    { u"AXI_LATENCY_256", u"transactions", P::Any },
    { u"AXI_LATENCY_512", u"transactions", P::Any },
    { u"AXI_LATENCY_1024", u"transactions", P::Any },
    { u"ECC_DMA", u"events", P::Any },
    { u"ECC_SB0", u"events", P::U55U65 },
    { u"ECC_SB1", u"events", P::U55U65 },
    { u"MAC_STALLED_BY_W_OR_ACC", u"cycles", P::U85 },
    { u"MAC_STALLED_BY_W", u"cycles", P::U85 },
    { u"AO_STALLED_BY_BS_OR_OB", u"cycles", P::U85 },
    { u"AO_STALLED_BY_BS", u"cycles", P::U85 },
    { u"AO_STALLED_BY_AB_OR_CB", u"cycles", P::U85 },
    { u"AO_STALLED_BY_AB", u"cycles", P::U85 },
    { u"AO_STALLED_BY_CB", u"cycles", P::U85 },
    { u"WD_STALLED_BY_WS_FC", u"cycles", P::U85 },
    { u"WD_STALLED_BY_WS_TC", u"cycles", P::U85 },
    { u"WD_TRANS_WBLK", u"transactions", P::U85 },
    { u"WD_TRANS_WS_FC", u"transactions", P::U85 },
    { u"WD_TRANS_WS_TC", u"transactions", P::U85 },
    { u"WD_STALLED_BY_WS_SC0", u"cycles", P::U85 },
    { u"WD_STALLED_BY_WS_SC1", u"cycles", P::U85 },
    { u"WD_STALLED_BY_WS_SC2", u"cycles", P::U85 },
    { u"WD_STALLED_BY_WS_SC3", u"cycles", P::U85 },
    { u"WD_PARSE_ACTIVE_SC0", u"cycles", P::U85 },
    { u"WD_PARSE_ACTIVE_SC1", u"cycles", P::U85 },
    { u"WD_PARSE_ACTIVE_SC2", u"cycles", P::U85 },
    { u"WD_PARSE_ACTIVE_SC3", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_SC0", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_SC1", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_SC2", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_SC3", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_IN_SC0", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_IN_SC1", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_IN_SC2", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_IN_SC3", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_OUT_SC0", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_OUT_SC1", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_OUT_SC2", u"cycles", P::U85 },
    { u"WD_PARSE_STALL_OUT_SC3", u"cycles", P::U85 },
    { u"WD_TRANS_WS_SC0", u"transactions", P::U85 },
    { u"WD_TRANS_WS_SC1", u"transactions", P::U85 },
    { u"WD_TRANS_WS_SC2", u"transactions", P::U85 },
    { u"WD_TRANS_WS_SC3", u"transactions", P::U85 },
    { u"WD_TRANS_WB0", u"transactions", P::U85 },
    { u"WD_TRANS_WB1", u"transactions", P::U85 },
    { u"WD_TRANS_WB2", u"transactions", P::U85 },
    { u"WD_TRANS_WB3", u"transactions", P::U85 },
    { u"ECC_MAC_IB", u"events", P::U85 },
    { u"ECC_MAC_AB", u"events", P::U85 },
    { u"ECC_AO_CB", u"events", P::U85 },
    { u"ECC_AO_OB", u"events", P::U85 },
    { u"ECC_AO_LUT", u"events", P::U85 },
});

struct Suffix
{
    const char16_t *name;
    const char16_t *unit;
    quint64 number; ///< behind the first one of the port
};

/// Every port block repeats these 13 events.
constexpr auto PortEvents = std::to_array<Suffix>({
    { u"RD_TRANS_ACCEPTED", u"transactions", 0 },
    { u"RD_TRANS_COMPLETED", u"transactions", 1 },
    { u"RD_DATA_BEAT_RECEIVED", u"beats", 2 },
    { u"RD_TRAN_REQ_STALLED", u"cycles", 3 },
    { u"WR_TRANS_ACCEPTED", u"transactions", 4 },
    { u"WR_TRANS_COMPLETED_M", u"transactions", 5 },
    { u"WR_TRANS_COMPLETED_S", u"transactions", 6 },
    { u"WR_DATA_BEAT_WRITTEN", u"beats", 7 },
    { u"WR_TRAN_REQ_STALLED", u"cycles", 8 },
    { u"WR_DATA_BEAT_STALLED", u"cycles", 9 },
    { u"ENABLED_CYCLES", u"cycles", 12 },
    { u"RD_STALL_LIMIT", u"cycles", 14 },
    { u"WR_STALL_LIMIT", u"cycles", 15 },
});

struct Port
{
    const char16_t *name;
    EventProducts products;
};

constexpr auto Ports = std::to_array<Port>({
    { u"AXI0", P::U55U65 },
    { u"AXI1", P::U55U65 },
    { u"SRAM", P::U85 },
    { u"SRAM0", P::U85 },
    { u"SRAM1", P::U85 },
    { u"SRAM2", P::U85 },
    { u"SRAM3", P::U85 },
    { u"EXT", P::U85 },
    { u"EXT0", P::U85 },
    { u"EXT1", P::U85 },
});

} // namespace

std::span<const PmuEvent> pmuEvents()
{
    return Events;
}

namespace {

EventFacts lookUp(QStringView canonicalName)
{
    if (canonicalName == CycleCounter)
        return { .unit = u"cycles"_s, .isKnown = true };
    for (const auto &event : Events) {
        if (canonicalName == QStringView(event.name))
            return { QString::fromUtf16(event.unit), event.products, true };
    }
    const auto cut = canonicalName.indexOf(u'_');
    const auto port = std::ranges::find_if(
        Ports, [&](const Port &p) { return canonicalName.left(cut) == QStringView(p.name); });
    if (cut < 0 || port == Ports.end())
        return {};
    for (const auto &event : PortEvents) {
        if (canonicalName.mid(cut + 1) == QStringView(event.name))
            return { QString::fromUtf16(event.unit), port->products, true };
    }
    return {};
}

struct NameHash
{
    size_t operator()(QStringView name) const { return qHash(name); }
};

/// All names once, so that a name printed a million times costs no search.
class EventIndex
{
public:
    EventIndex()
    {
        for (const auto &event : Events)
            add(QString::fromUtf16(event.name));
        for (const auto &port : Ports) {
            for (const auto &event : PortEvents)
                add(QString::fromUtf16(port.name) + u'_' + QString::fromUtf16(event.name));
        }
        add(CycleCounter.toString());
    }
    EventFacts find(QStringView name) const
    {
        const auto found = m_facts.find(name);
        return found == m_facts.end() ? EventFacts() : found->second;
    }

private:
    void add(const QString &name)
    {
        m_names.push_back(name); // whose characters stay where they are
        m_facts.emplace(m_names.back(), lookUp(name));
    }

    std::vector<QString> m_names;
    std::unordered_map<QStringView, EventFacts, NameHash> m_facts;
};

} // namespace

EventFacts findEvent(QStringView canonicalName)
{
    static const EventIndex index;
    return index.find(canonicalName);
}

QString eventOfNumber(quint64 number, const QString &product)
{
    /// Events that have the same number on every NPU.
    static constexpr auto Common = std::to_array<std::pair<quint64, const char16_t *>>({
        { 17, u"CYCLE" },
        { 32, u"NPU_IDLE" },
        { 33, u"CC_STALLED_ON_BLOCKDEP" },
        { 35, u"NPU_ACTIVE" },
        { 48, u"MAC_ACTIVE" },
        { 51, u"MAC_DPU_ACTIVE" },
        { 54, u"MAC_STALLED_BY_ACC" },
        { 55, u"MAC_STALLED_BY_IB" },
        { 64, u"AO_ACTIVE" },
        { 69, u"AO_STALLED_BY_OB" },
        { 80, u"WD_ACTIVE" },
        { 81, u"WD_STALLED" },
        { 83, u"WD_STALLED_BY_WD_BUF" },
    });
    constexpr quint64 FirstPort = 128;
    constexpr quint64 SecondPort = 384;
    for (const auto &[common, name] : Common) {
        if (common == number)
            return QString::fromUtf16(name);
    }
    if (product.isEmpty() || number < FirstPort)
        return {};
    const bool isSecond = number >= SecondPort;
    const auto offset = number - (isSecond ? SecondPort : FirstPort);
    const auto event = std::ranges::find(PortEvents, offset, &Suffix::number);
    if (event == PortEvents.end())
        return {};
    const auto port = product == u"U85"_s ? (isSecond ? u"EXT_"_s : u"SRAM_"_s)
                                          : (isSecond ? u"AXI1_"_s : u"AXI0_"_s);
    return port + QString::fromUtf16(event->name);
}

QString canonicalEventName(const QString &printed)
{
    auto name = QStringView(printed).trimmed();
    for (const QStringView prefix : { u"ETHOSU_PMU_", u"ETHOSU_", u"PMU_" }) {
        if (name.startsWith(prefix))
            name = name.mid(prefix.size());
    }
    if (name.contains(u' '))
        return name.toString().replace(u' ', u'_');
    return name.size() == printed.size() ? printed : name.toString();
}

quint32 bytesPerBeat(const QString &product)
{
    if (product == u"U55"_s)
        return 8;
    return product == u"U65"_s || product == u"U85"_s ? 16 : 0;
}

} // namespace tosaic::profile
