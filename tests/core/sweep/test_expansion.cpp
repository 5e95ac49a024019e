// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specrules.h"
#include "core/sweep/sweptmodels.h"

#include <gtest/gtest.h>

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::sweep::expansiontests {

namespace {

Expansion expanded(const QByteArray &text, const QStringList &targets = spec::targets())
{
    const auto grid = readGrid(text);
    EXPECT_TRUE(grid);
    const auto shared = sharedSpec(*grid, {});
    EXPECT_TRUE(shared);
    const auto expansion = expand(*grid, *shared, targets);
    EXPECT_TRUE(expansion);
    return *expansion;
}

} // namespace

TEST(Expansion, EveryModeOfAFamily)
{
    const auto u55 = expanded(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"]})");
    ASSERT_EQ(u55.cells.size(), 2u);
    EXPECT_EQ(u55.cells[0].spec.memoryMode, u"Sram_Only"_s);
    EXPECT_EQ(u55.cells[1].spec.memoryMode, u"Shared_Sram"_s);
    EXPECT_EQ(u55.cells[0].spec.systemConfig, u"Ethos_U55_High_End_Embedded"_s);
    ASSERT_EQ(u55.excluded.size(), 4u);
    for (const auto &cell : u55.excluded) {
        EXPECT_TRUE(cell.spec.memoryMode->startsWith(u"Dedicated_Sram"_s));
        EXPECT_EQ(cell.rule, u"spec.memory-mode-system"_s);
        EXPECT_FALSE(cell.text.isEmpty());
    }
    // U65 with DRAM has all six.
    const auto u65 = expanded(R"({"targets":["ethos-u65-256"],"systemConfigs":["default"]})");
    EXPECT_EQ(u65.cells.size(), 6u);
    EXPECT_TRUE(u65.excluded.empty());
    // With flash behind the second port only two.
    const auto flash
        = expanded(R"({"targets":["ethos-u65-256"],"systemConfigs":["Ethos_U65_Embedded"]})");
    EXPECT_EQ(flash.cells.size(), 2u);
    EXPECT_EQ(flash.excluded.size(), 4u);
}

TEST(Expansion, AbsentAxesAreWhatExists)
{
    const auto all = expanded("{}");
    QSet<QString> targets;
    for (const auto &cell : all.cells) {
        targets.insert(cell.spec.target);
        const auto hits = spec::check(cell.spec);
        EXPECT_FALSE(spec::hasError(hits)) << qPrintable(cell.spec.target);
    }
    EXPECT_EQ(targets.size(), 11);
    // U55: 4 targets, 2 systems, 2 modes. U65: 2 targets, 3 systems with DRAM and 1 with flash.
    // U85: 5 targets, 3 systems with DRAM and 2 with flash.
    EXPECT_EQ(all.cells.size(), 4u * 2 * 2 + 2u * (3 * 6 + 2) + 5u * (3 * 6 + 2 * 2));
    EXPECT_EQ(all.cells.size() + all.excluded.size(), 6u * (4 * 2 + 2 * 4 + 5 * 5));
}

TEST(Expansion, VariantsChangeKeysOfTheSpec)
{
    const auto two = expanded(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "memoryModes":["Shared_Sram"],
        "variants":{"all":{},"relu on CPU":{"partition":{"keepOnCpu":{"nodes":["aten_relu"]}}}}})");
    ASSERT_EQ(two.cells.size(), 2u);
    EXPECT_EQ(two.cells[0].variant, u"all"_s);
    EXPECT_TRUE(two.cells[0].spec.keepOnCpu.isEmpty());
    EXPECT_EQ(two.cells[1].variant, u"relu on CPU"_s);
    EXPECT_EQ(two.cells[1].spec.keepOnCpu.nodes, QStringList{ u"aten_relu"_s });
    const auto axis = readGrid(R"({"variants":{"a":{"target":"ethos-u55-32"}}})");
    ASSERT_FALSE(axis);
    EXPECT_EQ(axis.error().location.entity, u"variants.a.target"_s);
    const auto wrong = expand(*readGrid(R"({"variants":{"a":{"debug":7}}})"), {}, spec::targets());
    EXPECT_EQ(wrong.error().location.entity, u"spec.debug"_s);
}

/// A grid of a hundred thousand: cells that exist, the same for the same seed.
TEST(Expansion, TakesASampleOfWhatIsTooLarge)
{
    QByteArray flags;
    for (int i = 0; i < 500; ++i)
        flags += (i > 0 ? "," : "") + QByteArray("[\"--recursion-limit=") + QByteArray::number(i)
            + "\"]";
    const auto text = [&flags](const QByteArray &sample) {
        return "{\"extraFlags\":[" + flags + "]" + sample + "}";
    };
    const auto whole = readGrid(text({}));
    ASSERT_TRUE(whole);
    EXPECT_EQ(expand(*whole, {}, spec::targets()).error().code, ErrorCode::LimitExceeded);
    const auto some = expanded(text(R"(,"sample":{"cells":300})"));
    EXPECT_EQ(some.cells.size(), 300u);
    EXPECT_EQ(some.combinations, 500u * 6 * (4 * 2 + 2 * 4 + 5 * 5));
    ASSERT_TRUE(some.sample);
    QSet<QString> targets;
    QSet<QString> drawn;
    for (const auto &cell : some.cells) {
        EXPECT_FALSE(exclusionOf(cell.spec));
        targets.insert(cell.spec.target);
        drawn.insert(cell.spec.target + *cell.spec.systemConfig + *cell.spec.memoryMode
            + cell.spec.extraFlags.join(u' '));
    }
    EXPECT_EQ(targets.size(), 11) << "evenly: none is left out";
    EXPECT_EQ(drawn.size(), 300) << "none twice";
    const auto again = expanded(text(R"(,"sample":{"cells":300,"seed":1})"));
    const auto other = expanded(text(R"(,"sample":{"cells":300,"seed":2})"));
    const auto sameSpecs = [&some](const Expansion &asked) {
        return std::ranges::equal(some.cells, asked.cells, {}, &Cell::spec, &Cell::spec);
    };
    EXPECT_TRUE(sameSpecs(again));
    EXPECT_FALSE(sameSpecs(other));
    // What is small enough is taken as a whole, and nobody says that it was sampled.
    const auto all = expanded(R"({"targets":["ethos-u55-128"],"sample":{"cells":500}})");
    EXPECT_FALSE(all.sample);
    EXPECT_EQ(all.cells.size(), 4u);
    EXPECT_FALSE(readGrid(R"({"sample":{"cells":0}})"));
}

TEST(Expansion, NamesOfAnotherFamilyAreLeftOut)
{
    const auto mixed = expanded(R"({"targets":["ethos-u55-128","ethos-u85-256"],
        "systemConfigs":["Ethos_U55_High_End_Embedded","Ethos_U85_SYS_DRAM_Mid"],
        "memoryModes":["Shared_Sram","Dedicated_Sram_384KB","Shared_SRAM"]})");
    ASSERT_EQ(mixed.cells.size(), 3u);
    EXPECT_EQ(mixed.cells[0].spec.target, u"ethos-u55-128"_s);
    EXPECT_EQ(mixed.cells[2].spec.memoryMode, u"Dedicated_Sram_384KB"_s);
    QSet<QString> rules;
    for (const auto &cell : mixed.excluded)
        rules.insert(cell.rule);
    EXPECT_TRUE(rules.contains(u"spec.system-config-family"_s));
    EXPECT_TRUE(rules.contains(u"spec.memory-mode"_s)) << "wrong letter case";
}

TEST(Expansion, FlagsAreCombined)
{
    const auto grid = expanded(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "memoryModes":["Shared_Sram"],"optimise":["Size","Performance"],
        "extraFlags":[[],["--arena-cache-size","65536"]],"spec":{"extraFlags":["--hillclimb-max-iterations=1"]}})");
    ASSERT_EQ(grid.cells.size() + grid.excluded.size(), 4u);
    const auto bad = expanded(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "memoryModes":["Shared_Sram"],"extraFlags":[[],["--no-such-flag"]]})");
    ASSERT_EQ(bad.cells.size(), 1u);
    ASSERT_EQ(bad.excluded.size(), 1u);
    EXPECT_EQ(bad.excluded[0].spec.extraFlags, QStringList{ u"--no-such-flag"_s });
    const auto two = expanded(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "memoryModes":["Shared_Sram"],"optimise":["Size","Performance"]})");
    ASSERT_EQ(two.cells.size(), 2u);
    EXPECT_EQ(two.cells[0].spec.extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
}

/// A spec that has the flag of an axis already: the alternative counts, not both.
TEST(Expansion, AnAlternativeTakesThePlaceOfTheSameFlag)
{
    const auto grid = *readGrid(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "memoryModes":["Shared_Sram"],"optimise":["Size","Performance"],
        "spec":{"extraFlags":["--optimise=Performance","--tensor-allocator","Greedy"]}})");
    const auto shared = *sharedSpec(grid, {});
    const auto cells = expand(grid, shared, {})->cells;
    ASSERT_EQ(cells.size(), 2u);
    const QStringList kept{ u"--tensor-allocator"_s, u"Greedy"_s };
    EXPECT_EQ(cells[0].flags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    EXPECT_EQ(cells[0].spec.extraFlags, kept + cells[0].flags);
    EXPECT_EQ(cells[1].spec.extraFlags, kept + cells[1].flags);
    // Whichever of them is edited, what no axis sets is the same.
    EXPECT_EQ(withoutAlternatives(grid, cells[0].spec)->extraFlags, kept);
    EXPECT_EQ(*withoutAlternatives(grid, cells[0].spec), *withoutAlternatives(grid, cells[1].spec));
}

/// What does not exist has the names of its row, too.
TEST(Expansion, VariantsAreWhatTheyChangeAndNothingElse)
{
    auto grid = *readGrid(R"({"targets":["ethos-u55-128"],"systemConfigs":["default"],
        "extraFlags":[["--no-such-flag"],[]],
        "variants":{"none":{"partition":{}},
                    "relu":{"partition":{"keepOnCpu":{"operators":["aten.relu.default"]}}}}})");
    spec::CompileSpec kept{ .target = u"ethos-u55-128"_s };
    kept.keepOnCpu.nodes = { u"aten_add_tensor"_s };
    kept.integerIo = true;
    const auto expansion = *expand(grid, *sharedSpec(grid, kept), {});
    ASSERT_EQ(expansion.cells.size(), 4u) << "two modes";
    for (const auto &cell : expansion.cells) {
        EXPECT_TRUE(cell.spec.keepOnCpu.nodes.isEmpty()) << "its own pins, not those of the spec";
        EXPECT_EQ(cell.spec.keepOnCpu.operators.isEmpty(), cell.variant == "none"_L1);
        EXPECT_TRUE(cell.spec.integerIo);
    }
    EXPECT_EQ(std::ranges::count(expansion.excluded, u"relu"_s, &Excluded::variant),
        std::ranges::count(expansion.excluded, u"none"_s, &Excluded::variant));
    EXPECT_EQ(std::ranges::count(
                  expansion.excluded, QStringList{ u"--no-such-flag"_s }, &Excluded::flags),
        2 * 6)
        << "every mode of both";
    EXPECT_EQ(*withoutAlternatives(grid, expansion.cells[0].spec),
        *withoutAlternatives(grid, expansion.cells[1].spec));
    EXPECT_EQ(withoutAlternatives({}, kept)->keepOnCpu, kept.keepOnCpu);
}

TEST(Expansion, StartsFromTheKeptSpec)
{
    spec::CompileSpec kept{ .target = u"ethos-u65-256"_s, .memoryMode = u"Sram_Only"_s };
    kept.keepOnCpu.operators = { u"aten.relu.default"_s };
    kept.quantizer = spec::Quantizer{ .activations = u"int16"_s };
    auto grid = *readGrid(R"({"spec":{"debug":"json"}})");
    const auto shared = sharedSpec(grid, kept);
    ASSERT_TRUE(shared);
    EXPECT_EQ(shared->keepOnCpu, kept.keepOnCpu);
    EXPECT_EQ(shared->quantizer, kept.quantizer);
    EXPECT_EQ(shared->debug, spec::DebugMode::Json);
    EXPECT_FALSE(shared->memoryMode);
    EXPECT_EQ(targetsOf(kept).size(), 6) << "U55 and U65";
    kept.target = u"ethos-u85-256"_s;
    EXPECT_EQ(targetsOf(kept).size(), 5);
    grid.spec = { { u"debug"_s, 3 } };
    EXPECT_EQ(sharedSpec(grid, kept).error().location.entity, u"spec.debug"_s);
}

TEST(Expansion, IsLimited)
{
    auto grid = *readGrid("{}");
    for (int i = 0; i < 200; ++i)
        grid.extraFlags.push_back({ QString::number(i) });
    const auto expansion = expand(grid, {}, spec::targets());
    ASSERT_FALSE(expansion);
    EXPECT_EQ(expansion.error().code, ErrorCode::LimitExceeded);
}

TEST(Expansion, OwnIniHasItsOwnNames)
{
    spec::IniFacts ini;
    ini.systemConfigs = { { u"Mine"_s, u"Sram"_s, u"OffChipFlash"_s } };
    ini.memoryModes = { { u"Both"_s, u"Axi0"_s, u"Axi0"_s, u"Axi0"_s, false },
        { u"Split"_s, u"Axi1"_s, u"Axi0"_s, u"Axi0"_s, false } };
    const auto expansion = expand(
        {}, spec::CompileSpec{ .configIni = u"/my/own.ini"_s }, { u"ethos-u55-128"_s }, ini);
    ASSERT_TRUE(expansion);
    ASSERT_EQ(expansion->cells.size(), 2u);
    EXPECT_EQ(expansion->cells[0].spec.systemConfig, u"Mine"_s);
    EXPECT_EQ(expansion->cells[0].spec.memoryMode, u"Both"_s);
    EXPECT_EQ(expansion->cells[1].spec.memoryMode, u"Split"_s);
}

/// As much of the path as tells files apart; one alone needs no name.
TEST(SweptModels, AreCalledByWhatDiffers)
{
    EXPECT_EQ(modelNames({ u"/home/a/add.pte"_s }), QStringList{ QString() });
    EXPECT_EQ(modelNames({ u"/home/a/add.pte"_s, u"/home/a/mul.pte"_s }),
        (QStringList{ u"add.pte"_s, u"mul.pte"_s }));
    EXPECT_EQ(modelNames({ u"/home/a/add.pte"_s, u"/home/b/add.pte"_s, u"/home/b/mul.pte"_s }),
        (QStringList{ u"a/add.pte"_s, u"b/add.pte"_s, u"b/mul.pte"_s }));
    EXPECT_EQ(modelNames({ u"/same"_s, u"/same"_s }), (QStringList{ u"/same"_s, u"/same"_s }))
        << "it ends";
}

/// Flags are of the model, what the grid says goes before.
TEST(SweptModels, HaveCellsOfTheirOwn)
{
    Grid grid;
    grid.systemConfigs = { u"default"_s };
    grid.memoryModes = { u"Shared_Sram"_s };
    const SweptModel small{ .name = u"small"_s,
        .spec = spec::CompileSpec{ .extraFlags = { u"--optimise"_s, u"Size"_s } },
        .targets = { u"ethos-u55-32"_s } };
    const SweptModel large{ .name = u"large"_s, .targets = { u"ethos-u55-256"_s } };
    const auto first = expand(grid, small);
    const auto second = expand(grid, large);
    ASSERT_TRUE(first && second);
    const auto all = together({ { small.name, *first }, { large.name, *second } });
    ASSERT_TRUE(all);
    ASSERT_EQ(all->cells.size(), 2u);
    EXPECT_EQ(all->cells[0].model, u"small"_s);
    EXPECT_EQ(all->cells[0].spec.extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    EXPECT_EQ(all->cells[1].model, u"large"_s);
    EXPECT_EQ(all->cells[1].spec.target, u"ethos-u55-256"_s);
    EXPECT_TRUE(all->cells[1].spec.extraFlags.isEmpty());
    auto lost = large;
    lost.spec = spec::CompileSpec{ .configIni = u"/nowhere/own.ini"_s };
    EXPECT_FALSE(expand(grid, lost)) << "its names are not known";
}

} // namespace tosaic::sweep::expansiontests
