// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"

#include <QString>

/// The one currency of selection: what outline, graph, inspector, hex view, tables and charts agree
/// on.
namespace tosaic::model {

// GCC 12 sees scoped enumerators as shadowing the model's types of the same name; they do not.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
struct EntityRef
{
    enum class Kind
    {
        None,
        File,
        Method,
        Instruction, ///< method + index: a kernel or delegate call
        Value, ///< method + index
        Delegate, ///< method + index
        PayloadBlock, ///< method + index (delegate) + subIndex (block)
        Node, ///< name of a node of the model before it was cut into partitions
        Partition, ///< index into CompileResult::partitions
        Counter, ///< name of a hardware counter, index = profile
        Segment, ///< index
        Bytes, ///< any byte range of the file
        Subgraph, ///< of a network: method = subgraph
        Operator, ///< of a network: method = subgraph, index
        NetworkTensor, ///< of a network: method = subgraph, index
        NpuOperation, ///< of a command stream: method, index = its owner, subIndex = operation
        NpuBuffer, ///< method, index = owner of the stream, subIndex = buffer
        NpuCommand ///< method, index = owner of the stream, subIndex = command
    };

    Kind kind = Kind::None;
    int method = 0;
    int index = -1;
    int subIndex = -1;
    QString name;
    ByteRange bytes;

    bool isEmpty() const { return kind == Kind::None; }
    bool operator==(const EntityRef &) const = default;
    friend size_t qHash(const EntityRef &ref, size_t seed = 0) noexcept
    {
        return qHashMulti(seed, static_cast<int>(ref.kind), ref.method, ref.index, ref.subIndex,
            ref.name, ref.bytes.offset, ref.bytes.size);
    }

    static EntityRef file() { return { .kind = Kind::File }; }
    static EntityRef ofMethod(int method) { return { .kind = Kind::Method, .method = method }; }
    static EntityRef instruction(int method, int index)
    {
        return { .kind = Kind::Instruction, .method = method, .index = index };
    }
    static EntityRef value(int method, int index)
    {
        return { .kind = Kind::Value, .method = method, .index = index };
    }
    static EntityRef delegate(int method, int index)
    {
        return { .kind = Kind::Delegate, .method = method, .index = index };
    }
    static EntityRef payloadBlock(int method, int delegate, int block)
    {
        return {
            .kind = Kind::PayloadBlock, .method = method, .index = delegate, .subIndex = block
        };
    }
    static EntityRef node(const QString &name) { return { .kind = Kind::Node, .name = name }; }
    static EntityRef partition(int index) { return { .kind = Kind::Partition, .index = index }; }
    static EntityRef counter(int profile, const QString &name)
    {
        return { .kind = Kind::Counter, .index = profile, .name = name };
    }
    static EntityRef segment(int index) { return { .kind = Kind::Segment, .index = index }; }
    static EntityRef subgraph(int subgraph)
    {
        return { .kind = Kind::Subgraph, .method = subgraph };
    }
    static EntityRef networkOperator(int subgraph, int index)
    {
        return { .kind = Kind::Operator, .method = subgraph, .index = index };
    }
    static EntityRef networkTensor(int subgraph, int index)
    {
        return { .kind = Kind::NetworkTensor, .method = subgraph, .index = index };
    }
    /// `owner` is the delegate of a .pte, the `ethos-u` operator of a .tflite, or the file itself
    /// where the stream has no owner inside it. The parts of a stream name it by their method and
    /// index.
    static EntityRef npuOperation(const EntityRef &owner, int operation)
    {
        return partOfStream(Kind::NpuOperation, owner, operation);
    }
    static EntityRef npuBuffer(const EntityRef &owner, int buffer)
    {
        return partOfStream(Kind::NpuBuffer, owner, buffer);
    }
    static EntityRef npuCommand(const EntityRef &owner, int command)
    {
        return partOfStream(Kind::NpuCommand, owner, command);
    }
    /// The number that commands (`--delegate N`) and faces give the command stream that this owns:
    /// the delegate's index in a .pte; of other owners and of none its place among the streams. The
    /// two differ where other backends have delegates too.
    int streamNumber(int place) const { return kind == Kind::Delegate ? index : place; }
    bool isPartOfStream() const
    {
        return kind == Kind::NpuOperation || kind == Kind::NpuBuffer || kind == Kind::NpuCommand;
    }
    /// Whether it is a part of the stream that `owner` owns.
    bool isInStreamOf(const EntityRef &owner) const
    {
        return isPartOfStream() && method == owner.method && index == owner.index;
    }
    static EntityRef byteRange(ByteRange range) { return { .kind = Kind::Bytes, .bytes = range }; }

private:
    static EntityRef partOfStream(Kind kind, const EntityRef &owner, int part)
    {
        return { .kind = kind, .method = owner.method, .index = owner.index, .subIndex = part };
    }
};
#pragma GCC diagnostic pop

} // namespace tosaic::model
