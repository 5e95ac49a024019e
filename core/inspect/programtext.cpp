// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/programtext.h"

#include "core/base/units.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/programfacts.h"
#include "core/inspect/valuetext.h"

#include <QStringList>
#include <QTextStream>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using Facts = std::vector<DescriptionFact>;

QString tensorText(const model::Tensor &tensor)
{
    const auto text = model::dtypeName(tensor.dtype) + u' ' + shapeText(tensor.shape);
    switch (tensor.dynamism) {
    case model::ShapeDynamism::Static:
        return text;
    case model::ShapeDynamism::DynamicBound:
        return text + u", dynamic: at most this"_s;
    case model::ShapeDynamism::DynamicUnbound:
        break;
    }
    return text + u", dynamic without a bound: the runtime refuses it"_s;
}

/// "float32 [1, 8]", "Int 512", "Null".
QString interfaceText(const model::Method &method, const model::Value &value)
{
    const auto kind = model::valueKindName(value);
    const auto text = inspect::valueText(
        method, value, [](const model::Tensor &tensor) { return tensorText(tensor); });
    return std::holds_alternative<model::Tensor>(value)   ? text
        : std::holds_alternative<model::NullValue>(value) ? kind
                                                          : nameText(kind + u' ' + text);
}

class MethodText
{
public:
    MethodText(const model::Program &program, const model::Method &method, TextWidth width,
        QTextStream &out)
        : m_program(program), m_method(method), m_width(width), m_out(out)
    {
    }

    void print()
    {
        m_out << '\n'
              << wrappedText(
                     u"Method %1: %2"_s.arg(m_method.name, coverageSentence(m_method)), m_width);
        Facts interface;
        addValues(interface, u"input"_s, m_method.inputs);
        addValues(interface, u"output"_s, m_method.outputs);
        addMemory(interface);
        m_out << factsText(interface, m_width);
        printKernels();
        for (size_t i = 0; i < m_method.delegates.size(); ++i)
            printDelegate(m_method.delegates[i], i);
    }

private:
    void addValues(
        Facts &columns, const QString &what, const std::vector<model::ValueIndex> &indices)
    {
        for (const auto index : indices) {
            const auto number = static_cast<qint32>(index.value);
            columns.push_back({ u"%1 value %2"_s.arg(what).arg(number),
                index.value < m_method.values.size()
                    ? interfaceText(m_method, m_method.values[index.value])
                    : u"does not exist"_s });
        }
    }

    void addMemory(Facts &columns)
    {
        for (size_t i = 1; i < m_method.plannedBuffers.size(); ++i)
            columns.push_back({ u"planned memory %1"_s.arg(i),
                bytesText(static_cast<quint64>(std::max<qint64>(0, m_method.plannedBuffers[i]))) });
        if (const auto constants = constantBytes(m_method); constants > 0)
            columns.push_back({ u"constants"_s, bytesText(constants) });
    }

    void printKernels()
    {
        const auto calls = kernelCalls(m_method);
        if (calls.empty())
            return;
        m_out << "  CPU kernels\n";
        Facts columns;
        for (const auto &[name, count] : calls)
            columns.push_back({ name, u"x %1"_s.arg(countText(quint64(count))) });
        m_out << factsText(columns, m_width, u"    "_s);
    }

    void printDelegate(const model::Delegate &delegate, size_t index)
    {
        m_out << "  Partition " << index << ": " << delegate.id << ", "
              << bytesText(payloadBytes(m_program, delegate))
              << (delegate.inSegment ? ", in a segment\n" : ", inline\n");
        Facts columns;
        for (const auto &spec : delegate.compileSpecs)
            columns.push_back({ spec.key,
                isPlainText(spec.value) ? QString::fromUtf8(spec.value)
                                        : bytesText(quint64(spec.value.size())) + u", binary"_s });
        if (delegate.ethosu)
            addPayload(columns, *delegate.ethosu);
        m_out << factsText(columns, m_width, u"    "_s);
    }

    void addPayload(Facts &columns, const model::EthosUPayload &payload)
    {
        if (payload.npu)
            columns.push_back({ u"compiled for"_s, payload.npu->name() });
        else
            columns.push_back({ u"compiled for"_s, u"not known from this file"_s });
        if (payload.arenaBytes)
            columns.push_back({ u"arena"_s, bytesText(*payload.arenaBytes) });
        if (payload.persistentBytes)
            columns.push_back({ u"persistent"_s, bytesText(*payload.persistentBytes) });
        addCommands(columns, payload);
        for (const auto &block : payload.blocks) {
            if (block.size == 0)
                continue;
            QStringList facts;
            if (const auto bytes = block.bytes())
                facts << bytesText(*bytes);
            if (block.isExternal)
                facts << u"in named data "_s + block.externalKey;
            columns.push_back({ u"block "_s + block.name, facts.join(u", "_s) });
        }
        addDescriptors(columns, u"NPU input"_s, payload.inputs);
        addDescriptors(columns, u"NPU output"_s, payload.outputs);
    }

    static void addCommands(Facts &columns, const model::EthosUPayload &payload)
    {
        if (!payload.npu)
            return; // not counted
        const auto commands = commandTexts(payload);
        columns.push_back({ u"NPU operations"_s, commands.operations });
        if (!commands.transfers.isEmpty())
            columns.push_back({ u"DMA transfers"_s, commands.transfers });
        if (!commands.waits.isEmpty())
            columns.push_back({ u"waits"_s, commands.waits });
    }

    static void addDescriptors(
        Facts &columns, const QString &what, const std::vector<model::IoDescriptor> &descriptors)
    {
        for (const auto &descriptor : descriptors) {
            const auto size = descriptor.elementSize > 0
                ? u", %1 per element"_s.arg(bytesText(static_cast<quint64>(descriptor.elementSize)))
                : QString();
            columns.push_back({ what,
                u"%1%2, at %3 of region %4"_s.arg(shapeText(descriptor.shape), size)
                    .arg(outputLocale().toString(descriptor.offset))
                    .arg(descriptor.region) });
        }
    }

    const model::Program &m_program;
    const model::Method &m_method;
    TextWidth m_width;
    QTextStream &m_out;
};

QString externalNeeds(const model::Program &program, TextWidth width)
{
    constexpr qsizetype Shown = 10;
    const auto keys = externalKeys(program);
    if (keys.isEmpty())
        return {};
    QStringList names;
    for (const auto &key : keys.first(std::min(keys.size(), Shown)))
        names << nameText(key);
    if (keys.size() > Shown)
        names << u"and %1 more"_s.arg(countText(quint64(keys.size() - Shown)));
    return wrappedText(u"needs external data: %1%2%3"_s.arg(countText(quint64(keys.size())),
                           keys.size() == 1 ? u" key of a .ptd: "_s : u" keys of .ptd files: "_s,
                           names.join(u", "_s)),
        width);
}

} // namespace

QString programToText(const model::Program &program, TextWidth width)
{
    QString text;
    QTextStream out(&text);
    const auto name = program.source ? program.source->fileName() : QString();
    if (program.methods.size() == 1) {
        out << wrappedText(name + u": "_s + coverageSentence(program.methods.front()), width);
    } else {
        QStringList coverage;
        quint64 constants = 0;
        for (const auto &method : program.methods) {
            if (method.instructions.empty())
                ++constants;
            else
                coverage << nameText(method.name) + u": "_s + coverageSentence(method);
        }
        if (constants > 0)
            coverage << countText(constants)
                    + (constants == 1 ? u" constant method"_s : u" constant methods"_s);
        out << wrappedText(u"%1: %2 methods; %3"_s.arg(name)
                               .arg(program.methods.size())
                               .arg(coverage.join(u"; "_s)),
            width);
    }
    const auto size = program.source ? program.source->size() : 0;
    out << "ExecuTorch program " << program.identifier << ", " << bytesText(size) << ", "
        << countText(program.segments.size())
        << (program.segments.size() == 1 ? " segment" : " segments");
    if (!program.namedData.empty())
        out << ", " << countText(program.namedData.size()) << " named data";
    out << '\n';
    out << externalNeeds(program, width);
    for (const auto &method : program.methods)
        MethodText(program, method, width, out).print();
    out.flush();
    return text;
}

} // namespace tosaic::inspect
