// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specparts.h"

#include "core/spec/specrules.h"
#include "views/spec/flageditor.h"
#include "views/spec/keeplist.h"
#include "views/spec/overridestable.h"
#include "views/spec/undokeys.h"
#include "views/widgets/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleValidator>
#include <QJsonArray>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

VelaPart::VelaPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Vela"), theme, parent), m_flags(new FlagEditor(theme.codeFont(), this))
{
    setObjectName(u"velaPart"_s);
    addField(u"extraFlags"_s, tr("Extra flags"), m_flags);
    auto *undoKeys = new UndoKeys(this);
    connect(m_flags, &FlagEditor::lineAdded, undoKeys, &UndoKeys::watch);
    connect(m_flags, &FlagEditor::typingEnded, this, &VelaPart::typingEnded);
    connect(m_flags, &FlagEditor::edited, this, [this](const QStringList &typed, bool isTyping) {
        changeTo(u"extraFlags"_s, QJsonArray::fromStringList(typed), isTyping);
    });
    const auto inside = tr("Inside the .pte (default), or the name of a .ptd file");
    addLine(u"externalBlocks.cmdData"_s, tr("Commands in"), u"specCommandTag"_s, inside);
    addLine(u"externalBlocks.weightData"_s, tr("Weights in"), u"specWeightTag"_s, inside);
}

void VelaPart::load(const spec::CompileSpec &spec)
{
    m_flags->setFlags(spec.extraFlags);
}

QString VelaPart::summary(const spec::CompileSpec &spec) const
{
    QStringList parts;
    parts << (spec.extraFlags.isEmpty() ? tr("No extra flags") : spec.extraFlags.join(u' '));
    if (!spec.externalCommandTag.isEmpty())
        parts << tr("commands in %1.ptd").arg(spec.externalCommandTag);
    if (!spec.externalWeightTag.isEmpty())
        parts << tr("weights in %1.ptd").arg(spec.externalWeightTag);
    return parts.join(u" · "_s);
}

QuantiserPart::QuantiserPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Quantise"), theme, parent), m_overrides(new OverridesTable(this))
{
    setObjectName(u"quantiserPart"_s);
    const auto add = [this](const QString &key, const QString &label, const QString &name) {
        auto *box = addChoice(key, label, name);
        const auto choices = spec::fieldOf(key)->choices;
        box->setChoices(choices.front(), { { {}, choices } });
        return box;
    };
    add(u"quantizer.scheme"_s, tr("Quantiser"), u"specScheme"_s);
    m_activations = add(u"quantizer.activations"_s, tr("Activations"), u"specActivations"_s);
    m_weights = add(u"quantizer.weights"_s, tr("Weights"), u"specWeights"_s);
    m_perChannel = addSwitch(u"quantizer.perChannel"_s, tr("Scales"), u"specPerChannel"_s,
        tr("A scale for each output channel"));
    addField(u"quantizer.overrides"_s, tr("Exceptions"), m_overrides);
    m_io = add(u"quantizer.io"_s, tr("Inputs, outputs"), u"specIo"_s);
    addSwitch(u"integerIo"_s, {}, u"specIntegerIo"_s,
        tr("Stay quantised: no float at the program's border"), Reset::None);
    connect(m_overrides, &OverridesTable::edited, this, [this](const auto &rows) {
        auto edited = spec::CompileSpec{ .quantizer = spec::Quantizer{ .overrides = rows } };
        changeTo(u"quantizer.overrides"_s, spec::fieldOf(u"quantizer.overrides")->value(edited));
    });
}

void QuantiserPart::setNames(const ModelNames &names)
{
    m_overrides->setNames(names);
}

void QuantiserPart::load(const spec::CompileSpec &spec)
{
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    m_overrides->setOverrides(quantizer.overrides);
    m_activations->setEnabled(quantizer.scheme != "none"_L1);
    m_perChannel->setEnabled(quantizer.scheme != "none"_L1);
    m_weights->setEnabled(quantizer.scheme != "none"_L1);
    m_io->setEnabled(quantizer.scheme != "none"_L1);
}

QString QuantiserPart::summary(const spec::CompileSpec &spec) const
{
    const auto quantizer = spec.quantizer.value_or(spec::Quantizer());
    if (quantizer.scheme == "none"_L1)
        return tr("Not at all: stays float");
    QStringList parts{ tr("%1, activations %2").arg(quantizer.scheme, quantizer.activations) };
    if (quantizer.weights != "int8"_L1)
        parts << tr("weights %1").arg(quantizer.weights);
    if (!quantizer.perChannel)
        parts << tr("weights per tensor");
    if (quantizer.io != "activations"_L1)
        parts << tr("%1 inputs and outputs").arg(quantizer.io);
    if (!quantizer.overrides.empty())
        parts << tr("%n exception(s)", nullptr, static_cast<int>(quantizer.overrides.size()));
    if (spec.integerIo)
        parts << tr("integer inputs and outputs");
    return parts.join(u" · "_s);
}

PartitionPart::PartitionPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Partition"), theme, parent), m_kept(new KeepList(theme.codeFont(), this))
{
    setObjectName(u"partitionPart"_s);
    addSwitch(u"delegate"_s, tr("Delegate"), u"specDelegate"_s, tr("Give operators to the NPU"),
        Reset::None);
    addField(u"partition"_s, tr("Kept on the CPU"), m_kept);
    m_kernels = addList(u"cpuKernels"_s, tr("CPU kernels"), u"specCpuKernels"_s,
        { tr("Portable (default)"), tr("Cortex-M (CMSIS-NN)") });
    connect(m_kept, &KeepList::edited, this, [this](const spec::KeepOnCpu &kept) {
        change(u"partition"_s, [kept](spec::CompileSpec &s) { s.keepOnCpu = kept; });
    });
}

void PartitionPart::setNames(const ModelNames &names)
{
    m_kept->setNames(names);
}

void PartitionPart::load(const spec::CompileSpec &spec)
{
    m_kept->setKept(spec.keepOnCpu);
}

QString PartitionPart::summary(const spec::CompileSpec &spec) const
{
    const auto &kept = spec.keepOnCpu;
    const auto rules = static_cast<int>(
        kept.nodes.size() + kept.operators.size() + kept.modules.size() + kept.patterns.size());
    const auto kernels = m_kernels->itemText(static_cast<int>(spec.cpuKernels));
    if (!spec.delegate)
        return tr("Everything stays on the CPU · %1").arg(kernels);
    if (rules == 0)
        return tr("The NPU gets what it can run");
    return tr("%n rule(s) keep operators on the CPU", nullptr, rules) + u" · "_s + kernels;
}

PassPart::PassPart(const Theme &theme, QWidget *parent)
    : FormPart(tr("Passes to TOSA"), theme, parent)
{
    setObjectName(u"passPart"_s);
    m_tosaSpec = addLine(u"tosaSpec"_s, tr("TOSA profile"), u"specTosaSpec"_s);
    const auto add = [this](const QString &key, const QString &label, const QString &name) {
        m_choices.emplace_back(key, addChoice(key, label, name));
    };
    add(u"passPipeline.softmax"_s, tr("Softmax"), u"specSoftmax"_s);
    add(u"passPipeline.leakyRelu"_s, tr("Leaky ReLU"), u"specLeakyRelu"_s);
    auto *negative = addNumber(u"passPipeline.quantizeInf.negative"_s, u"specNegativeInf"_s,
        tr("Minus infinity becomes"), u"-256"_s);
    auto *positive = addNumber(u"passPipeline.quantizeInf.positive"_s, u"specPositiveInf"_s,
        tr("Plus infinity becomes"), u"255"_s);
    auto *field = new QWidget(this);
    makeRow(field,
        { new QLabel(u"−∞"_s, field), { negative, 1 }, new QLabel(u"+∞"_s, field),
            { positive, 1 } },
        8);
    field->setFocusProxy(negative);
    addField(u"passPipeline.quantizeInf"_s, tr("Infinities become"), field);
    add(u"passPipeline.sdpaSafeSoftmaxGuard"_s, tr("Attention guard"), u"specSdpaGuard"_s);
}

/// Numbers as files and tools write them, whatever the user's locale.
QLineEdit *PassPart::addNumber(
    const QString &key, const QString &name, const QString &title, const QString &standard)
{
    auto *line = named(new QLineEdit(this), name, title);
    auto *validator = new QDoubleValidator(line);
    validator->setLocale(QLocale::c());
    line->setValidator(validator);
    line->setPlaceholderText(standard);
    connect(line, &QLineEdit::textChanged, this, [this, line, key](const QString &text) {
        if (!text.isEmpty() && !line->hasAcceptableInput())
            return; // half a number
        bool isNumber = false;
        const auto number = QLocale::c().toDouble(text, &isNumber);
        const auto edit = [=](spec::CompileSpec &s) {
            spec::setField(s, key, isNumber ? QJsonValue(number) : QJsonValue::Undefined);
        };
        changeTyping(u"passPipeline.quantizeInf"_s, edit);
    });
    m_numbers.emplace_back(key, line);
    return line;
}

void PassPart::load(const spec::CompileSpec &spec)
{
    const auto defaults = spec::defaultsFor(spec.target);
    m_tosaSpec->setPlaceholderText(
        defaults ? tr("%1 (default)").arg(defaults->tosaSpec) : tr("Default of the target"));
    const auto silent = spec::silentDefaults(spec);
    for (const auto &[key, box] : m_choices) {
        const auto known = std::ranges::find(silent, key, &spec::SilentDefault::key);
        box->setChoices(known == silent.end() ? QString() : known->value,
            { { {}, spec::fieldOf(key)->choices } });
    }
    for (const auto &[key, line] : m_numbers) {
        const auto value = spec::fieldOf(key)->value(spec);
        bool isNumber = false;
        const auto shown = QLocale::c().toDouble(line->text(), &isNumber);
        if (value.isDouble() && isNumber && shown == value.toDouble())
            continue; // "1.0" stays as typed
        const auto text = value.isDouble()
            ? QLocale::c().toString(value.toDouble(), 'g', QLocale::FloatingPointShortest)
            : QString();
        if (line->text() != text)
            line->setText(text);
    }
}

QString PassPart::summary(const spec::CompileSpec &spec) const
{
    QStringList parts;
    if (const auto defaults = spec::defaultsFor(spec.target); defaults || spec.tosaSpec)
        parts << spec.tosaSpec.value_or(defaults ? defaults->tosaSpec : QString());
    parts << (spec.passes == spec::PassPipeline() ? tr("default passes") : tr("own passes"));
    return parts.join(u" · "_s);
}

DebugPart::DebugPart(const Theme &theme, QWidget *parent) : FormPart(tr("Debug"), theme, parent)
{
    setObjectName(u"debugPart"_s);
    m_debug = addList(u"debug"_s, tr("Debug information"), u"specDebug"_s,
        { tr("None (default)"), tr("In the TOSA files"), tr("As JSON beside the TOSA files") });
    auto *folder
        = named(new QLineEdit(this), u"specIntermediates"_s, tr("Folder for intermediate files"));
    folder->setPlaceholderText(tr("Not kept; a path given here is stored in the .pte"));
    bind(folder, u"intermediates"_s);
    addField(u"intermediates"_s, tr("Intermediate files"),
        withChooser(folder,
            { u"specChooseIntermediates"_s, tr("Choose the folder for intermediate files"),
                u"intermediatesDialog"_s, tr("Folder for intermediate files") }));
}

QString DebugPart::summary(const spec::CompileSpec &spec) const
{
    if (spec.debug == spec::DebugMode::None && spec.intermediatesFolder.isEmpty())
        return tr("No debug information, no intermediate files");
    QStringList parts{ m_debug->itemText(static_cast<int>(spec.debug)) };
    if (!spec.intermediatesFolder.isEmpty())
        parts << spec.intermediatesFolder;
    return parts.join(u" · "_s);
}

} // namespace tosaic::views
