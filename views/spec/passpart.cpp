// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/passpart.h"

#include "core/spec/specrules.h"
#include "views/spec/choicebox.h"
#include "views/widgets/building.h"

#include <QDoubleValidator>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

const QStringList SoftmaxChoices{ u"masked"_s, u"stable"_s };
const QStringList LeakyReluChoices{ u"table"_s, u"decompose"_s };
const QStringList GuardChoices{ u"preserve"_s, u"remove"_s, u"remove-when-proven"_s };

// As files and tools write numbers, whatever the user's locale.
QString numberText(const std::optional<double> &value)
{
    return value ? QLocale::c().toString(*value, 'g', QLocale::FloatingPointShortest) : QString();
}

void showText(QLineEdit *line, const QString &text)
{
    if (line->text() != text)
        line->setText(text);
}

} // namespace

PassPart::PassPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Passes to TOSA"), theme, parent),
      m_softmax(new ChoiceBox(ChoiceBox::Names::Listed, this)),
      m_leakyRelu(new ChoiceBox(ChoiceBox::Names::Listed, this)),
      m_guard(new ChoiceBox(ChoiceBox::Names::Listed, this)), m_negative(new QLineEdit(this)),
      m_positive(new QLineEdit(this)), m_tosaSpec(new QLineEdit(this))
{
    setObjectName(u"passPart"_s);
    m_tosaSpec->setObjectName(u"specTosaSpec"_s);
    addField(u"tosaSpec"_s, tr("TOSA profile"), m_tosaSpec,
        Reset{ [](const auto &s) { return s.tosaSpec.has_value(); },
            [](auto &s) { s.tosaSpec.reset(); } });
    connect(m_tosaSpec, &QLineEdit::textChanged, this, [this](const QString &text) {
        const auto value = text.isEmpty() ? std::nullopt : std::optional(text);
        changeTyping(u"tosaSpec"_s, [value](spec::CompileSpec &s) { s.tosaSpec = value; });
    });
    addChoice(u"passPipeline.softmax"_s, tr("Softmax"), m_softmax, u"specSoftmax"_s,
        &spec::PassPipeline::softmax, SoftmaxChoices);
    addChoice(u"passPipeline.leakyRelu"_s, tr("Leaky ReLU"), m_leakyRelu, u"specLeakyRelu"_s,
        &spec::PassPipeline::leakyRelu, LeakyReluChoices);
    addField(u"passPipeline.quantizeInf"_s, tr("Infinities become"), makeInfinities(),
        Reset{ [](const auto &s) {
                  return s.passes.quantizeNegativeInfinity || s.passes.quantizePositiveInfinity;
              },
            [](auto &s) {
                s.passes.quantizeNegativeInfinity.reset();
                s.passes.quantizePositiveInfinity.reset();
            } });
    addChoice(u"passPipeline.sdpaSafeSoftmaxGuard"_s, tr("Attention guard"), m_guard,
        u"specSdpaGuard"_s, &spec::PassPipeline::sdpaSafeSoftmaxGuard, GuardChoices);
}

void PassPart::addChoice(const QString &key, const QString &label, ChoiceBox *box,
    const QString &name, Text member, const QStringList &values)
{
    box->setObjectName(name);
    box->setChoices({}, { { {}, values } });
    addField(key, label, box,
        Reset{ [member](const auto &s) { return (s.passes.*member).has_value(); },
            [member](auto &s) { (s.passes.*member).reset(); } });
    connect(box, &ChoiceBox::valueChosen, this,
        [this, key, member](const std::optional<QString> &value) {
            change(key, [member, value](spec::CompileSpec &s) { s.passes.*member = value; });
        });
}

QWidget *PassPart::makeInfinities()
{
    connectNumber(m_negative, u"specNegativeInf"_s, tr("Minus infinity becomes"),
        &spec::PassPipeline::quantizeNegativeInfinity);
    connectNumber(m_positive, u"specPositiveInf"_s, tr("Plus infinity becomes"),
        &spec::PassPipeline::quantizePositiveInfinity);
    m_negative->setPlaceholderText(u"-256"_s);
    m_positive->setPlaceholderText(u"255"_s);
    auto *field = new QWidget(this);
    makeRow(field,
        { new QLabel(u"−∞"_s, field), { m_negative, 1 }, new QLabel(u"+∞"_s, field),
            { m_positive, 1 } },
        8);
    field->setFocusProxy(m_negative);
    return field;
}

void PassPart::connectNumber(
    QLineEdit *line, const QString &name, const QString &title, Number member)
{
    named(line, name, title);
    auto *validator = new QDoubleValidator(line);
    validator->setLocale(QLocale::c());
    line->setValidator(validator);
    connect(line, &QLineEdit::textChanged, this, [this, line, member](const QString &text) {
        if (!text.isEmpty() && !line->hasAcceptableInput())
            return; // half a number
        bool isNumber = false;
        const auto number = QLocale::c().toDouble(text, &isNumber);
        const auto value = isNumber ? std::optional(number) : std::nullopt;
        changeTyping(u"passPipeline.quantizeInf"_s,
            [member, value](spec::CompileSpec &s) { s.passes.*member = value; });
    });
}

void PassPart::load(const spec::CompileSpec &spec)
{
    const auto defaults = spec::defaultsFor(spec.target);
    m_tosaSpec->setPlaceholderText(
        defaults ? tr("%1 (default)").arg(defaults->tosaSpec) : tr("Default of the target"));
    showText(m_tosaSpec, spec.tosaSpec.value_or(QString()));
    const auto silent = spec::silentDefaults(spec);
    const auto fill = [&](ChoiceBox *box, const QString &key, const QStringList &values) {
        const auto known = std::find_if(silent.begin(), silent.end(),
            [&](const spec::SilentDefault &fallback) { return fallback.key == key; });
        box->setChoices(known == silent.end() ? QString() : known->value, { { {}, values } });
    };
    fill(m_softmax, u"passPipeline.softmax"_s, SoftmaxChoices);
    fill(m_leakyRelu, u"passPipeline.leakyRelu"_s, LeakyReluChoices);
    fill(m_guard, u"passPipeline.sdpaSafeSoftmaxGuard"_s, GuardChoices);
    m_softmax->setValue(spec.passes.softmax);
    m_leakyRelu->setValue(spec.passes.leakyRelu);
    m_guard->setValue(spec.passes.sdpaSafeSoftmaxGuard);
    const auto showNumber = [](QLineEdit *line, const std::optional<double> &value) {
        bool isNumber = false;
        const auto shown = QLocale::c().toDouble(line->text(), &isNumber);
        if (!value || !isNumber || shown != *value) // "1.0" stays as typed
            showText(line, numberText(value));
    };
    showNumber(m_negative, spec.passes.quantizeNegativeInfinity);
    showNumber(m_positive, spec.passes.quantizePositiveInfinity);
}

QString PassPart::summary(const spec::CompileSpec &spec) const
{
    QStringList parts;
    if (const auto defaults = spec::defaultsFor(spec.target); defaults || spec.tosaSpec)
        parts << spec.tosaSpec.value_or(defaults ? defaults->tosaSpec : QString());
    parts << (spec.passes == spec::PassPipeline() ? tr("default passes") : tr("own passes"));
    return parts.join(u" · "_s);
}

} // namespace tosaic::views
