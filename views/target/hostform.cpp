// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/hostform.h"

#include "views/widgets/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

HostForm::HostForm(QWidget *parent)
    : TargetForm(u"host"_s, tr("ExecuTorch on this machine"), parent)
{
    m_pte = new PathLine(
        { u"hostPte"_s, tr("Program (.pte)"), tr("Programs (*.pte *.bpte);;All files (*)") }, this);
    m_pte->line().setPlaceholderText(tr("Open a .pte, or choose one"));
    m_method = makeChoice(this, u"hostMethod"_s, tr("Method"));
    m_method->setEditable(true);
    m_method->addItem(u"forward"_s);
    m_shapes = wrapped(named(new QLabel(this), u"hostShapes"_s, {}, u"muted"_s));
    m_shapes->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_inputs = new PathLine({ u"hostInputs"_s, tr("Inputs"), tr("Arrays (*.npy);;All files (*)"),
                                PathLine::Kind::Files },
        this);
    m_inputs->line().setPlaceholderText(tr("Random, from the seed"));
    m_seed = makeNumber(this, u"hostSeed"_s, tr("Seed"), 0, 999'999'999);
    m_repeats = makeNumber(this, u"hostRepeats"_s, tr("Repeats"), 1, 1'000'000);
    m_repeats->setValue(10);
    m_warmups = makeNumber(this, u"hostWarmups"_s, tr("Warm-ups"), 0, 10'000);
    m_warmups->setValue(1);
    m_etdump = makeCheck(this, u"hostEtdump"_s, tr("Record an ETDump"));
    m_etdump->setChecked(true);
    m_outputs = makeCheck(this, u"hostOutputs"_s, tr("Keep intermediate outputs"),
        tr("They go into a debug buffer beside the ETDump"));
    m_data = new PathLine({ u"hostData"_s, tr("External data"),
                              tr("External data (*.ptd);;All files (*)"), PathLine::Kind::Files },
        this);
    m_data->line().setPlaceholderText(tr("None"));
    m_interpreter = new PathLine({ u"hostInterpreter"_s, tr("Python with executorch") }, this);
    m_interpreter->line().setPlaceholderText(tr("That of the tool environment"));
    auto *counts = makeRow(nullptr,
        { m_repeats, new QLabel(tr("after"), this), m_warmups, new QLabel(tr("warm-ups"), this),
            stretch(1) },
        6);
    auto *note
        = new QLabel(tr("Kernels of this computer: the times say nothing about a device."), this);
    named(note, u"hostNote"_s, {}, u"muted"_s);
    note->setWordWrap(true);
    auto *form = makeForm(this);
    form->addRow(note);
    form->addRow(tr("Program"), m_pte);
    form->addRow(tr("Method"), m_method);
    form->addRow(QString(), m_shapes);
    form->addRow(tr("Inputs"), m_inputs);
    form->addRow(tr("Seed"), m_seed);
    form->addRow(tr("Repeats"), counts);
    form->addRow(QString(), m_etdump);
    form->addRow(QString(), m_outputs);
    form->addRow(tr("Data"), m_data);
    form->addRow(tr("Python"), m_interpreter);
    connect(m_method, &QComboBox::currentTextChanged, this, &HostForm::showInputs);
    follow(m_method);
    for (auto *path : { m_pte, m_data, m_inputs })
        follow(path);
    follow(m_interpreter, u"interpreter"_s);
    follow(m_seed, u"seed"_s);
    follow(m_warmups, u"warmups"_s);
    follow(m_repeats, u"repeats"_s);
    follow(m_etdump, u"etdump"_s);
    follow(m_outputs, u"outputs"_s);
    showInputs();
}

std::optional<profile::RunTarget> HostForm::target() const
{
    return profile::HostTarget{ .interpreter = m_interpreter->path(),
        .pte = m_pte->path(),
        .dataFiles = m_data->paths(),
        .method = m_method->currentText(),
        .inputFiles = m_inputs->paths(),
        .seed = m_seed->value(),
        .warmups = m_warmups->value(),
        .repeats = m_repeats->value(),
        .recordsEtdump = m_etdump->isChecked(),
        .recordsOutputs = m_outputs->isChecked() };
}

void HostForm::setDefaults(const RunDefaults &defaults)
{
    m_defaults = defaults;
    m_pte->line().setDefault(defaults.pte);
    m_data->line().setDefault(defaults.dataFiles.join(u"; "_s));
    m_interpreter->line().setDefault(defaults.interpreter);
    offerMethods(*m_method, defaults);
    showInputs();
    Q_EMIT changed();
}

void HostForm::showInputs()
{
    const auto known = std::ranges::find(
        m_defaults.methods, m_method->currentText(), &RunDefaults::Method::name);
    if (known == m_defaults.methods.end() || m_pte->path() != m_defaults.pte)
        m_shapes->clear();
    else if (known->inputs.isEmpty())
        m_shapes->setText(tr("It takes no inputs."));
    else
        m_shapes->setText(tr("It takes %1.").arg(QLocale().createSeparatedList(known->inputs)));
    m_shapes->setVisible(!m_shapes->text().isEmpty());
}

} // namespace tosaic::views
