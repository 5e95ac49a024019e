// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/payloadcommands.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats::ethosu {

namespace {

class CommandReader
{
public:
    CommandReader(model::EthosUPayload &payload, DiagnosticSink &sink, const Location &place,
        CommandBudget &budget)
        : m_payload(payload), m_sink(sink), m_place(place), m_budget(budget)
    {
    }

    void read(QByteArrayView commandData)
    {
        const auto driver = readDriverPayload(commandData, m_sink, m_place);
        if (!driver) {
            m_sink.add(diagnosticOf(driver.error()));
            return;
        }
        m_payload.driverFormat = driver->format;
        m_payload.npu = driver->npu;
        for (const auto &stream : driver->streams)
            m_payload.commandStreamWords += quint64(stream.size()) / 4;
        if (m_payload.npu)
            count(*driver);
        else
            report(u"ethosu.command-data"_s, Severity::Warning,
                u"no usable configuration word: operations are not counted, because their numbers "
                "differ between products"_s);
    }

private:
    void report(const QString &id, Severity severity, const QString &text)
    {
        m_sink.add(id, severity, text, m_place);
    }

    void count(const DriverPayload &driver)
    {
        if (m_payload.commandStreamWords > m_budget.left) {
            report(u"limit.exceeded"_s, Severity::Error,
                u"more than CommandBudget = %1 words of commands in the file: these are not counted"_s
                    .arg(CommandBudget::Limit));
            return;
        }
        m_budget.left -= m_payload.commandStreamWords;
        for (const auto &stream : driver.streams) {
            const auto counts = countCommands(stream, driver.npu->product);
            m_payload.operations += counts.operations;
            m_payload.unknownCommands += counts.unknown;
            for (const auto &[kind, number] : counts.kinds)
                m_payload.operationKinds[kind] += number;
            checkEnd(counts);
        }
        if (m_payload.unknownCommands > 0)
            report(u"ethosu.unknown-commands"_s, Severity::Warning,
                u"%1 commands that Ethos-%2 does not have"_s.arg(m_payload.unknownCommands)
                    .arg(model::productName(driver.npu->product)));
    }

    void checkEnd(const CommandCounts &counts)
    {
        if (counts.isCut)
            report(u"ethosu.command-data"_s, Severity::Error,
                u"the command stream ends inside a command"_s);
        else if (!counts.isStopped)
            report(u"ethosu.command-data"_s, Severity::Warning,
                u"the command stream does not end with NPU_OP_STOP"_s);
        else if (counts.wordsBehindStop > 0)
            report(u"ethosu.command-data"_s, Severity::Info,
                u"%1 words behind NPU_OP_STOP are not counted"_s.arg(counts.wordsBehindStop));
    }

    model::EthosUPayload &m_payload;
    DiagnosticSink &m_sink;
    const Location &m_place;
    CommandBudget &m_budget;
};

} // namespace

void readPayloadCommands(QByteArrayView commandData, model::EthosUPayload &payload,
    DiagnosticSink &sink, const Location &place, CommandBudget &budget)
{
    CommandReader(payload, sink, place, budget).read(commandData);
}

} // namespace tosaic::formats::ethosu
