// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/analysis/quantisation.h"
#include "core/base/jsonlist.h"
#include "core/compiled/storedvaluejson.h"
#include "core/documents/openmodel.h"

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace quantisationcommand {
namespace {

/// The columns, and what a table has no room for: every scale.
QJsonArray valuesJson(const std::vector<analysis::QuantisedValue> &values)
{
    auto rows = tableJson(tableOf(analysis::quantisationColumns(), values));
    for (size_t i = 0; i < values.size(); ++i) {
        auto row = rows[qsizetype(i)].toObject();
        row.insert(u"perChannel"_s, values[i].isPerChannel());
        row.insert(u"constant"_s, values[i].isConstant);
        if (values[i].isPerChannel()) {
            row.remove(u"scale"_s);
            row.remove(u"zeroPoint"_s);
            row.insert(u"scales"_s, jsonList(values[i].scales));
            row.insert(u"zeroPoints"_s, jsonList(values[i].zeroPoints));
            if (values[i].axis)
                row.insert(u"axis"_s, *values[i].axis);
        }
        if (values[i].observed)
            row.insert(u"observed"_s, compiled::toJson(*values[i].observed));
        rows[qsizetype(i)] = row;
    }
    return rows;
}

Answer run(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"one file is needed: tosaic-cli quantisation FILE"_s);
    const auto opened = TRY(openDocument(in.names.constFirst()));
    const auto values = analysis::quantisedValues(
        opened.result.get(), opened.program.get(), opened.network.get());
    const auto doubts = opened.result ? analysis::quantisationDoubts(*opened.result, values)
                                      : std::vector<analysis::QuantisationDoubt>();
    if (in.wantsJson()) {
        printDocument(
            { { u"values"_s, valuesJson(values) },
                { u"doubts"_s,
                    jsonList(doubts,
                        [](analysis::QuantisationDoubt doubt) {
                            return QJsonObject{ { u"code"_s, QString(analysis::doubtKey(doubt)) },
                                { u"text"_s, QString::fromUtf8(analysis::doubtSentence(doubt)) } };
                        }) } },
            in.streams);
        return Fine;
    }
    if (values.empty())
        in.streams.out << u"nothing in it is quantised, or nobody recorded how\n"_s;
    else
        printTable(tableOf(analysis::quantisationColumns(), values), in.streams);
    for (const auto doubt : doubts)
        in.streams.out << wrappedText(
            u"doubtful: "_s + QString::fromUtf8(analysis::doubtSentence(doubt)), in.streams.width);
    return Fine;
}

} // namespace
} // namespace quantisationcommand

Command quantisationCommand()
{
    return commandOf({ .name = u"quantisation"_s,
        .summary = u"how each value is stored: type, scale, zero point, range"_s,
        .description
        = u"How each value of a model is stored: type, scale, zero point, range, scales by "
          "channel, the share of a constant that is clipped, what calibration saw of a value with "
          "a "
          "histogram in --json, and where that is said. FILE is a "
          "TFLite file, an exported program (.pt2, ETRecord), a .pte or the folder of a compile. "
          "What is doubtful, as ranges from random numbers, stands below."_s,
        .names = { { u"FILE"_s, u"The file; its content decides, not its name."_s } },
        .answer = quantisationcommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
