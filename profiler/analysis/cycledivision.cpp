// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/cycledivision.h"

#include "profiler/analysis/formulasymbols.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString bracketed(const QString &formula)
{
    return formula.contains(u' ') ? u"(%1)"_s.arg(formula) : formula;
}

class Divider
{
public:
    explicit Divider(const FormulaInput &whole) : m_whole(whole) { }

    void add(CyclePart::Kind kind, const QString &counter, double cycles, const QString &formula)
    {
        const auto digits = [](double value) { return QString::number(value, 'f', 0); };
        parts.push_back({ .kind = kind,
            .counter = counter,
            .share = cycles / *m_whole.value,
            .formula = u"%1 / %2 = %3 / %4"_s.arg(bracketed(formula), bracketed(m_whole.formula),
                digits(cycles), digits(*m_whole.value)) });
    }

    std::vector<CyclePart> parts;

private:
    const FormulaInput &m_whole;
};

} // namespace

std::vector<CyclePart> cycleDivision(const Profile &profile, const MetricContext &context)
{
    using PartKind = CyclePart::Kind;
    const FormulaSymbols symbols(profile, context);
    const auto whole = symbols.input(u"W"_s);
    const auto active = symbols.input(u"A"_s);
    if (whole.value.value_or(0) <= 0 || !active.value || *active.value > *whole.value
        || symbols.countsTwice())
        return {};
    Divider divider(whole);
    const auto mac = symbols.input(u"MAC_ACTIVE"_s);
    if (mac.value && *mac.value <= *active.value) {
        divider.add(PartKind::WithMac, u"MAC_ACTIVE"_s, *mac.value, u"MAC_ACTIVE"_s);
        divider.add(PartKind::WithoutMac, {}, *active.value - *mac.value,
            u"%1 - MAC_ACTIVE"_s.arg(active.formula));
    } else {
        divider.add(PartKind::Active, u"NPU_ACTIVE"_s, *active.value, active.formula);
    }
    auto rest = *whole.value - *active.value;
    auto restFormula = u"%1 - %2"_s.arg(whole.formula, bracketed(active.formula));
    const auto idle = symbols.input(u"NPU_IDLE"_s);
    if (idle.value && *idle.value <= *whole.value) {
        divider.add(PartKind::Idle, u"NPU_IDLE"_s, *idle.value, u"NPU_IDLE"_s);
        rest -= *idle.value;
        restFormula += u" - NPU_IDLE"_s;
    }
    if (rest > 0)
        divider.add(PartKind::NotCounted, {}, rest, restFormula);
    return std::move(divider.parts);
}

} // namespace tosaic::profile
