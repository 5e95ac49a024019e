// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/programfacts.h"

#include "core/inspect/descriptionparts.h"
#include "core/model/boundary.h"

#include <QSet>
#include <QStringList>

#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

QString counted(quint64 count, const QString &noun)
{
    return u"%1 %2%3"_s.arg(countText(count), noun, count == 1 ? QString() : u"s"_s);
}

/// Partitions of one kind: those for the same NPU, or with the same delegate id.
struct Group
{
    quint64 partitions = 0;
    quint64 operations = 0;
    bool isCounted = true; ///< all payloads told their operations
};

QString groupText(const QString &target, const Group &group)
{
    const auto text = counted(group.partitions, u"partition"_s) + u" on "_s + target;
    return group.isCounted && group.operations > 0
        ? text + u" ("_s + counted(group.operations, u"NPU operation"_s) + u')'
        : text;
}

/// What a delegate was compiled for: from its commands, else as its compile spec claims.
QString targetOf(const model::Delegate &delegate)
{
    if (delegate.ethosu && delegate.ethosu->npu)
        return delegate.ethosu->npu->name();
    for (const auto &spec : delegate.compileSpecs) {
        if (delegate.ethosu && spec.key == "target"_L1)
            return QString::fromUtf8(spec.value) + u" by its compile spec"_s;
    }
    return delegate.id.isEmpty() ? u"a delegate without a name"_s : delegate.id;
}

} // namespace

std::map<QString, qint64> valueKinds(const model::Method &method)
{
    std::map<QString, qint64> result;
    for (const auto &value : method.values)
        ++result[model::valueKindName(value)];
    return result;
}

std::map<QString, qint64> kernelCalls(const model::Method &method)
{
    std::map<QString, qint64> result;
    for (const auto &instruction : method.instructions) {
        if (const auto name = method.operatorName(instruction); !name.isEmpty())
            ++result[name];
    }
    return result;
}

quint64 payloadBytes(const model::Program &program, const model::Delegate &delegate)
{
    if (delegate.inSegment && delegate.dataIndex < program.segments.size())
        return program.segments[delegate.dataIndex].size;
    return delegate.data.size;
}

quint64 constantBytes(const model::Method &method)
{
    std::map<quint64, quint64> sizeByOffset;
    for (const auto &value : method.values) {
        const auto *tensor = std::get_if<model::Tensor>(&value);
        if (tensor && tensor->constant) {
            auto &size = sizeByOffset[tensor->constant->offset];
            size = std::max(size, tensor->constant->size);
        }
    }
    quint64 total = 0;
    for (const auto &[offset, size] : sizeByOffset)
        total += size;
    return total;
}

QString coverageSentence(const model::Method &method)
{
    std::map<QString, Group> groups;
    for (const auto &delegate : method.delegates) {
        const auto *payload = delegate.ethosu.get();
        const auto isKnown = payload && payload->npu;
        auto &group = groups[targetOf(delegate)];
        ++group.partitions;
        group.isCounted &= isKnown;
        group.operations += isKnown ? payload->operations : 0;
    }
    quint64 kernels = 0;
    quint64 steps = 0;
    for (const auto &instruction : method.instructions) {
        if (std::holds_alternative<model::KernelCall>(instruction))
            ++(model::isBoundaryStep(method, instruction) ? steps : kernels);
    }
    QStringList parts;
    for (const auto &[target, group] : groups)
        parts << groupText(target, group);
    if (parts.isEmpty())
        parts << u"nothing on an NPU"_s;
    parts << counted(kernels, u"CPU kernel"_s);
    if (steps > 0)
        parts << counted(steps, u"boundary step"_s);
    return parts.join(u", "_s);
}

QStringList externalKeys(const model::Program &program)
{
    QStringList keys;
    QSet<QString> seen;
    const auto add = [&](const QString &key) {
        if (!key.isEmpty() && !seen.contains(key)) {
            seen.insert(key);
            keys << key;
        }
    };
    QSet<QString> own;
    for (const auto &data : program.namedData)
        own.insert(data.key);
    for (const auto &method : program.methods) {
        for (const auto &value : method.values) {
            const auto *tensor = std::get_if<model::Tensor>(&value);
            if (tensor && tensor->isExternal)
                add(tensor->name);
        }
        for (const auto &delegate : method.delegates) {
            if (!delegate.ethosu)
                continue;
            for (const auto &block : delegate.ethosu->blocks) {
                if (block.isExternal && !own.contains(block.externalKey))
                    add(block.externalKey);
            }
        }
    }
    return keys;
}

} // namespace tosaic::inspect
