// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/operations/subjects.h"

#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

using profile::CyclesOfInference;
using profile::OperationTable;
using profile::TimedOperation;
using Role = TimedOperation::Role;

TimedOperation operation(const QString &kind, const QString &name, qint64 source,
    const QString &module, const QString &line, std::vector<CyclesOfInference> measured,
    std::optional<quint64> estimate, std::optional<quint64> macs)
{
    TimedOperation made;
    made.kind = kind;
    made.name = name;
    made.scheduled = source * 10;
    made.origin.source = source;
    made.origin.key = source;
    made.origin.type = kind.toUpper();
    made.origin.name = name;
    made.origin.module = module;
    made.origin.sourceLine = line;
    made.measured = std::move(measured);
    made.confidence = profile::Confidence::High;
    made.estimatedCycles = estimate;
    made.macs = macs;
    return made;
}

std::shared_ptr<OperationTable> smallTable()
{
    auto table = std::make_shared<OperationTable>();
    auto &all = table->operations;
    const auto none = CyclesOfInference();
    all.push_back(operation(
        u"Conv2D"_s, u"conv"_s, 1, u"features.0"_s, u"model.py:1"_s, { 100, 120 }, 200, 1000));
    all.push_back(
        operation(u"Relu"_s, u"relu"_s, 2, u"features.0"_s, u"model.py:1"_s, { none, none }, 0, 0));
    all.back().role = Role::Member;
    all.back().leader = 0;
    TimedOperation dma;
    dma.role = Role::Dma;
    dma.kind = u"DMA"_s;
    dma.measured = { 10, 30 };
    dma.confidence = profile::Confidence::High;
    all.push_back(dma);
    all.push_back(
        operation(u"Add"_s, u"add"_s, 3, u"features.1"_s, u"model.py:2"_s, { 60, 60 }, 30, 0));
    all.back().confidence = profile::Confidence::Medium;
    all.push_back(
        operation(u"FullyConnected"_s, u"fc"_s, 4, u"classifier"_s, {}, { none, none }, 50, 500));
    all.back().confidence = profile::Confidence::None;
    all.push_back(
        operation(u"Conv2D"_s, u"conv"_s, 1, u"features.0"_s, u"model.py:1"_s, { 20, 20 }, 10, 24));
    for (const quint64 waits : { 10u, 30u }) {
        const bool isFirst = table->inferences.empty();
        profile::TracedInference inference;
        inference.stream = 0;
        inference.firstTs = isFirst ? 0 : 1000;
        inference.lastTs = isFirst ? 200 : 1240;
        inference.attributed = isFirst ? 190 : 230;
        inference.dmaWaits = waits;
        inference.before = 10;
        table->inferences.push_back(inference);
    }
    profile::Unmatched never;
    never.kind = profile::Unmatched::Kind::RowsNeverReached;
    never.count = 12;
    never.examples = { 40, 41, 42 };
    table->unmatched.push_back(never);
    table->confidence = profile::Confidence::Medium;
    table->origin = Origin::Fvp;
    return table;
}

Subject subjectOf(std::shared_ptr<OperationTable> table)
{
    auto subject = std::make_shared<ProfileSubject>();
    for (size_t i = 0; i < table->operations.size(); ++i) {
        const auto &key = table->operations[i].origin.key;
        const auto operation
            = model::EntityRef::npuOperation(model::EntityRef::delegate(0, 0), static_cast<int>(i));
        subject->entities.push_back(key
                ? std::vector{ model::EntityRef::networkOperator(0, static_cast<int>(*key)),
                    operation }
                : std::vector{ operation });
    }
    subject->table = std::move(table);
    subject->npuMacs = 16;
    subject->clockHz = 1'000'000;
    subject->product = u"U85"_s;
    return subject;
}

void nameModules(OperationTable &table)
{
    int convolution = 0;
    QString module;
    for (auto &operation : table.operations) {
        if (operation.role == Role::Dma)
            continue;
        if (operation.kind.contains("Conv2D"_L1)) {
            module = u"features.%1.conv.%2"_s.arg(convolution / 3).arg(convolution % 3);
            ++convolution;
        }
        operation.origin.module
            = operation.kind == "FullyConnected"_L1 ? u"classifier.1"_s : module;
        operation.origin.sourceLine = u"mobilenet.py:%1"_s.arg(40 + convolution % 9);
    }
}

} // namespace

Subject smallSubject()
{
    auto subject = subjectOf(smallTable());
    subject->slices = { { 10, 110, 0, 0, false }, { 110, 120, 2, 0, true },
        { 120, 180, 3, 0, false }, { 180, 200, 5, 0, false }, { 1010, 1130, 0, 1, false },
        { 1130, 1160, 2, 1, true }, { 1160, 1220, 3, 1, false }, { 1220, 1240, 5, 1, false } };
    return subject;
}

Subject estimatedSubject()
{
    auto table = smallTable();
    for (auto &operation : table->operations)
        operation.measured.clear();
    table->inferences.clear();
    table->unmatched.clear();
    table->origin = Origin::Estimate;
    return subjectOf(std::move(table));
}

Subject largeSubject(size_t count)
{
    auto table = std::make_shared<OperationTable>();
    for (size_t i = 0; i < count; ++i) {
        const auto cycles = 100 + i * 7919 % 5000;
        table->operations.push_back(
            operation(i % 3 ? u"Conv2D"_s : u"Add"_s, u"operator_%1"_s.arg(i),
                static_cast<qint64>(i), u"blocks.%1.%2"_s.arg(i / 64).arg(i / 8 % 8),
                u"model.py:9"_s, { cycles }, cycles * (80 + i % 50) / 100, i % 3 ? cycles * 3 : 0));
    }
    profile::TracedInference inference;
    inference.stream = 0;
    inference.attributed = 1;
    table->inferences.push_back(inference);
    table->confidence = profile::Confidence::High;
    return subjectOf(std::move(table));
}

Subject realSubject(const QString &sample, int inferences, bool withModules)
{
    auto joins = fixtureJoins();
    if (!joinNamed(joins, sample))
        joins = sampleJoins();
    const auto *join = joinNamed(joins, sample);
    if (!join)
        return nullptr;
    std::vector<profile::PointerRead> reads;
    if (inferences > 0) {
        const auto &facts = join->streams.front();
        reads = generateTrace(rowsOf(facts), facts.stream.get(),
            { .seed = 7, .inferences = inferences, .standsAtDmaWaits = true })
                    .reads;
    }
    auto table = std::make_shared<OperationTable>(profile::joinOperations(join->streams, reads));
    if (withModules)
        nameModules(*table);
    auto subject = subjectOf(table);
    subject->streams = join->streams;
    subject->npuMacs = 256;
    subject->clockHz = 500'000'000;
    // The command data that the streams point into lives as long as the subject.
    return { subject.get(), [subject, keeps = join->keeps](ProfileSubject *) mutable {
                subject.reset();
                keeps.clear();
            } };
}

OperationsDataPtr computed(const Subject &subject, const OperationsOptions &options)
{
    return views::computeOperations(
        subject, subject->table, operationBytes(*subject, *subject->table), options);
}

std::vector<size_t> allRows(const OperationsData &data)
{
    std::vector<size_t> rows(data.rows.size());
    std::iota(rows.begin(), rows.end(), size_t(0));
    return rows;
}

int rowNamed(const OperationsData &data, const QString &name)
{
    const auto found = std::ranges::find(data.rows, name, &views::OperatorRow::name);
    return found == data.rows.end() ? -1 : static_cast<int>(found - data.rows.begin());
}

} // namespace tosaic::test
