// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationtable.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace tosaic::profile {

namespace {

struct KindText
{
    Unmatched::Kind kind;
    const char *text;
};

using Kind = Unmatched::Kind;
constexpr std::array texts{
    KindText{ Kind::ReadsOutsideStream,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 reads are behind the end of the command stream") },
    KindText{ Kind::RowsNeverReached,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 operations were never reached by the trace") },
    KindText{ Kind::RowsSkipped,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 operations were passed without a read: the one before has their cycles") },
    KindText{ Kind::RowsWithoutEstimate,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 operations have no estimate by Vela") },
    KindText{ Kind::RowsNotInStream,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 places of the debug database start nothing in the command stream") },
    KindText{ Kind::SourceUnknown,
        QT_TRANSLATE_NOOP(
            "OperationJoin", "%1 operations come from no operator of the input file") },
    KindText{ Kind::SourceAbsorbed,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 operators were folded into others") },
    KindText{ Kind::KeysAmbiguous,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 operators are named by numbers that several blocks of the file use") },
    KindText{ Kind::TypesDisagree,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 operators are of another type in the file than in the debug database") },
    KindText{ Kind::OperationsUnlocated,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 operations have no place in the command stream: transfers, or left out") },
    KindText{ Kind::InferenceIncomplete,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 inferences are not whole in the trace") },
    KindText{ Kind::StreamUncertain,
        QT_TRANSLATE_NOOP(
            "OperationJoin", "%1 inferences fit several command streams equally well") },
    KindText{ Kind::TimeRunsBackwards,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 reads are earlier than the read before") },
    KindText{ Kind::PointerRunsBackwards,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 reads go back where no branch leads") },
    KindText{ Kind::DmaNotSeparated,
        QT_TRANSLATE_NOOP("OperationJoin",
            "%1 waits for DMA were not read: their time is in the operation before") },
    KindText{ Kind::NoCommandStream,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 command streams are missing") },
    KindText{ Kind::InferencesLeftOut,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 inferences are too many and were left out") },
    KindText{ Kind::SlicesLeftOut,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 inferences are too long to be drawn") },
    KindText{ Kind::InferenceForeign,
        QT_TRANSLATE_NOOP(
            "OperationJoin", "%1 inferences run none of the command streams at hand") },
    KindText{ Kind::NoDatabase,
        QT_TRANSLATE_NOOP("OperationJoin", "%1 command streams have no debug database") },
    KindText{ Kind::NoReads, QT_TRANSLATE_NOOP("OperationJoin", "The trace has no reads") },
};

template <typename Number>
void addTo(std::optional<Number> &sum, const std::optional<Number> &value)
{
    if (value)
        sum = sum.value_or(0) + *value;
}

} // namespace

const char *unmatchedText(Unmatched::Kind kind)
{
    const auto *found = std::ranges::find(texts, kind, &KindText::kind);
    return found == texts.end() ? "" : found->text;
}

std::optional<double> TimedOperation::measuredCycles() const
{
    std::vector<quint64> known;
    for (const auto &cycles : measured) {
        if (cycles)
            known.push_back(*cycles);
    }
    if (known.empty())
        return std::nullopt;
    std::ranges::sort(known);
    const auto middle = known.size() / 2;
    const auto upper = static_cast<double>(known[middle]);
    return known.size() % 2 ? upper : (static_cast<double>(known[middle - 1]) + upper) / 2;
}

std::optional<StatedCycles> TimedOperation::cycles() const
{
    if (const auto value = measuredCycles())
        return StatedCycles{ *value, Origin::Fvp };
    if (!measured.empty() || !estimatedCycles)
        return std::nullopt;
    return StatedCycles{ *estimatedCycles, Origin::Estimate };
}

const Unmatched *OperationTable::find(Unmatched::Kind kind) const
{
    const auto found = std::ranges::find(unmatched, kind, &Unmatched::kind);
    return found == unmatched.end() ? nullptr : &*found;
}

std::optional<double> OperationTable::estimatedTotal() const
{
    std::optional<double> sum;
    for (const auto &operation : operations)
        addTo(sum, operation.estimatedCycles);
    return sum;
}

QString operatorName(const TimedOperation &operation)
{
    const auto &origin = operation.origin;
    for (const auto *name : { &origin.name, &operation.name, &origin.edgeNode, &origin.type }) {
        if (!name->isEmpty())
            return *name;
    }
    return operation.kind;
}

} // namespace tosaic::profile
