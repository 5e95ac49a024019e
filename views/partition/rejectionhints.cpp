// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/partition/rejectionhints.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Rule
{
    const char *check; ///< pattern of the whole name of the check
    const char *reason; ///< pattern in the reason; empty: any
    const char *hint;
};

// Read in ExecuTorch 1.5.1, backends/arm: tosa/partitioner.py, operator_support/*.py and
// ethosu/partitioner.py. The first rule that fits speaks.
constexpr Rule Rules[] = {
    { "keepOnCpu", "",
        QT_TRANSLATE_NOOP("RejectionHints", "Remove the pin to offer it to the NPU again.") },
    { "CheckArmQuantized", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "It was not quantised: quantise its module, and see whether the quantizer knows this "
            "operator. Results that are indices stay on the CPU.") },
    { "CheckProperQuantization", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Quantise what comes before and behind it too: every input and output needs a "
            "scale.") },
    { "CheckInt64InputsAndOutputs", "constant",
        QT_TRANSLATE_NOOP(
            "RejectionHints", "Make the constant an int32, within the range of int32.") },
    { "CheckInt64InputsAndOutputs", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Convert indices to int32 in the model, for instance with .to(torch.int32).") },
    { "RankCheck", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Reshape to fewer dimensions around it, for instance by merging batch dimensions.") },
    { "SymbolicShapeSupportCheck|CheckResolvedTensorShapes", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Export with fixed sizes, without dynamic_shapes: the NPU's program has one size.") },
    { "EthosU55.*", "dtype|Casting",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Ethos-U55 and U65 compute this with int8 only: use int8 activations for this module, "
            "or a U85 target.") },
    { "EthosU55.*", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Ethos-U55 and U65 have no such operation; a U85 target may take it.") },
    { "ControlFlow.*", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Conditions and loops need a U85 target with the control-flow extension (tosaSpec), "
            "and "
            "branches that the NPU takes whole.") },
    { "(Avg|Max)Pool2dSupported", "stride",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Pool in two steps with strides of at most 3, or use a strided convolution.") },
    { "(Avg|Max)Pool2dSupported",
        "N ?==", QT_TRANSLATE_NOOP("RejectionHints", "Export with a batch of 1.") },
    { "(Avg|Max)Pool2dSupported", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Keep the window within the limits above, for instance by pooling in two steps.") },
    { "ConvolutionSupported", "stride",
        QT_TRANSLATE_NOOP(
            "RejectionHints", "Use strides of 1 or 2 in both directions, or a U85 target.") },
    { "ConvolutionSupported", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Keep kernel, channels and types within the limits above; large kernels can be "
            "split.") },
    { "BaseTOSASupportList", "DontPartition",
        QT_TRANSLATE_NOOP("RejectionHints", "Remove the pin to offer it to the NPU again.") },
    { "BaseTOSASupportList", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "The Arm backend has no lowering of this operator for this target: write it with "
            "operators that it has, or leave it on the CPU where that costs little.") },
    { "CheckDtypeInputsAndOutputs|CheckMixedFloatingInputs|CheckFPComparisonInputs", "",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Bring all inputs to one type that the target computes with, int8 or int16.") },
    { "partitioner", "fp dtype",
        QT_TRANSLATE_NOOP("RejectionHints",
            "Its input is still float: quantise the operator before it, or the input of the "
            "model.") },
};

} // namespace

QString rejectionHint(const QString &check, const QString &reason, const QString &target)
{
    if (target.startsWith("getitem"_L1))
        return {}; // goes with what it takes a value of
    for (const auto &rule : Rules) {
        const auto name = QRegularExpression::anchoredPattern(QString::fromLatin1(rule.check));
        const QRegularExpression text(
            QString::fromLatin1(rule.reason), QRegularExpression::CaseInsensitiveOption);
        if (QRegularExpression(name).match(check).hasMatch() && text.match(reason).hasMatch())
            return QCoreApplication::translate("RejectionHints", rule.hint);
    }
    return {};
}

} // namespace tosaic::views
