// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/rejectionhints.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr auto Supported = "operator_support/tosa_supported_operators.py";
constexpr auto U55 = "operator_support/ethos_u55_support.py";
constexpr auto ControlFlow = "operator_support/control_flow_support.py";
constexpr auto Pool = "operator_support/pool_2d_support.py";
constexpr auto Convolution = "operator_support/convolution_support.py";
constexpr auto Partitioner = "tosa/partitioner.py";

#define HINT(text) QT_TRANSLATE_NOOP("RejectionHints", text)

constexpr RejectionRule Rules[] = {
    { "keepOnCpu", "", HINT("Remove the pin to offer it to the NPU again."), "" },
    { "CheckArmQuantized", "",
        HINT("It was not quantised: quantise its module, and see whether the quantizer knows this "
             "operator. Results that are indices stay on the CPU."),
        Supported },
    { "CheckProperQuantization", "symbolic",
        HINT("Export with fixed sizes, without dynamic_shapes: the NPU's program has one size."),
        Supported },
    { "CheckProperQuantization", "",
        HINT("Quantise what comes before and behind it too: every input and output needs a "
             "scale."),
        Supported },
    { "CheckInt64InputsAndOutputs", "^TOSA ARGMAX",
        HINT("Give argmax one fixed dimension, keepdim=False and an input type that the target "
             "computes with, or leave it on the CPU: it is one small step."),
        Supported },
    { "CheckInt64InputsAndOutputs", "constant node outside",
        HINT("Make the constant an int32, within the range of int32."), Supported },
    { "CheckInt64InputsAndOutputs", "",
        HINT("Convert indices to int32 in the model, for instance with .to(torch.int32)."),
        Supported },
    { "CheckKnownUnsupportedTOSASemantics", "",
        HINT("Its result would be of another type on the NPU; as the last step it costs little on "
             "the CPU."),
        Supported },
    { "CheckScalarReductionInputs", "",
        HINT("Reduce a tensor with at least one dimension, for instance after unsqueeze(0)."),
        Supported },
    { "RankCheck", "",
        HINT("Reshape to fewer dimensions around it, for instance by merging batch dimensions."),
        Supported },
    { "SymbolicShapeSupportCheck|CheckResolvedTensorShapes", "",
        HINT("Export with fixed sizes, without dynamic_shapes: the NPU's program has one size."),
        Supported },
    { "EthosU55.*", "dtype|Casting",
        HINT("Ethos-U55 and U65 compute this with a few types only: use int8 activations for this "
             "module, or a U85 target."),
        U55 },
    { "EthosU55.*", "",
        HINT("Ethos-U55 and U65 have no such operation, or not in this form; a U85 target may take "
             "it."),
        U55 },
    { "ControlFlow.*", "",
        HINT("Conditions and loops need a U85 target with the control-flow extension (tosaSpec), "
             "and branches that the NPU takes whole."),
        ControlFlow },
    { "(Avg|Max)Pool2dSupported", "stride",
        HINT("Pool in two steps with strides of at most 3, or use a strided convolution."), Pool },
    { "(Avg|Max)Pool2dSupported", "N ?==", HINT("Export with a batch of 1."), Pool },
    { "(Avg|Max)Pool2dSupported", "",
        HINT("Keep the window within the limits above, for instance by pooling in two steps."),
        Pool },
    { "ConvolutionSupported", "stride",
        HINT("Use strides of 1 or 2 in both directions, or a U85 target."), Convolution },
    { "ConvolutionSupported", "",
        HINT("Keep kernel, channels and types within the limits above; large kernels can be "
             "split."),
        Convolution },
    { "BaseTOSASupportList", "",
        HINT("The Arm backend has no lowering of this operator for this target: write it with "
             "operators that it has, or leave it on the CPU where that costs little."),
        Supported },
    { "CheckDtypeInputsAndOutputs|CheckMixedFloatingInputs|CheckFPComparisonInputs", "",
        HINT("Bring all inputs to one type that the target computes with, int8 or int16."),
        Supported },
    { "partitioner", "fp dtype",
        HINT("Its input is still float: quantise the operator before it, or the input of the "
             "model."),
        Partitioner },
    { "partitioner", "uint8",
        HINT("Use uint8 for inputs and outputs of the model only, and int8 between them."),
        Partitioner },
    { "partitioner", "empty partition",
        HINT("It computes nothing: beside operators that the NPU takes it goes with them."),
        Partitioner },
};

#undef HINT

} // namespace

std::span<const RejectionRule> rejectionRules()
{
    return Rules;
}

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

QStringList rejectionHints(const compiled::Rejection &rejection, const QString &target)
{
    QStringList hints;
    for (qsizetype i = 0; i < rejection.reasons.size(); ++i)
        hints.append(rejectionHint(rejection.checks.value(i), rejection.reasons[i], target));
    return hints;
}

} // namespace tosaic::views
