// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/tracedoperators.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/documents/openmodel.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/workspaceruns.h"

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
            const auto group
                = isSplit ? u"delegate %1"_s.arg(row.delegate.value_or(row.stream)) : QString();
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

namespace {

using Subject = std::shared_ptr<const ProfileSubject>;

/// Refuses a trace of another program.
Result<Subject> joined(const profile::MeasuredRun &trace, ProfileMaterial material)
{
    if (!trace.trace)
        return fail(ErrorCode::FormatUnsupported, u"it is no PMU trace of an FVP"_s,
            { .file = trace.name });
    material.run = trace;
    auto subject = assembleProfile(material);
    const auto isForeign = [](const Diagnostic &diagnostic) {
        return diagnostic.severity == Severity::Error
            && diagnostic.id.startsWith("profile.trace"_L1);
    };
    if (subject) {
        const auto &all = subject->diagnostics;
        if (const auto found = std::ranges::find_if(all, isForeign); found != all.end())
            return fail(ErrorCode::FormatUnsupported, found->text, { .file = trace.name });
    }
    const bool isJoined = subject && subject->table && subject->table->origin == Origin::Fvp;
    if (!isJoined)
        return fail(ErrorCode::FormatUnsupported,
            u"nothing of it could be joined with %1"_s.arg(material.path), { .file = trace.name });
    return subject;
}

struct Joined
{
    Subject subject;
    QString programSha256;
};

Result<Joined> joined(
    const profile::MeasuredRun &trace, const ProfileMaterial &material, const QStringList &files)
{
    const auto hashOf = [](const ProfileMaterial &of) {
        return of.program ? sha256Hex(of.program->source->bytes()) : QString();
    };
    auto first = joined(trace, material);
    if (first)
        return Joined{ *first, hashOf(material) };
    for (const auto &file : files) {
        const auto opened = openDocument(file);
        if (!opened)
            continue;
        const auto other = profileMaterial(*opened);
        if (auto subject = joined(trace, other))
            return Joined{ *subject, hashOf(other) };
    }
    return fail(first.error());
}

Result<profile::MeasuredRun> withContent(const profile::MeasuredRun &run)
{
    return run.trace || run.etdump ? run : loadedRun(run);
}

} // namespace

Result<TracedOperators> tracedOperators(
    const profile::MeasuredRun &trace, const TracedPrograms &programs)
{
    const auto found = TRY(joined(TRY(withContent(trace)), programs.open, programs.files));
    TracedOperators operators{ tracedOperators(*found.subject), found.programSha256 };
    if (operators.values.empty())
        return fail(ErrorCode::FormatUnsupported, u"no operator of it was measured"_s,
            { .file = trace.name });
    return operators;
}

Result<Subject> subjectOfRun(const profile::MeasuredRun &run, const TracedPrograms &programs)
{
    auto loaded = TRY(withContent(run));
    if (loaded.trace) {
        if (const auto found = joined(loaded, programs.open, programs.files))
            return found->subject;
    }
    ProfileMaterial alone;
    alone.run = std::move(loaded);
    auto subject = assembleProfile(alone);
    if (!subject || !subject->timeline)
        return fail(
            ErrorCode::FormatUnsupported, u"nothing of it has a time"_s, { .file = run.name });
    return subject;
}

void addTracedOperators(profile::ComparableRun &run, const TracedOperators &operators)
{
    for (const auto &value : operators.values) {
        const auto isSame = [&](const ComparedValue &known) {
            return known.kind == value.kind && known.group == value.group
                && known.name == value.name && known.unit == value.unit;
        };
        const auto known = std::ranges::find_if(run.values, isSame);
        if (known == run.values.end())
            run.values.push_back(value);
        else // of another trace of the same side: further repeats
            known->repeats.insert(known->repeats.end(), value.repeats.begin(), value.repeats.end());
    }
    if (!operators.programSha256.isEmpty()) // whoever names the program states what ran
        run.conditions.try_emplace(profile::Condition::Model, operators.programSha256);
}

Result<void> addTracedOperators(
    profile::ComparableRun &run, const profile::MeasuredRun &trace, const QString &file)
{
    const auto opened = TRY(openDocument(file));
    addTracedOperators(run, TRY(tracedOperators(trace, { profileMaterial(opened), {} })));
    return {};
}

} // namespace tosaic
