// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourceheat.h"

#include "profiler/join/operatorrows.h"

#include <QFileInfo>
#include <QHash>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::vector<HeatedLine> heatedLines(const compiled::CompileResult *result,
    const model::Network *network, const std::shared_ptr<const ProfileSubject> &subject,
    const std::shared_ptr<const profile::OperationTable> &table)
{
    QHash<QString, profile::OperatorRow> rows;
    if (subject && table) {
        for (auto &row : profile::operatorRows(*table, { .groupBy = profile::GroupBy::SourceLine }))
            rows.insert(row.sourceLine, std::move(row));
    }
    auto lines = result ? analysis::sourceLines(*result) : std::vector<analysis::SourceLine>();
    if (lines.empty() && network)
        lines = analysis::sourceLines(*network);
    std::vector<HeatedLine> heated;
    for (auto &line : lines) {
        auto row = rows.constFind(line.key());
        if (row == rows.cend()) // debug information of compiles knows the file's name alone
            row = rows.constFind(u"%1:%2"_s.arg(QFileInfo(line.file).fileName()).arg(line.number));
        HeatedLine one{ std::move(line), {}, {}, {} };
        if (row != rows.cend()) {
            one.share = row->share;
            if (row->cycles) {
                one.cycles = row->cycles->value;
                one.origin = row->cycles->origin;
            }
        }
        heated.push_back(std::move(one));
    }
    return heated;
}

} // namespace tosaic::views
