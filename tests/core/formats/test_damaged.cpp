// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are cut off, overwritten or made to mislead: never a crash, always a word about it.
#include "tests/core/formats/formatsupport.h"

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFileInfo>

#include <map>
#include <random>

namespace tosaic::test::damagedtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

/// What must be said about each damaged sample: an error code, or the id of a diagnostic.
const std::map<QString, QString> &expectedFindings()
{
    static const std::map<QString, QString> findings{
        { u"arena_list_empty"_s, u"pte.bad-memory-plan"_s },
        { u"arena_size_negative"_s, u"pte.bad-memory-plan"_s },
        { u"argument_index_negative"_s, u"pte.index-out-of-range"_s },
        { u"argument_index_out_of_range"_s, u"pte.index-out-of-range"_s },
        { u"constant_index_out_of_range"_s, u"pte.index-out-of-range"_s },
        { u"constant_larger_than_segment"_s, u"pte.constant-outside-segment"_s },
        { u"delegate_index_out_of_range"_s, u"pte.index-out-of-range"_s },
        { u"delegate_payload_magic"_s, u"pte.delegate-payload"_s },
        { u"delegate_unknown_backend"_s, u"pte.unknown-delegate"_s },
        { u"dim_order_not_a_permutation"_s, u"pte.bad-dim-order"_s },
        { u"dim_order_too_short"_s, u"pte.bad-dim-order"_s },
        { u"empty"_s, u"format.unknown"_s },
        { u"endless_loop"_s, u"pte.endless-loop"_s },
        { u"flatbuffer_overwritten"_s, u"format.damaged"_s },
        { u"head_only_32"_s, u"format.damaged"_s },
        { u"head_only_64"_s, u"format.damaged"_s },
        { u"header_length_64"_s, u"pte.header-length"_s },
        { u"header_length_8"_s, u"pte.header-length"_s },
        { u"int_list_names_a_tensor"_s, u"pte.wrong-kind"_s },
        { u"jump_on_a_tensor"_s, u"pte.wrong-kind"_s },
        { u"jump_out_of_range"_s, u"pte.jump-out-of-range"_s },
        { u"last_64_bytes_missing"_s, u"pte.truncated"_s },
        { u"memory_id_out_of_range"_s, u"pte.bad-memory-plan"_s },
        { u"memory_offset_beyond_arena"_s, u"pte.bad-memory-plan"_s },
        { u"no_chain"_s, u"pte.no-chain"_s },
        { u"no_methods"_s, u"pte.no-methods"_s },
        { u"op_index_out_of_range"_s, u"pte.index-out-of-range"_s },
        { u"output_index_out_of_range"_s, u"pte.index-out-of-range"_s },
        { u"program_cut_in_half"_s, u"format.damaged"_s },
        { u"program_size_huge"_s, u"pte.truncated"_s },
        { u"rank_17"_s, u"pte.rank-limit"_s },
        { u"root_offset_beyond_end"_s, u"format.damaged"_s },
        { u"root_offset_zero"_s, u"format.damaged"_s },
        { u"segment_base_beyond_end"_s, u"pte.truncated"_s },
        { u"segment_base_zero"_s, u"pte.segment-base"_s },
        { u"segment_size_huge"_s, u"pte.truncated"_s },
        { u"segments_missing"_s, u"pte.truncated"_s },
        { u"seven_bytes"_s, u"format.unknown"_s },
        { u"size_negative"_s, u"pte.bad-shape"_s },
        { u"sizes_overflow"_s, u"pte.bad-memory-plan"_s },
        { u"text_file"_s, u"format.unknown"_s },
        { u"trailing_garbage"_s, u"pte.trailing-bytes"_s },
        { u"two_methods_same_name"_s, u"pte.duplicate-name"_s },
        { u"version_7"_s, u"pte.version"_s },
        { u"wrong_header_magic_eh01"_s, u"pte.header-magic"_s },
        { u"wrong_identifier_ET99"_s, u"pte.identifier"_s },
    };
    return findings;
}

/// Whether losing the bytes from `size` on can be told: zeros at the end may be padding.
bool isOnlyPadding(const QByteArray &bytes, qsizetype size)
{
    return std::all_of(bytes.begin() + size, bytes.end(), [](char c) { return c == '\0'; });
}

/// Truncates at `size` and checks that it is noticed.
void expectNoticed(const QByteArray &bytes, qsizetype size)
{
    const auto program = openBytes(bytes.first(size));
    if (!program) {
        EXPECT_TRUE(program.error().code == ErrorCode::FormatDamaged
            || program.error().code == ErrorCode::FormatUnknown)
            << program.error().toText().toStdString();
        if (program.error().code == ErrorCode::FormatDamaged) {
            EXPECT_TRUE(program.error().location.offset) << "where?";
        }
        return;
    }
    EXPECT_FALSE((*program)->diagnostics.empty() && !isOnlyPadding(bytes, size))
        << "cut at " << size << " of " << bytes.size() << " without a word";
}

/// Small programs that between them use every way to store things.
QStringList variousPrograms()
{
    const auto at = [](const char *path) { return samplesDir() + u'/' + QLatin1StringView(path); };
    return { at("executorch/ModuleLinear-no-constant-segment.pte"),
        at("executorch/ethosu_add_u85-256_SYS_DRAM_Low_Shared_Sram.pte"),
        at("models/pte/himax-u55-64-add-int32io.pte"),
        at("generated/host/pte/every_field_segments.pte"),
        at("generated/host/pte/mlp_stacktrace.pte"),
        at("generated/host/pte/two_methods_one_blob.pte"),
        at("generated/host/pte/external_all/mlp_external.pte"),
        at("generated/aot/twopart-int8-u85-512-external/model.pte") };
}

} // namespace

TEST(DamagedPrograms, EachDamageIsFound)
{
    TOSAIC_NEED_SAMPLES();
    const auto paths = samplePrograms(u"generated/host/damaged"_s, true);
    EXPECT_EQ(size_t(paths.size()), expectedFindings().size());
    for (const auto &path : paths) {
        const auto name = QFileInfo(path).completeBaseName();
        SCOPED_TRACE(name.toStdString());
        ASSERT_TRUE(expectedFindings().contains(name));
        const auto finding = expectedFindings().at(name);
        const auto program = openFile(path);
        if (finding.startsWith("format."_L1)) {
            ASSERT_FALSE(program);
            EXPECT_EQ(codeText(program.error().code), finding);
            continue;
        }
        ASSERT_TRUE(program) << program.error().toText().toStdString();
        EXPECT_TRUE(hasDiagnostic(**program, finding))
            << diagnosticText(**program, Severity::Info).toStdString();
    }
}

TEST(DamagedPrograms, TruncatedAtEveryByte)
{
    constexpr qsizetype EveryByteLimit = 16384; // larger ones are cut at some places only
    const bool isFull = qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX"); // samples everywhere, too
    const auto fixtures = fixturePrograms();
    std::mt19937 random(20240901);
    for (const auto &path : fixtures + samplePrograms(u"."_s)) {
        SCOPED_TRACE(path.toStdString());
        const auto bytes = fileBytes(path);
        ASSERT_GT(bytes.size(), 0);
        if (bytes.size() <= EveryByteLimit && (isFull || fixtures.contains(path))) {
            for (qsizetype size = 0; size < bytes.size(); ++size)
                expectNoticed(bytes, size);
            continue;
        }
        for (int i = 0; i < 200; ++i)
            expectNoticed(bytes, qsizetype(random() % quint64(bytes.size())));
    }
}

TEST(DamagedPrograms, FlippedBitsNeverCrash)
{
    TOSAIC_NEED_SAMPLES();
    std::mt19937 random(7);
    for (const auto &path : variousPrograms()) {
        const auto bytes = fileBytes(path);
        for (int round = 0; round < 400; ++round) {
            auto flipped = bytes;
            for (int i = 0; i <= round % 4; ++i)
                flipped[qsizetype(random() % quint64(bytes.size()))] ^= char(1 << random() % 8);
            exercise(flipped);
        }
    }
}

TEST(DamagedPrograms, OverwrittenWordsNeverCrash)
{
    TOSAIC_NEED_SAMPLES();
    std::mt19937 random(11);
    const std::array<quint32, 6> words{ 0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0 };
    for (const auto &path : variousPrograms()) {
        const auto bytes = fileBytes(path);
        for (int round = 0; round < 400; ++round) {
            auto changed = bytes;
            const auto at = qsizetype(random() % quint64(bytes.size() / 4)) * 4;
            const auto word = words[random() % words.size()];
            std::memcpy(changed.data() + at, &word, sizeof word);
            exercise(changed);
        }
    }
}

} // namespace tosaic::test::damagedtests
