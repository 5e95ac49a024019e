// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/programtext.h"

#include "core/base/units.h"
#include "core/inspect/descriptionparts.h"
#include "core/inspect/programfacts.h"

#include <QStringList>
#include <QTextStream>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

/// Rows whose columns are padded to the widest cell.
class Columns
{
public:
    void add(const QStringList &row) { m_rows << row; }

    void print(QTextStream &out, const QString &indent) const
    {
        QList<qsizetype> widths;
        for (const auto &row : m_rows) {
            widths.resize(std::max(widths.size(), row.size()));
            for (qsizetype i = 0; i < row.size(); ++i)
                widths[i] = std::max(widths[i], row[i].size());
        }
        for (const auto &row : m_rows) {
            QString line = indent;
            for (qsizetype i = 0; i < row.size(); ++i)
                line += i + 1 < row.size() ? row[i].leftJustified(widths[i] + 2) : row[i];
            out << line << '\n';
        }
    }

private:
    QList<QStringList> m_rows;
};

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

class MethodText
{
public:
    MethodText(const model::Program &program, const model::Method &method, QTextStream &out)
        : m_program(program), m_method(method), m_out(out)
    {
    }

    void print()
    {
        m_out << "\nMethod " << m_method.name << ": " << coverageSentence(m_method) << '\n';
        Columns interface;
        addValues(interface, u"input"_s, m_method.inputs);
        addValues(interface, u"output"_s, m_method.outputs);
        addMemory(interface);
        interface.print(m_out, u"  "_s);
        printKernels();
        for (size_t i = 0; i < m_method.delegates.size(); ++i)
            printDelegate(m_method.delegates[i], i);
    }

private:
    void addValues(
        Columns &columns, const QString &what, const std::vector<model::ValueIndex> &indices)
    {
        for (const auto index : indices) {
            const auto number = static_cast<qint32>(index.value);
            const auto *tensor = m_method.tensor(number);
            const auto isThere = index.value < m_method.values.size();
            columns.add({ what, u"value %1"_s.arg(number),
                tensor        ? tensorText(*tensor)
                    : isThere ? model::valueKindName(m_method.values[index.value])
                              : u"does not exist"_s });
        }
    }

    void addMemory(Columns &columns)
    {
        for (size_t i = 1; i < m_method.plannedBuffers.size(); ++i)
            columns.add({ u"memory"_s, u"planned %1"_s.arg(i),
                bytesText(static_cast<quint64>(std::max<qint64>(0, m_method.plannedBuffers[i]))) });
        if (const auto constants = constantBytes(m_method); constants > 0)
            columns.add({ u"memory"_s, u"constants"_s, bytesText(constants) });
    }

    void printKernels()
    {
        const auto calls = kernelCalls(m_method);
        if (calls.empty())
            return;
        m_out << "  CPU kernels\n";
        Columns columns;
        for (const auto &[name, count] : calls)
            columns.add({ name, u"x %1"_s.arg(countText(quint64(count))) });
        columns.print(m_out, u"    "_s);
    }

    void printDelegate(const model::Delegate &delegate, size_t index)
    {
        m_out << "  Partition " << index << ": " << delegate.id << ", "
              << bytesText(payloadBytes(m_program, delegate))
              << (delegate.inSegment ? ", in a segment\n" : ", inline\n");
        Columns columns;
        for (const auto &spec : delegate.compileSpecs)
            columns.add({ spec.key, QString::fromUtf8(spec.value) });
        if (delegate.ethosu)
            addPayload(columns, *delegate.ethosu);
        columns.print(m_out, u"    "_s);
    }

    void addPayload(Columns &columns, const model::EthosUPayload &payload)
    {
        if (payload.npu)
            columns.add({ u"compiled for"_s, payload.npu->name() });
        else
            columns.add({ u"compiled for"_s, u"not known from this file"_s });
        if (payload.arenaBytes)
            columns.add({ u"arena"_s, bytesText(*payload.arenaBytes) });
        if (payload.persistentBytes)
            columns.add({ u"persistent"_s, bytesText(*payload.persistentBytes) });
        addCommands(columns, payload);
        for (const auto &block : payload.blocks) {
            if (block.size > 0)
                columns.add({ u"block "_s + block.name,
                    block.isExternal ? u"in named data "_s + block.externalKey
                                     : bytesText(block.size) });
        }
        addDescriptors(columns, u"NPU input"_s, payload.inputs);
        addDescriptors(columns, u"NPU output"_s, payload.outputs);
    }

    static void addCommands(Columns &columns, const model::EthosUPayload &payload)
    {
        if (!payload.npu)
            return; // not counted
        const auto commands = commandTexts(payload);
        columns.add({ u"NPU operations"_s, commands.operations });
        if (!commands.transfers.isEmpty())
            columns.add({ u"DMA transfers"_s, commands.transfers });
        if (!commands.waits.isEmpty())
            columns.add({ u"waits"_s, commands.waits });
    }

    static void addDescriptors(
        Columns &columns, const QString &what, const std::vector<model::IoDescriptor> &descriptors)
    {
        for (const auto &descriptor : descriptors) {
            const auto size = descriptor.elementSize > 0
                ? u", %1 per element"_s.arg(bytesText(static_cast<quint64>(descriptor.elementSize)))
                : QString();
            columns.add({ what,
                u"%1%2, at %3 of region %4"_s.arg(shapeText(descriptor.shape), size)
                    .arg(outputLocale().toString(descriptor.offset))
                    .arg(descriptor.region) });
        }
    }

    const model::Program &m_program;
    const model::Method &m_method;
    QTextStream &m_out;
};

void printExternalNeeds(const model::Program &program, QTextStream &out)
{
    constexpr qsizetype Shown = 10;
    const auto keys = externalKeys(program);
    if (keys.isEmpty())
        return;
    QStringList names;
    for (const auto &key : keys.first(std::min(keys.size(), Shown)))
        names << nameText(key);
    out << "needs external data: " << countText(quint64(keys.size()))
        << (keys.size() == 1 ? " key of a .ptd: " : " keys of .ptd files: ") << names.join(u", "_s);
    if (keys.size() > Shown)
        out << ", and " << countText(quint64(keys.size() - Shown)) << " more";
    out << '\n';
}

} // namespace

QString programToText(const model::Program &program)
{
    QString text;
    QTextStream out(&text);
    out << (program.source ? program.source->fileName() : QString());
    if (program.methods.size() == 1) {
        out << ": " << coverageSentence(program.methods.front()) << '\n';
    } else {
        QStringList coverage;
        for (const auto &method : program.methods)
            coverage << nameText(method.name) + u": "_s + coverageSentence(method);
        out << ": " << program.methods.size() << " methods; " << coverage.join(u"; "_s) << '\n';
    }
    const auto size = program.source ? program.source->size() : 0;
    out << "ExecuTorch program " << program.identifier << ", " << bytesText(size) << ", "
        << countText(program.segments.size())
        << (program.segments.size() == 1 ? " segment" : " segments");
    if (!program.namedData.empty())
        out << ", " << countText(program.namedData.size()) << " named data";
    out << '\n';
    printExternalNeeds(program, out);
    for (const auto &method : program.methods)
        MethodText(program, method, out).print();
    out.flush();
    return text;
}

} // namespace tosaic::inspect
