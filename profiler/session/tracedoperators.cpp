// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/tracedoperators.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/documents/openmodel.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profileassembly.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic {

using profile::ComparedValue;
using profile::OperatorRow;

std::vector<ComparedValue> tracedOperators(const ProfileSubject &subject)
{
    std::vector<ComparedValue> values;
    if (!subject.table)
        return values;
    size_t passes = 0;
    for (const auto &operation : subject.table->operations)
        passes = std::max(passes, operation.measured.size());
    const bool isSplit = subject.streams.size() > 1;
    std::map<std::pair<QString, QString>, size_t> places;
    for (size_t pass = 0; pass < passes; ++pass) {
        std::map<std::pair<QString, QString>, int> counts; // one name for several operators
        for (const auto &row : profile::operatorRows(*subject.table, { .pass = pass })) {
            if (row.role != OperatorRow::Role::Timed || !row.fvp)
                continue;
            const auto group = isSplit ? u"delegate %1"_s.arg(row.stream) : QString();
            const auto count = ++counts[{ group, row.name }];
            const auto name = count == 1 ? row.name : row.name + u" #%1"_s.arg(count);
            const auto [place, isNew] = places.try_emplace({ group, name }, values.size());
            if (isNew)
                values.push_back({ .kind = ComparedValue::Kind::Operator,
                    .group = group,
                    .name = name,
                    .unit = u"cycles"_s });
            values[place->second].repeats.push_back(*row.fvp);
        }
    }
    return values;
}

Result<void> addTracedOperators(
    profile::ComparableRun &run, const profile::MeasuredRun &trace, const QString &file)
{
    if (!trace.trace)
        return fail(ErrorCode::FormatUnsupported, u"it is no PMU trace of an FVP"_s,
            { .file = trace.name });
    const auto opened = TRY(openDocument(file));
    auto material = profileMaterial(opened);
    material.run = trace;
    const auto subject = assembleProfile(material);
    const auto isForeign = [](const Diagnostic &diagnostic) {
        return diagnostic.severity == Severity::Error
            && diagnostic.id.startsWith("profile.trace"_L1);
    };
    if (subject) {
        const auto &all = subject->diagnostics;
        if (const auto found = std::ranges::find_if(all, isForeign); found != all.end())
            return fail(ErrorCode::FormatUnsupported, found->text, { .file = trace.name });
    }
    auto values = subject ? tracedOperators(*subject) : std::vector<ComparedValue>();
    if (values.empty())
        return fail(ErrorCode::FormatUnsupported,
            u"nothing of it could be joined with %1"_s.arg(file), { .file = trace.name });
    std::ranges::move(values, std::back_inserter(run.values));
    if (opened.program) // whoever names the program states what ran
        run.conditions.try_emplace(
            profile::Condition::Model, sha256Hex(opened.program->source->bytes()));
    return {};
}

} // namespace tosaic
