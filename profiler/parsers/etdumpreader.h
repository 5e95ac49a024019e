// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "profiler/parsers/etdump.h"

#include <QByteArrayView>
#include <QJsonObject>

#include <memory>

namespace tosaic::profile {

/// Reads an ETDump, with the size in front (as the runtime writes it) or without (as tools do).
/// Identifier and every offset are verified first. FormatDamaged saying what does not fit,
/// LimitExceeded naming the limit.
Result<EtDump> readEtDump(std::shared_ptr<const ByteSource> source);

/// Whether the bytes are an ETDump that can be read.
bool isReadableEtdump(QByteArrayView bytes);

/// What a console's base64 block holds: {"size"} and, if it can be read, what runsJson gives.
QJsonObject etdumpToJson(QByteArrayView bytes);

} // namespace tosaic::profile
