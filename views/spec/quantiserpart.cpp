// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/quantiserpart.h"

#include "views/spec/choicebox.h"
#include "views/spec/overridestable.h"

#include <QCheckBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

spec::Quantizer quantizerOf(const spec::CompileSpec &spec)
{
    return spec.quantizer.value_or(spec::Quantizer());
}

// A quantiser without anything of its own is left to the tools.
void edit(spec::CompileSpec &spec, const std::function<void(spec::Quantizer &)> &change)
{
    auto quantizer = quantizerOf(spec);
    change(quantizer);
    spec.quantizer = quantizer == spec::Quantizer() ? std::nullopt : std::optional(quantizer);
}

// Gives one member back to its default.
template <typename Member>
auto isOwn(Member member)
{
    return [member](const spec::CompileSpec &spec) {
        return quantizerOf(spec).*member != spec::Quantizer().*member;
    };
}
template <typename Member>
auto takeBack(Member member)
{
    return [member](spec::CompileSpec &spec) {
        edit(spec, [member](spec::Quantizer &q) { q.*member = spec::Quantizer().*member; });
    };
}

} // namespace

QuantiserPart::QuantiserPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Quantise"), theme, parent),
      m_scheme(new ChoiceBox(ChoiceBox::Names::Listed, this)),
      m_activations(new ChoiceBox(ChoiceBox::Names::Listed, this)),
      m_perChannel(new QCheckBox(tr("A scale for each output channel"), this)),
      m_integerIo(new QCheckBox(tr("Stay quantised: no float at the program's border"), this)),
      m_overrides(new OverridesTable(this))
{
    setObjectName(u"quantiserPart"_s);
    m_scheme->setObjectName(u"specScheme"_s);
    m_scheme->setChoices(u"symmetric"_s, { { {}, { u"symmetric"_s, u"none"_s } } });
    using Q = spec::Quantizer;
    addField(u"quantizer.scheme"_s, tr("Quantiser"), m_scheme,
        Reset{ isOwn(&Q::scheme), takeBack(&Q::scheme) });
    m_activations->setObjectName(u"specActivations"_s);
    m_activations->setChoices(u"int8"_s, { { {}, { u"int8"_s, u"int16"_s } } });
    addField(u"quantizer.activations"_s, tr("Activations"), m_activations,
        Reset{ isOwn(&Q::activations), takeBack(&Q::activations) });
    m_perChannel->setObjectName(u"specPerChannel"_s);
    addField(u"quantizer.perChannel"_s, tr("Weights"), m_perChannel,
        Reset{ isOwn(&Q::perChannel), takeBack(&Q::perChannel) });
    addField(u"quantizer.overrides"_s, tr("Exceptions"), m_overrides,
        Reset{ isOwn(&Q::overrides), takeBack(&Q::overrides) });
    m_integerIo->setObjectName(u"specIntegerIo"_s);
    addField(u"integerIo"_s, tr("Inputs, outputs"), m_integerIo);
    connect(m_scheme, &ChoiceBox::valueChosen, this, [this](const std::optional<QString> &value) {
        changeQuantiser(u"quantizer.scheme"_s,
            [value](spec::Quantizer &q) { q.scheme = value.value_or(u"symmetric"_s); });
    });
    connect(
        m_activations, &ChoiceBox::valueChosen, this, [this](const std::optional<QString> &value) {
            changeQuantiser(u"quantizer.activations"_s,
                [value](spec::Quantizer &q) { q.activations = value.value_or(u"int8"_s); });
        });
    connect(m_perChannel, &QCheckBox::toggled, this, [this](bool on) {
        changeQuantiser(u"quantizer.perChannel"_s, [on](spec::Quantizer &q) { q.perChannel = on; });
    });
    connect(m_overrides, &OverridesTable::edited, this, [this](const auto &rows) {
        changeQuantiser(
            u"quantizer.overrides"_s, [rows](spec::Quantizer &q) { q.overrides = rows; });
    });
    connect(m_integerIo, &QCheckBox::toggled, this, [this](bool on) {
        change(u"integerIo"_s, [on](spec::CompileSpec &s) { s.integerIo = on; });
    });
}

void QuantiserPart::setNames(const ModelNames &names)
{
    m_overrides->setNames(names);
}

void QuantiserPart::changeQuantiser(
    const QString &key, const std::function<void(spec::Quantizer &)> &change)
{
    FormPart::change(key, [change](spec::CompileSpec &s) { edit(s, change); });
}

void QuantiserPart::load(const spec::CompileSpec &spec)
{
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    const auto unless = [](const QString &value, const QString &standard) {
        return value == standard ? std::nullopt : std::optional(value);
    };
    m_scheme->setValue(unless(quantizer.scheme, u"symmetric"_s));
    m_activations->setValue(unless(quantizer.activations, u"int8"_s));
    m_perChannel->setChecked(quantizer.perChannel);
    m_overrides->setOverrides(quantizer.overrides);
    m_integerIo->setChecked(spec.integerIo);
    const bool isNone = quantizer.scheme == "none"_L1;
    m_activations->setEnabled(!isNone);
    m_perChannel->setEnabled(!isNone);
}

QString QuantiserPart::summary(const spec::CompileSpec &spec) const
{
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    if (quantizer.scheme == "none"_L1)
        return tr("Not at all: stays float");
    QStringList parts{ tr("%1, activations %2").arg(quantizer.scheme, quantizer.activations) };
    if (!quantizer.perChannel)
        parts << tr("weights per tensor");
    if (!quantizer.overrides.empty())
        parts << tr("%n exception(s)", nullptr, static_cast<int>(quantizer.overrides.size()));
    if (spec.integerIo)
        parts << tr("integer inputs and outputs");
    return parts.join(u" · "_s);
}

} // namespace tosaic::views
