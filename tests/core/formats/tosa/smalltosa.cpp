// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The small files of every layout. Numbers are those of the layouts' schemas.
#include "tests/core/formats/tosa/tosabuilder.h"

namespace tosaic::test {

namespace {

using Block = TosaBuilder::Block;
using Ints = std::vector<qint32>;
using Shorts = std::vector<qint16>;
using Slots = std::vector<TosaBuilder::Slot>;
using U = quint32;

/// Types in the numbering of 0.80 and the drafts.
constexpr U OldInt8 = 4;
constexpr U OldInt32 = 6;
constexpr U OldFp32 = 8;
/// Types since 1.0.
constexpr U Int4 = 2;
constexpr U Int8 = 3;
constexpr U Int32 = 5;
constexpr U Fp32 = 7;

const QByteArray &weights()
{
    static const QByteArray bytes = rawBytes(std::vector<qint8>{ 1, -2, 3, -4, 5, -6, 7, -8 });
    return bytes;
}

Block branch(const std::string &name, U op, quint8 tag, U type, bool hasShapes)
{
    Block block{ .name = name,
        .inputs = { name + "_a" },
        .outputs = { name + "_b" },
        .tensors = { { name + "_a", { 4 }, type }, { name + "_b", { 4 }, type } },
        .ops = { { op, tag, { name + "_a" }, { name + "_b" } } } };
    if (!hasShapes)
        block.shapes.reset();
    return block;
}

QByteArray withBranches(const Block &main, U op, quint8 tag, U type, bool hasShapes,
    TosaVersion version, std::optional<std::string> modifier = {})
{
    TosaBuilder builder;
    builder.addRegion("main", { main });
    builder.addRegion("then_body", { branch("then_body", op, tag, type, hasShapes) });
    builder.addRegion("else_body", { branch("else_body", op, tag, type, hasShapes) });
    return builder.finish(version, modifier);
}

} // namespace

QByteArray smallTosa080()
{
    Block main{ .inputs = { "x", "c" },
        .outputs = { "z" },
        .tensors = { { "x", { 1, 1, 1, 4 }, OldInt8 }, { "c", {}, 1 },
            { "w", { 2, 1, 1, 4 }, OldInt8, weights() },
            { "b", { 2 }, OldInt32, rawBytes(Ints{ -1, 70000 }) },
            { "y", { 1, 1, 1, 2 }, OldInt32 }, { "q", { 1, 1, 1, 2 }, OldInt8 },
            { "r", { 2 }, OldInt8 }, { "z", { 2 }, OldInt8 } },
        .ops = { { 64, 0, {}, { "w" } }, { 64, 0, {}, { "b" } },
            { 3, 2, { "x", "w", "b" }, { "y" },
                Slots{ Ints{ 0, 1, 2, 3 }, Ints{ 1, 2 }, Ints{ 1, 1 }, -128, 3, true } },
            { 63, 11, { "y" }, { "q" },
                Slots{
                    0, -7, Ints{ 1073741824, 5 }, Ints{ 30, 31 }, true, true, true, false, true } },
            { 54, 6, { "q" }, { "r" }, Slots{ Ints{ 2 } } },
            { 67, 14, { "c", "r" }, { "z" },
                Slots{ std::string("then_body"), std::string("else_body") } } },
        .shapes = {} };
    return withBranches(main, 13, 0, OldInt8, false, { 0, 80, 1, false });
}

QByteArray smallTosaDraft10()
{
    Block main{ .inputs = { "x" },
        .outputs = { "y" },
        .tensors = { { "x", { 1, 1, 1, 4 }, OldFp32 },
            { "w", { 1, 1, 1, 4 }, OldFp32, rawBytes(std::vector<float>{ 1, 2, 3, 4 }) },
            { "y", { 1, 1, 1, 1 }, OldFp32 }, { "m", { 1, 1, 1, 1 }, OldFp32 } },
        .ops = { { 64, 0, {}, { "w" } },
            { 3, 2, { "x", "w" }, { "m" },
                Slots{ Ints{ 0, 0, 0, 0 }, Ints{ 1, 1 }, Ints{ 1, 1 }, 0, 0, false, U(OldFp32) } },
            { 10, 7, { "m" }, { "y" },
                Slots{ rawBytes(std::vector<float>{ 0, 0 }), rawBytes(std::vector<float>{ 6, 0 }),
                    U(1) } } },
        .shapes = {} };
    return tosaFile(main, { 1, 0, 0, true });
}

QByteArray smallTosaDraft11()
{
    Block main{ .inputs = { "a", "b" },
        .outputs = { "z" },
        .tensors = { { "a", { 1, 4, 4, 1 }, OldFp32, QByteArray() },
            { "b", { 1, 4, 4, 4 }, OldFp32, QByteArray() },
            { "s", { 1, 4, 4, 4 }, OldFp32, QByteArray() },
            { "z", { 1, 2, 2, 4 }, OldFp32, QByteArray() },
            { "v", { 1 }, OldFp32, rawBytes(std::vector<float>{ 2.5F }), true, false, "state" } },
        .ops = { { 73, 73, {}, {} }, { 15, 15, { "a", "b" }, { "s" } },
            { 2, 2, { "s" }, { "z" },
                Slots{ Ints{ 2, 2 }, Ints{ 2, 2 }, Ints{ 0, 0, 0, 0 }, 1, 2, U(OldFp32) } } },
        .shapes = {} };
    return tosaFile(main, { 1, 1, 0, true });
}

QByteArray smallTosa10()
{
    const Block main{ .inputs = { "x", "c" },
        .outputs = { "z" },
        .tensors = { { "x", { 1, 1, 1, 4 }, Int8 }, { "c", { 1 }, 1 },
            { "w", { 2, 1, 1, 4 }, Int4, QByteArray("\x21\x43\x65\x97", 4) },
            { "b", { 2 }, Int32, rawBytes(Ints{ -1, 70000 }) },
            { "zp", { 1 }, Int8, QByteArray(1, '\x80') },
            { "wzp", { 1 }, Int4, QByteArray(1, '\0') }, { "y", { 1, 1, 1, 2 }, Int32 },
            { "k", { 1, 1, 1, 2 }, Int32 }, { "r", { 2 }, Int32 }, { "z", { 2 }, Int32 } },
        .ops = { { 67, 67, {}, { "w" } }, { 67, 67, {}, { "b" } }, { 67, 67, {}, { "zp" } },
            { 67, 67, {}, { "wzp" } },
            { 3, 3, { "x", "w", "b", "zp", "wzp" }, { "y" },
                Slots{ Ints{ 0, 1, 2, 3 }, Ints{ 1, 2 }, Ints{ 1, 1 }, true, U(Int32) },
                "conv here" },
            { 11, 11, { "y" }, { "k" },
                Slots{ rawBytes(Ints{ -100 }), rawBytes(Ints{ 100, 0 }), U(2) } },
            { 75, 75, {}, { "s" } }, { 57, 57, { "k", "s" }, { "r" } },
            { 70, 70, { "c", "r" }, { "z" },
                Slots{ std::string("then_body"), std::string("else_body") } } },
        .shapes = { { { "s", { 2 } } } } };
    return withBranches(main, 32, 32, Int32, true, { 1, 0, 0, false }, "rc1");
}

QByteArray smallTosa11()
{
    const Block main{ .inputs = { "x" },
        .outputs = { "y" },
        .tensors = { { "x", { 1, 32 }, Fp32 }, { "d", { 1, 32 }, 15 }, { "e", { 1, 1 }, 16 },
            { "y", { 1, 32 }, Fp32 }, { "n", { 2 }, 17, rawBytes(std::vector<qint64>{ 1, -2 }) } },
        .ops = { { 78, 78, { "x" }, { "d", "e" }, Slots{ U(32) } },
            { 77, 77, { "d", "e" }, { "y" }, Slots{ U(32) } }, { 67, 67, {}, { "n" } },
            { 79, 79, { "x" }, { "s" }, Slots{ 1 } }, { 93, 93, { "s", "s" }, {}, Slots{ true } },
            { 96, 96, { "x" }, { "y" }, Slots{ U(Fp32) } } },
        .shapes = { { { "s", { 32 } } } } };
    return tosaFile(main, { 1, 1, 0, true });
}

} // namespace tosaic::test
