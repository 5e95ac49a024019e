// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rejectionhints.h"
#include "views/models/rejectionrewrites.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views::rejectionhintstests {

namespace {

/// What a check of ExecuTorch 1.5.1 says, and the start of the hint that answers it.
struct Refusal
{
    const char *check;
    const char *reason;
    const char *hint;
};

// One for each rule, in their order.
constexpr Refusal Refusals[] = {
    { "keepOnCpu", "Kept on the CPU by the spec: node aten_add_tensor.", "Remove the pin" },
    { "CheckArmQuantized", "Node was not marked as quantized in the Arm backend.",
        "It was not quantised" },
    { "CheckProperQuantization", "Symbolic scalar inputs cannot be delegated.",
        "Export with fixed sizes" },
    { "CheckProperQuantization", "One or more inputs were not quantized.", "Quantise what comes" },
    { "CheckInt64InputsAndOutputs", "TOSA ARGMAX does not support keepdim=True.", "Give argmax" },
    { "CheckInt64InputsAndOutputs", "Constant node outside int32 range.", "Make the constant" },
    { "CheckInt64InputsAndOutputs", "Non-constant int64 input aten_argmax_default",
        "Convert indices" },
    { "CheckKnownUnsupportedTOSASemantics",
        "TOSA ARGMAX produces int32 but aten.argmax returns int64.", "Its result would be" },
    { "CheckScalarReductionInputs",
        "sum reduces a scalar input, but TOSA reduction ops require a valid input axis.",
        "Reduce a tensor" },
    { "RankCheck",
        "a has input_node b with shape torch.Size([1, 1, 1, 1, 1, 1, 1]), rank 7 which is "
        "unsupported. Max supported rank is 6.",
        "Reshape to fewer" },
    { "SymbolicShapeSupportCheck", "Symbolic view dims unsupported", "Export with fixed sizes" },
    { "EthosU55DtypeSupport", "Unsupported dtype torch.float32 (Supports i8, i16, i32).",
        "Ethos-U55 and U65 compute this with a few types" },
    { "EthosU55NotSupported", "Op is not supported on U55.",
        "Ethos-U55 and U65 have no such operation" },
    { "ControlFlowOpSupported", "Submodule was not fully partitioned.", "Conditions and loops" },
    { "AvgPool2dSupported", "Avgpool2d needs stride <= 3, got (4, 4)", "Pool in two steps" },
    { "AvgPool2dSupported", "Avgpool2d needs N==1, got N==4", "Export with a batch of 1" },
    { "MaxPool2dSupported",
        "Maxpool2d needs kernel_y < 256, kernel_x*kernel_y<=65536, got (257, 1)",
        "Keep the window" },
    { "ConvolutionSupported", "Unsupported stride of (3, 3) for Ethos-U55.", "Use strides of 1" },
    { "ConvolutionSupported",
        "Convolution needs to have kernel_y<=64, kernel_x*kernel_y<=4096, got kernel (2, 65)",
        "Keep kernel, channels" },
    { "BaseTOSASupportList",
        "Not included in BaseTOSASupportList or a registered tosa_support_check",
        "The Arm backend has no lowering" },
    { "CheckDtypeInputsAndOutputs",
        "Had torch.float64 input x that is not supported by TOSA-1.0+INT.", "Bring all inputs" },
    { "partitioner", "Was first node in partition and input x had fp dtype.",
        "Its input is still float" },
    { "partitioner",
        "Partition contained internal uint8 tensors. Uint8 is only supported at IO boundaries for "
        "TOSA backends.",
        "Use uint8 for inputs" },
    { "partitioner",
        "Partition contained only ops which are removed in the TOSA lowering, leading to an empty "
        "partition.",
        "It computes nothing" },
};

QString armBackend()
{
    const auto root = QFileInfo(qEnvironmentVariable("TOSAIC_PYTHON")).dir().absolutePath();
    QDirIterator libraries(
        QDir::cleanPath(root + u"/../lib"_s), { u"python3*"_s }, QDir::Dirs | QDir::NoDotAndDotDot);
    while (libraries.hasNext()) {
        const auto folder = libraries.next() + u"/site-packages/executorch/backends/arm/"_s;
        if (QFileInfo::exists(folder))
            return folder;
    }
    return {};
}

} // namespace

TEST(RejectionHints, EveryRuleAnswersTheCheckItWasWrittenFor)
{
    ASSERT_EQ(std::size(Refusals), rejectionRules().size()) << "a case for each rule";
    for (size_t i = 0; i < std::size(Refusals); ++i) {
        const auto &refusal = Refusals[i];
        const auto hint = rejectionHint(QString::fromLatin1(refusal.check),
            QString::fromLatin1(refusal.reason), u"aten.add.Tensor"_s);
        EXPECT_EQ(hint, QString::fromLatin1(rejectionRules()[i].hint))
            << refusal.check << ": " << refusal.reason;
        EXPECT_TRUE(hint.startsWith(QString::fromLatin1(refusal.hint))) << hint.toStdString();
    }
    EXPECT_TRUE(rejectionHint(u"UsersOwnCheck"_s, u"Rejected by UsersOwnCheck"_s, {}).isEmpty());
    EXPECT_TRUE(rejectionHint(u"RankCheck"_s, u"rank 7"_s, u"getitem"_s).isEmpty());
}

TEST(RejectionHints, TheSourceOfEveryRuleHasItsCheck)
{
    const auto backend = armBackend();
    if (backend.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: ExecuTorch is not here";
    for (size_t i = 0; i < std::size(Refusals); ++i) {
        const auto source = QString::fromLatin1(rejectionRules()[i].source);
        const auto check = QString::fromLatin1(Refusals[i].check);
        if (source.isEmpty()) {
            EXPECT_EQ(check, u"keepOnCpu"_s) << "all others are ExecuTorch's";
            continue;
        }
        QFile file(backend + source);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly)) << source.toStdString();
        const auto text = QString::fromUtf8(file.readAll());
        const bool isListed = check == u"BaseTOSASupportList"_s;
        const QRegularExpression named(check == u"partitioner"_s ? u"class TOSAPartitioner"_s
                : isListed                                       ? u"BaseTOSASupportList"_s
                                                                 : u"class "_s + check + u"\\b"_s);
        EXPECT_TRUE(named.match(text).hasMatch())
            << source.toStdString() << " has no " << Refusals[i].check;
    }
}

/// That each helps and gives equal values, tests/fixtures/test_preview.py asks the tools.
TEST(RejectionRewrites, AnswerTheChecksTheyAreFor)
{
    compiled::CompileResult result;
    result.nodes.push_back({ .name = u"aten_argmax_default"_s });
    const auto rewriteFor = [&result](const QString &check, const QString &reason) {
        return views::rewriteFor(check, reason, result);
    };
    const auto *pool
        = rewriteFor(u"AvgPool2dSupported"_s, u"Avgpool2d needs stride <= 3, got (4, 4)"_s);
    ASSERT_TRUE(pool);
    EXPECT_EQ(pool->key, u"average-pool-stride"_s);
    EXPECT_TRUE(pythonOf(*pool).startsWith(u"# instead of: "_s));
    EXPECT_FALSE(rewriteFor(u"AvgPool2dSupported"_s, u"Avgpool2d needs N==1, got N==4"_s));
    EXPECT_FALSE(rewriteFor(u"MaxPool2dSupported"_s, u"Maxpool2d needs stride <= 3, got 4"_s));
    ASSERT_TRUE(rewriteFor(u"RankCheck"_s, u"a has rank 7 which is unsupported."_s));
    ASSERT_TRUE(rewriteFor(u"CheckInt64InputsAndOutputs"_s, u"Non-constant int64 input i"_s));
    EXPECT_FALSE(rewriteFor(
        u"CheckInt64InputsAndOutputs"_s, u"Non-constant int64 input aten_argmax_default"_s))
        << "no input of the model";
    EXPECT_FALSE(rewriteFor(u"keepOnCpu"_s, u"stride"_s));
}

} // namespace tosaic::views::rejectionhintstests
