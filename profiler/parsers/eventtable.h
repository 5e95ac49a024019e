// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <span>

namespace tosaic::profile {

/// Which NPUs have an event.
enum class EventProducts
{
    Any,
    U55U65,
    U85
};

struct PmuEvent
{
    const char16_t *name; ///< canonical, without vendor prefix: "NPU_ACTIVE"
    const char16_t *unit; ///< "cycles", "beats", "transactions", "events"; empty for NO_EVENT
    EventProducts products;
};

/// The hardware events (names and units from the Ethos-U core driver's headers), without the port
/// events, which are built from port and suffix: see findEvent.
std::span<const PmuEvent> pmuEvents();

struct EventFacts
{
    QString unit;
    EventProducts products = EventProducts::Any;
    bool isKnown = false;
};

/// Facts of a canonical event name, port events ("SRAM0_RD_DATA_BEAT_RECEIVED") included.
EventFacts findEvent(QStringView canonicalName);

/// The event that an NPU has under a number; those of ports need the product ("U65"). Empty: not
/// known which one.
QString eventOfNumber(quint64 number, const QString &product);

/// Strips what drivers and runners put in front: "ETHOSU_PMU_NPU_IDLE" -> "NPU_IDLE".
QString canonicalEventName(const QString &printed);

/// Bytes of one beat on an AXI port; 0 if the product is not known ("U55": 8, "U65" and "U85": 16).
quint32 bytesPerBeat(const QString &product);

/// Name of the cycle counter, which is no event.
inline constexpr QStringView CycleCounter = u"CYCLE_COUNTER";

} // namespace tosaic::profile
