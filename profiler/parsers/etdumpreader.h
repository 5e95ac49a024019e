// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QJsonObject>

namespace tosaic::profile {

/// Whether the bytes are an ETDump that can be read: identifier and every offset are verified.
/// Runtime dumps carry their size in front; files from tools do not.
bool isReadableEtdump(QByteArrayView bytes);

/// {"size", "runs":[{"name","events":{"profile","allocation","debug"},"eventNames":{name:
/// count}}]}. "runs" is absent if the bytes cannot be read.
QJsonObject etdumpToJson(QByteArrayView bytes);

} // namespace tosaic::profile
