// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/network.h"

#include <QByteArrayView>

namespace tosaic::formats::tflite {

/// Custom options that are a FlexBuffer (what TensorFlow's converters and Vela write): the entries
/// of a map by key, or the one value as "value". Scalars, strings and lists of numbers; of what is
/// nested deeper only its size is told. Empty if the bytes are something else; nothing outside them
/// is read. At most FlexEntryLimit entries and elements each.
inline constexpr quint64 FlexEntryLimit = 1024;
std::vector<model::Attribute> readFlexBuffer(QByteArrayView bytes);

} // namespace tosaic::formats::tflite
