// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accuracy/accuracyform.h"

#include "views/widgets/building.h"
#include "views/widgets/formparts.h"

#include <QGridLayout>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

AccuracyForm::AccuracyForm(QWidget *parent) : QFrame(parent)
{
    named(this, u"accuracyForm"_s, tr("What is measured with"), u"bar"_s);
    m_inputs = new PathLine({ u"accuracyInputs"_s, tr("Inputs in their order"),
                                tr("Arrays (*.npy *.npz);;All files (*)"), PathLine::Kind::Files },
        this);
    m_inputs->line().setPlaceholderText(tr("Random, from the seed"));
    m_samples = new PathLine({ .name = u"accuracySamples"_s,
                                 .title = tr("Folder of samples"),
                                 .kind = PathLine::Kind::Folder },
        this);
    m_samples->line().setPlaceholderText(tr("One sample"));
    m_model = new PathLine(
        { u"accuracyModel"_s, tr("Source of the model"), tr("Models (*.py *.pt2);;All files (*)") },
        this);
    m_model->line().setPlaceholderText(tr("Without it: only the TOSA reference model"));
    m_board = new PathLine(
        { u"accuracyBoard"_s, tr("Console or ETDump of a board or FVP"), tr("All files (*)") },
        this);
    m_board->line().setPlaceholderText(tr("None"));
    m_board->setToolTip(
        tr("Outputs that a console prints whole, or an ETDump recorded in a debug buffer beside "
           "it, are compared with the simulator's; of delegates, too, where the dump has "
           "intermediate outputs."));
    m_seed = makeNumber(this, u"accuracySeed"_s, tr("Seed"), 0, 999'999'999);
    m_least = makeNumber(this, u"accuracyLeast"_s, tr("Broken below this SQNR"), 0, 200);
    m_least->setSuffix(tr(" dB"));
    m_least->setValue(int(accuracy::AccuracyTable::UsualLeastSqnrDb));
    m_least->setToolTip(
        tr("Against the float and the quantised model. Against the TOSA reference model every "
           "difference counts."));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 6, 16, 6);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->addWidget(new QLabel(tr("Inputs"), this), 0, 0);
    grid->addWidget(m_inputs, 0, 1);
    grid->addWidget(new QLabel(tr("Samples"), this), 0, 2);
    grid->addWidget(m_samples, 0, 3);
    grid->addWidget(new QLabel(tr("Model"), this), 1, 0);
    grid->addWidget(m_model, 1, 1);
    grid->addWidget(new QLabel(tr("Board"), this), 1, 2);
    grid->addWidget(m_board, 1, 3);
    grid->addWidget(new QLabel(tr("Seed"), this), 2, 0);
    grid->addLayout(
        makeRow(nullptr, { m_seed, new QLabel(tr("broken below"), this), m_least, stretch(1) }, 8),
        2, 1);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
}

AccuracyQuestion AccuracyForm::question() const
{
    return { .inputFiles = m_inputs->paths(),
        .samples = m_samples->path(),
        .model = m_model->path(),
        .board = m_board->path(),
        .seed = quint64(m_seed->value()),
        .leastSqnrDb = double(m_least->value()) };
}

void AccuracyForm::setModelDefault(const QString &path)
{
    m_model->line().setDefault(path);
}

} // namespace tosaic::views
