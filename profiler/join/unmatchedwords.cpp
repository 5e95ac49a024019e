// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/unmatchedwords.h"

#include "core/base/units.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Kind = Unmatched::Kind;

struct KindText
{
    Kind kind;
    const char *text;
};

constexpr std::array texts{
    KindText{ Kind::ReadsOutsideStream,
        QT_TRANSLATE_N_NOOP(
            "OperationJoin", "%Ln read(s) are behind the end of the command stream") },
    KindText{ Kind::RowsNeverReached,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln operation(s) were never reached by the trace") },
    KindText{ Kind::RowsSkipped,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln operation(s) were passed without a read: the one before has their cycles") },
    KindText{ Kind::RowsWithoutEstimate,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln operation(s) have no estimate by Vela") },
    KindText{ Kind::RowsNotInStream,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln place(s) of the debug database start nothing in the command stream") },
    KindText{ Kind::SourceUnknown,
        QT_TRANSLATE_N_NOOP(
            "OperationJoin", "%Ln operation(s) come from no operator of the input file") },
    KindText{ Kind::SourceAbsorbed,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln operator(s) were folded into others") },
    KindText{ Kind::KeysAmbiguous,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln operator(s) are named by numbers that several blocks of the file use") },
    KindText{ Kind::TypesDisagree,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln operator(s) are of another type in the file than in the debug database") },
    KindText{ Kind::OperationsUnlocated,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln operation(s) have no place in the command stream: transfers, or left out") },
    KindText{ Kind::InferenceIncomplete,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln inference(s) are not whole in the trace") },
    KindText{ Kind::StreamUncertain,
        QT_TRANSLATE_N_NOOP(
            "OperationJoin", "%Ln inference(s) fit several command streams equally well") },
    KindText{ Kind::TimeRunsBackwards,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln read(s) are earlier than the read before") },
    KindText{ Kind::PointerRunsBackwards,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln read(s) go back where no branch leads") },
    KindText{ Kind::DmaNotSeparated,
        QT_TRANSLATE_N_NOOP("OperationJoin",
            "%Ln wait(s) for DMA were not read: their time is in the operation before") },
    KindText{ Kind::NoCommandStream,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln command stream(s) are missing") },
    KindText{ Kind::InferencesLeftOut,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln inference(s) are too many and were left out") },
    KindText{ Kind::SlicesLeftOut,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln inference(s) are too long to be drawn") },
    KindText{ Kind::InferenceForeign,
        QT_TRANSLATE_N_NOOP(
            "OperationJoin", "%Ln inference(s) run none of the command streams at hand") },
    KindText{ Kind::NoDatabase,
        QT_TRANSLATE_N_NOOP("OperationJoin", "%Ln command stream(s) have no debug database") },
    KindText{ Kind::NoReads, QT_TRANSLATE_N_NOOP("OperationJoin", "The trace has no reads") },
};

/// Of a folded operator; empty where neither a name nor a number is known.
QString nameOf(const CarriedOperator &carried)
{
    if (!carried.name.isEmpty() || !carried.key)
        return carried.name.isEmpty() ? carried.type : carried.name;
    return carried.type + u' ' + QString::number(*carried.key);
}

} // namespace

QString unmatchedSentence(const Unmatched &unmatched)
{
    const auto *found = std::ranges::find(texts, unmatched.kind, &KindText::kind);
    return found == texts.end() ? QString()
                                : QCoreApplication::translate("OperationJoin", found->text, nullptr,
                                    static_cast<int>(unmatched.count));
}

QString unmatchedExamples(const OperationTable &table, const Unmatched &unmatched)
{
    QStringList names;
    if (unmatched.kind == Kind::SourceAbsorbed) {
        for (const auto &carried : table.carried) {
            if (static_cast<size_t>(names.size()) == Unmatched::ExampleLimit)
                break;
            names << nameOf(carried);
        }
    }
    if (names.isEmpty()) {
        for (const auto example : unmatched.examples)
            names << QString::number(example);
    }
    const auto listed = names.join(u", "_s);
    const auto shown = static_cast<quint64>(names.size());
    return shown == 0 || unmatched.count <= shown
        ? listed
        : QCoreApplication::translate("OperationJoin", "%1 and %2 more")
              .arg(listed, formatCount(unmatched.count - shown));
}

} // namespace tosaic::profile
