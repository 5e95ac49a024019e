// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rundrag.h"

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::unique_ptr<QMimeData> runDrag(const QList<int> &runs)
{
    QByteArrayList numbers;
    for (const auto run : runs)
        numbers << QByteArray::number(run);
    auto data = std::make_unique<QMimeData>();
    data->setData(RunDragType, numbers.join(' '));
    return data;
}

QList<int> draggedRuns(const QMimeData &data)
{
    QList<int> runs;
    for (const auto &number : data.data(RunDragType).split(' ')) {
        bool isNumber = false;
        const auto run = number.toInt(&isNumber);
        if (isNumber)
            runs << run;
    }
    return runs;
}

} // namespace tosaic::views
