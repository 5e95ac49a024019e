// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QPainter>
#include <QSize>

#include <functional>

namespace tosaic::views {

/// A PNG of any size: painted and packed strip by strip, so that only one strip and the packed
/// bytes are in memory. `paint` gets the part of the picture that has to be there, in pixels of the
/// whole. Errors: Cancelled, if `isCancelled` says so between two strips; LimitExceeded. Any thread
/// of a QGuiApplication.
Result<QByteArray> pngOf(const QSize &size,
    const std::function<void(QPainter &painter, const QRect &part)> &paint,
    const std::function<bool()> &isCancelled = {});

} // namespace tosaic::views
