// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/yardstick.h"

#include <QImage>
#include <QPainter>

namespace tosaic::bench {

/// Milliseconds in which QPainter fills an image once and then 10,000 small rectangles of it: a
/// frame of the least that any painting of so many things could do.
inline double plainFrameMs(QSize size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    return 1000 * secondsOf([&] {
        QPainter painter(&image);
        painter.fillRect(image.rect(), Qt::white);
        for (int i = 0; i < 10'000; ++i)
            painter.fillRect(QRect(i * 7 % size.width(), i * 13 % size.height(), 1 + i % 9, 20),
                QColor(i & 255, i * 3 & 255, i * 7 & 255));
    });
}

} // namespace tosaic::bench
