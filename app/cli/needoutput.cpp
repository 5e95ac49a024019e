// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/needoutput.h"

#include "views/widgets/needwords.h"

#include <QTextStream>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

void printNeed(const analysis::MemoryNeed &need, const QString &indent, QTextStream &out)
{
    for (const auto &place : need.places) {
        const auto detail = views::needDetail(need, place.memory);
        out << indent << (views::memoryName(place.memory) + u" (est)"_s).leftJustified(22)
            << views::needText(need, place.memory) << (detail.isEmpty() ? QString() : u": "_s)
            << detail << '\n';
    }
}

} // namespace tosaic::cli
