// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tosa_generated.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// TOSA files in memory, of any version: numbers are given as the file stores them.
namespace tosaic::test {

struct TosaVersion
{
    int major = 1;
    int minor = 0;
    int patch = 0;
    bool isDraft = false;
};

class TosaBuilder
{
public:
    /// One field of an attribute table; monostate leaves it out. quint32 is an enumeration.
    using Slot = std::variant<std::monostate, qint32, quint32, bool, std::string, QByteArray,
        std::vector<qint32>, std::vector<qint16>>;
    struct Op
    {
        quint32 number = 0;
        quint8 tag = 0;
        std::vector<std::string> inputs;
        std::vector<std::string> outputs;
        std::optional<std::vector<Slot>> attribute = std::vector<Slot>();
        std::optional<std::string> location = {};
    };
    struct Tensor
    {
        std::string name;
        std::vector<int> shape;
        quint32 type = 0;
        std::optional<QByteArray> data = {};
        bool isVariable = false;
        bool isUnranked = false;
        std::string variableName = {};
        quint64 offset = 0; ///< of data behind the FlatBuffer
        quint64 size = 0;
    };
    struct Shape
    {
        std::string name;
        std::vector<qint64> values;
    };
    struct Block
    {
        std::string name = "main";
        std::vector<std::string> inputs = {};
        std::vector<std::string> outputs = {};
        std::vector<Tensor> tensors = {};
        std::vector<Op> ops = {};
        std::optional<std::vector<Shape>> shapes = std::vector<Shape>(); ///< absent before 1.0
    };

    void addRegion(const std::string &name, const std::vector<Block> &blocks);
    QByteArray finish(
        std::optional<TosaVersion> version, std::optional<std::string> softwareModifier = {});

private:
    using Strings
        = flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>>;

    Strings strings(const std::vector<std::string> &texts);
    flatbuffers::Offset<flatbuffers::Vector<quint8>> bytes(const QByteArray &data);
    flatbuffers::Offset<tosa::fb::AnyAttribute> attribute(const std::vector<Slot> &slots);
    flatbuffers::Offset<tosa::fb::Operator> op(const Op &op);
    flatbuffers::Offset<tosa::fb::Tensor> tensor(const Tensor &tensor);
    flatbuffers::Offset<tosa::fb::BasicBlock> block(const Block &block);

    flatbuffers::FlatBufferBuilder m_fbb;
    std::vector<flatbuffers::Offset<tosa::fb::Region>> m_regions;
};

/// A file with the one region "main" and the one block given.
QByteArray tosaFile(const TosaBuilder::Block &block, TosaVersion version);

/// Little-endian bytes.
template <typename T>
QByteArray rawBytes(const std::vector<T> &values)
{
    return QByteArray(
        reinterpret_cast<const char *>(values.data()), qsizetype(values.size() * sizeof(T)));
}

/// One small file of each layout, all with constants, attributes of every kind and control flow.
QByteArray smallTosa080();
QByteArray smallTosaDraft10();
QByteArray smallTosaDraft11();
QByteArray smallTosa10();
QByteArray smallTosa11();

} // namespace tosaic::test
