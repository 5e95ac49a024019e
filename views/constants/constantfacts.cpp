// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/constantfacts.h"

#include "core/base/units.h"
#include "views/constants/valuesmodel.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using Facts = std::vector<FactRow>;

void addQuantisation(Facts &facts, const ConstantSubject &subject)
{
    const auto name = ConstantsText::tr("Quantisation");
    if (!subject.quantisation || subject.quantisation->scales.empty()) {
        facts.push_back({ name, ConstantsText::tr("None in the file") });
        return;
    }
    const auto &q = *subject.quantisation;
    if (!q.isPerChannel()) {
        facts.push_back({ ConstantsText::tr("Scale"), exactText(q.scales.front()) });
        facts.push_back({ ConstantsText::tr("Zero point"),
            QString::number(q.zeroPoints.empty() ? 0 : q.zeroPoints.front()) });
    } else {
        const auto [low, high] = std::ranges::minmax(q.scales);
        facts.push_back({ name,
            ConstantsText::tr(
                "%n scale(s) along dimension %1", nullptr, static_cast<int>(q.scales.size()))
                .arg(q.axis) });
        facts.push_back({ ConstantsText::tr("Scales"),
            ConstantsText::tr("%1 to %2").arg(exactText(low), exactText(high)) });
    }
    if (!subject.dequantiserProblem.isEmpty())
        facts.push_back({ ConstantsText::tr("Not usable"), subject.dequantiserProblem });
}

QString share(quint64 part, quint64 whole)
{
    if (whole == 0)
        return formatCount(part);
    return ConstantsText::tr("%1 (%2)").arg(
        formatCount(part), formatShare(static_cast<double>(part) / static_cast<double>(whole)));
}

QString realOrUnknown(std::optional<double> value)
{
    return value ? realText(*value) : ConstantsText::tr("Not known");
}

} // namespace

QString positionText(const std::vector<qint64> &position)
{
    QStringList parts;
    for (const auto index : position)
        parts << QString::number(index);
    return u"[%1]"_s.arg(parts.join(u", "_s));
}

std::vector<FactRow> factsOf(const ConstantSubject &subject)
{
    Facts facts;
    facts.push_back({ ConstantsText::tr("Name"), subject.name });
    facts.push_back({ ConstantsText::tr("Type"), subject.typeText });
    facts.push_back({ ConstantsText::tr("Shape"), positionText(subject.shape) });
    if (subject.values) {
        const auto &values = *subject.values;
        facts.push_back({ ConstantsText::tr("Elements"), formatCount(values.promisedCount()) });
        if (values.count() < values.promisedCount()) {
            facts.push_back({ ConstantsText::tr("Missing"),
                share(values.promisedCount() - values.count(), values.promisedCount()),
                ConstantsText::tr("The data ends before the shape does") });
        }
    }
    if (subject.bytes) {
        facts.push_back({ ConstantsText::tr("Size"), formatBytes(subject.bytes->size),
            ConstantsText::tr("%1 bytes").arg(formatCount(subject.bytes->size)) });
        if (!subject.file.isEmpty())
            facts.push_back({ ConstantsText::tr("In the file"), QFileInfo(subject.file).fileName(),
                QDir::toNativeSeparators(subject.file) });
        facts.push_back({ ConstantsText::tr("Offset in the file"),
            u"0x%1"_s.arg(subject.bytes->offset, 0, 16) });
    }
    addQuantisation(facts, subject);
    return facts;
}

std::vector<FactRow> factsOf(const model::ConstantStatistics &s, const ConstantSubject &subject)
{
    Facts facts;
    const auto extreme = [&](const QString &name, std::optional<double> value, quint64 index) {
        if (!value) {
            facts.push_back({ name, ConstantsText::tr("Not known") });
            return;
        }
        const auto place
            = subject.values ? positionText(subject.values->position(index)) : QString();
        facts.push_back({ name, ConstantsText::tr("%1 at %2").arg(realText(*value), place),
            ConstantsText::tr("Double click shows it in the table"), index });
    };
    extreme(ConstantsText::tr("Minimum"), s.minimum, s.minimumIndex);
    extreme(ConstantsText::tr("Maximum"), s.maximum, s.maximumIndex);
    facts.push_back({ ConstantsText::tr("Mean"), realOrUnknown(s.mean) });
    facts.push_back(
        { ConstantsText::tr("Standard deviation"), realOrUnknown(s.standardDeviation) });
    facts.push_back({ ConstantsText::tr("Zeros"), share(s.zeros, s.count) });
    facts.push_back({
        ConstantsText::tr("Different values"),
        s.isDistinctCapped ? ConstantsText::tr("at least %1").arg(formatCount(s.distinct))
                           : formatCount(s.distinct),
    });
    if (s.nans > 0)
        facts.push_back({ ConstantsText::tr("NaN"), share(s.nans, s.count) });
    if (s.infinities > 0)
        facts.push_back({ ConstantsText::tr("Infinite"), share(s.infinities, s.count) });
    return facts;
}

} // namespace tosaic::views
