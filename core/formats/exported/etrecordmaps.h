// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported/etrecord.h"

#include <QJsonObject>

namespace tosaic::formats {

/// The maps of an ETRecord: {method: {instruction index: ...}}. Handles are a number, a list of
/// numbers or null; keys that are no number are left out.
void addDebugHandles(EtRecord &record, const QJsonObject &map);
void addDelegates(EtRecord &record, const QJsonObject &map);
void addOutputCounts(EtRecord &record, const QJsonObject &map);

} // namespace tosaic::formats
