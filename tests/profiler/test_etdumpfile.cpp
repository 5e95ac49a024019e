// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpdescription.h"
#include "profiler/parsers/etdumpreader.h"
#include "tests/profiler/etdumpbuilder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QJsonObject>

namespace tosaic::test::etdumpfiletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;
using namespace tosaic::test;

namespace {

Result<EtDump> readBytes(const QByteArray &bytes)
{
    return readEtDump(ByteSource::fromBytes(bytes, u"memory.etdp"_s));
}

template <typename Event>
std::vector<Event> eventsOf(const EtDumpRun &run)
{
    std::vector<Event> result;
    for (const auto &event : run.events) {
        if (const auto *one = std::get_if<Event>(&event))
            result.push_back(*one);
    }
    return result;
}

TEST(EtDumpFile, ReadsRunsAndEvents)
{
    for (const bool hasPrefix : { true, false }) {
        const auto dump = readBytes(etDumpBytes(hasPrefix));
        ASSERT_TRUE(dump) << dump.error().toText().toStdString();
        EXPECT_EQ(dump->hasSizePrefix, hasPrefix);
        EXPECT_EQ(dump->version, 0U);
        ASSERT_EQ(dump->runs.size(), 3U);
        EXPECT_EQ(dump->runs[0].name, u"Default"_s);
        EXPECT_EQ(dump->runs[0].allocators, (std::vector{ u"method"_s, u"temp"_s }));
        EXPECT_EQ(dump->runs[0].bundledInput, std::nullopt);
        EXPECT_EQ(dump->runs[1].bundledInput, 2);
        EXPECT_EQ(dump->runs[2].name, QString());
        EXPECT_TRUE(dump->runs[2].events.empty());
        EXPECT_TRUE(dump->diagnostics.empty());

        const auto events = eventsOf<EtDumpProfileEvent>(dump->runs[1]);
        ASSERT_EQ(events.size(), 5U);
        EXPECT_EQ(events[0].name, u"native_call_add.out"_s);
        EXPECT_EQ(events[0].place.chain, 0);
        EXPECT_EQ(events[0].place.instruction, 3);
        EXPECT_EQ(events[0].ticks(), 100U);
        EXPECT_EQ(events[2].name, std::nullopt);
        EXPECT_EQ(events[2].place.delegateId, 12);
        EXPECT_EQ(events[2].ticks(), 16U) << "one wrap of 32 bits";
        ASSERT_TRUE(events[2].metadata);
        EXPECT_EQ(dump->source->bytes().sliced(
                      qsizetype(events[2].metadata->offset), qsizetype(events[2].metadata->size)),
            "meta");
        EXPECT_EQ(events[3].title(), u"conv_7"_s);
        EXPECT_EQ(events[3].ticks(), std::nullopt) << "no wrap of 32 bits";
        EXPECT_EQ(eventsOf<EtDumpProfileEvent>(dump->runs[0])[0].place.chain, std::nullopt);
    }
}

TEST(EtDumpFile, ReadsValuesOfDebugEvents)
{
    const auto dump = readBytes(etDumpBytes());
    ASSERT_TRUE(dump);
    const auto events = eventsOf<EtDumpDebugEvent>(dump->runs[1]);
    ASSERT_EQ(events.size(), 8U);
    const auto &tensor = std::get<std::vector<EtDumpTensor>>(events[0].value).at(0);
    EXPECT_EQ(tensor.type, model::ScalarType::Float);
    EXPECT_EQ(tensor.sizes, (std::vector<qint64>{ 2, 3 }));
    EXPECT_EQ(tensor.strides, (std::vector<qint64>{ 1, 2 }));
    EXPECT_EQ(tensor.offset, 16);
    EXPECT_EQ(events[1].kind, u"TensorList"_s);
    EXPECT_EQ(events[1].place.delegateName, u"pair"_s);
    EXPECT_EQ(std::get<std::vector<EtDumpTensor>>(events[1].value).at(1).offset, 128);
    EXPECT_EQ(std::get<qint64>(events[2].value), -7);
    EXPECT_EQ(std::get<double>(events[3].value), 0.25);
    EXPECT_EQ(std::get<double>(events[4].value), 0.5);
    EXPECT_TRUE(std::get<bool>(events[5].value));
    EXPECT_EQ(events[6].kind, u"String"_s);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(events[6].value));
    EXPECT_FALSE(events[6].isProgramOutput);
    EXPECT_TRUE(events[7].isProgramOutput);
    EXPECT_EQ(events[7].place.chain, std::nullopt);
}

TEST(EtDumpFile, IsDescribedAsTheContractSays)
{
    const auto dump = readBytes(etDumpBytes());
    ASSERT_TRUE(dump);
    const auto description = describeEtDump(*dump);
    EXPECT_EQ(description.format, u"etdump"_s);
    const auto runs = description.json[u"runs"_s].toArray();
    ASSERT_EQ(runs.size(), 3);
    EXPECT_EQ(runs[0][u"name"_s], u"Default"_s);
    EXPECT_EQ(runs[0][u"events"_s],
        (QJsonObject{ { u"profile"_s, 1 }, { u"allocation"_s, 3 }, { u"debug"_s, 0 } }));
    EXPECT_EQ(runs[0][u"allocations"_s],
        (QJsonArray{
            QJsonObject{ { u"allocator"_s, u"method"_s }, { u"count"_s, 2 }, { u"bytes"_s, 1024 } },
            QJsonObject{ { u"allocator"_s, u"temp"_s }, { u"count"_s, 1 }, { u"bytes"_s, 48 } } }));
    EXPECT_EQ(runs[1][u"eventNames"_s],
        (QJsonObject{
            { u"native_call_add.out"_s, 1 }, { u"OPERATOR_CALL"_s, 2 }, { QString(), 2 } }));
    EXPECT_EQ(runs[1][u"ticks"_s][u"OPERATOR_CALL"_s], 130);
    EXPECT_EQ(runs[1][u"delegateEvents"_s], (QJsonObject{ { u"12"_s, 1 }, { u"conv_7"_s, 1 } }));
    EXPECT_EQ(runs[1][u"programOutputs"_s], 1);
    const auto text = descriptionText(u"memory.etdp"_s, description.sections);
    EXPECT_TRUE(text.contains(u"OPERATOR_CALL"_s));
    EXPECT_TRUE(text.contains(u"conv_7"_s));
    // The block of a console has the same shape.
    EXPECT_EQ(etdumpToJson(etDumpBytes())[u"runs"_s], description.json[u"runs"_s]);
}

TEST(EtDumpFile, RefusesEveryTruncation)
{
    for (const bool hasPrefix : { true, false }) {
        const auto bytes = etDumpBytes(hasPrefix);
        for (qsizetype size = 0; size < bytes.size(); ++size) {
            const auto dump = readBytes(bytes.first(size));
            // Without a size, what is cut off at the end may be padding.
            ASSERT_FALSE(dump && hasPrefix) << size;
            EXPECT_TRUE(dump || dump.error().code == ErrorCode::FormatDamaged) << size;
        }
    }
}

TEST(EtDumpFile, SurvivesEveryFlippedByte)
{
    const auto bytes = etDumpBytes();
    for (qsizetype at = 0; at < bytes.size(); ++at) {
        for (const int mask : { 0xff, 0x01, 0x80 }) {
            auto damaged = bytes;
            damaged[at] = char(damaged[at] ^ mask);
            if (const auto dump = readBytes(damaged))
                (void)describeEtDump(*dump);
        }
    }
}

TEST(EtDumpFile, ReadsSizesThatLieOnFourBytes)
{
    // Found by fuzzing: nothing verifies that 64-bit elements lie on 8 bytes. The file is the same,
    // but shifted in memory.
    const auto bytes = etDumpBytes();
    const auto whole = ByteSource::fromBytes(QByteArray(4, ' ') + bytes);
    const auto shifted = ByteSource::part(whole, 4, quint64(bytes.size()));
    ASSERT_TRUE(shifted);
    const auto dump = readEtDump(*shifted);
    ASSERT_TRUE(dump);
    const auto events = eventsOf<EtDumpDebugEvent>(dump->runs[1]);
    EXPECT_EQ(std::get<std::vector<EtDumpTensor>>(events[0].value).at(0).sizes,
        (std::vector<qint64>{ 2, 3 }));
}

TEST(EtDumpFile, IgnoresWhatFollows)
{
    const auto dump = readBytes(etDumpBytes() + "trailing");
    ASSERT_TRUE(dump);
    ASSERT_EQ(dump->diagnostics.size(), 1U);
    EXPECT_EQ(dump->diagnostics[0].id, u"etdump.trailing-bytes"_s);
}

TEST(EtDumpFile, BoundsTablesThatAreShared)
{
    // 2.25 million events out of 12 kB.
    const auto dump = readBytes(sharedEventsBytes(1500));
    ASSERT_FALSE(dump);
    EXPECT_EQ(dump.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(dump.error().detail.contains(u"2000000 events"_s));
}

// --- real files -----------------------------------------------------------------------------

QStringList dumpsBelow(const QString &folder)
{
    QStringList result;
    QDirIterator files(folder, { u"*.etdp"_s }, QDir::Files);
    while (files.hasNext())
        result << files.next();
    result.sort();
    return result;
}

QJsonValue orNull(const std::optional<QString> &text)
{
    return text ? QJsonValue(*text) : QJsonValue(QJsonValue::Null);
}

QJsonArray numbers(const std::vector<qint64> &list)
{
    QJsonArray array;
    for (const auto number : list)
        array.append(number);
    return array;
}

/// Events in the spelling of the facts.
struct FactsEvent
{
    QJsonArray operator()(const EtDumpProfileEvent &event) const
    {
        return { u"P"_s, orNull(event.name), event.place.chain.value_or(-1),
            event.place.instruction, event.place.delegateId.value_or(-1),
            orNull(event.place.delegateName), qint64(event.start), qint64(event.end),
            event.metadata ? QJsonValue(qint64(event.metadata->size)) : QJsonValue() };
    }
    QJsonArray operator()(const EtDumpAllocation &event) const
    {
        return { u"A"_s, event.allocator, qint64(event.size) };
    }
    QJsonArray operator()(const EtDumpDebugEvent &event) const
    {
        QJsonValue tensor;
        QJsonValue count;
        if (const auto *tensors = std::get_if<std::vector<EtDumpTensor>>(&event.value)) {
            if (event.kind == "TensorList"_L1)
                count = qint64(tensors->size());
            else
                tensor = QJsonArray{ model::scalarTypeName(tensors->at(0).type),
                    numbers(tensors->at(0).sizes), numbers(tensors->at(0).strides),
                    tensors->at(0).offset };
        }
        // The facts' chain of the runtime's own events is the largest unsigned number.
        const auto chain = event.place.chain ? double(*event.place.chain) : 18446744073709551615.0;
        return { u"D"_s, orNull(event.name), chain, event.place.instruction,
            event.place.delegateId.value_or(-1), orNull(event.place.delegateName), event.kind,
            tensor, event.isProgramOutput ? QJsonValue(true) : QJsonValue(), count };
    }
};

struct Sum
{
    qint64 count = 0;
    qint64 ticks = 0;
};

void compareRun(const EtDumpRun &run, const QJsonObject &facts, std::map<QString, Sum> &sums)
{
    EXPECT_EQ(run.name, facts[u"name"_s].toString());
    EXPECT_EQ(run.bundledInput.value_or(-1), facts[u"bundled_input_index"_s].toInteger());
    QJsonArray allocators;
    for (const auto &name : run.allocators)
        allocators.append(name);
    EXPECT_EQ(allocators, facts[u"allocators"_s].toArray());
    EXPECT_EQ(qint64(run.events.size()), facts[u"n_events"_s].toInteger());
    for (const auto &event : eventsOf<EtDumpProfileEvent>(run)) {
        auto &sum = sums[event.name.value_or(u"None"_s)];
        ++sum.count;
        sum.ticks += qint64(event.end - event.start); // as the facts do: wraps are negative
    }
    const auto events = facts[u"events"_s].toArray();
    if (events.isEmpty())
        return;
    ASSERT_EQ(run.events.size(), size_t(events.size()));
    for (qsizetype i = 0; i < events.size(); ++i)
        EXPECT_EQ(std::visit(FactsEvent(), run.events[size_t(i)]), events[i].toArray()) << i;
}

TEST(EtDumpSamples, GiveTheirFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto files = dumpsBelow(samplesDir() + u"/generated/host/etdump"_s);
    ASSERT_GE(files.size(), 18);
    for (const auto &path : files) {
        SCOPED_TRACE(path.toStdString());
        const auto facts = jsonFile(path + u".facts.json"_s);
        const auto source = ByteSource::map(path);
        ASSERT_TRUE(source);
        const auto dump = readEtDump(*source);
        ASSERT_TRUE(dump) << dump.error().toText().toStdString();
        EXPECT_TRUE(dump->hasSizePrefix);
        const auto blocks = facts[u"blocks"_s].toArray();
        ASSERT_EQ(qint64(dump->runs.size()), facts[u"n_blocks"_s].toInteger());
        std::map<QString, Sum> sums;
        for (qsizetype i = 0; i < blocks.size(); ++i)
            compareRun(dump->runs[size_t(i)], blocks[i].toObject(), sums);
        const auto names = facts[u"by_name"_s].toObject();
        EXPECT_EQ(qsizetype(sums.size()), names.size());
        for (const auto &[name, sum] : sums) {
            EXPECT_EQ(sum.count, names[name][u"count"_s].toInteger()) << name.toStdString();
            EXPECT_EQ(sum.ticks, names[name][u"total_ticks"_s].toInteger()) << name.toStdString();
        }
    }
}

TEST(EtDumpSamples, TutorialDumpHasWhatTheListSays)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &path :
        { u"/executorch/etdump.etdp"_s, u"/models/other/et-tutorial-etdump.etdp"_s }) {
        const auto source = ByteSource::map(samplesDir() + path);
        ASSERT_TRUE(source);
        const auto dump = readEtDump(*source);
        ASSERT_TRUE(dump) << dump.error().toText().toStdString();
        const auto runs = runsJson(*dump);
        ASSERT_EQ(runs.size(), 2);
        EXPECT_EQ(runs[0][u"eventNames"_s],
            (QJsonObject{ { u"Method::init"_s, 1 }, { u"Program::load_method"_s, 1 } }));
        EXPECT_EQ(runs[1][u"events"_s][u"profile"_s], 29);
        EXPECT_EQ(runs[1][u"eventNames"_s][u"OPERATOR_CALL"_s], 14);
        EXPECT_EQ(runs[1][u"eventNames"_s][u"native_call_relu.out"_s], 4);
    }
}

} // namespace

} // namespace tosaic::test::etdumpfiletests
