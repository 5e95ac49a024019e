// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the panel is put together; what it does is in referencepanel.cpp.
#include "views/reference/referencepanel.h"

#include "views/reference/arraypreview.h"
#include "views/widgets/building.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/datatable.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QToolButton>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Spacing = 8;

/// Small tolerances are as usual as none: digits as far as they say something.
class ToleranceBox : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    QString textFromValue(double value) const override
    {
        auto text = locale().toString(value, 'f', decimals());
        static const QRegularExpression zeros(u"\\D?0+$"_s);
        return value == 0                            ? u"0"_s
            : text.contains(locale().decimalPoint()) ? text.remove(zeros)
                                                     : text;
    }
};

QDoubleSpinBox *makeTolerance(
    QWidget *parent, const QString &name, const QString &accessibleName, const QString &prefix)
{
    auto *box = new ToleranceBox(parent);
    box->setPrefix(prefix);
    named(box, name, accessibleName);
    box->setToolTip(accessibleName);
    box->setDecimals(9);
    box->setRange(0, 1e9);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setGroupSeparatorShown(false);
    box->setFixedWidth(104);
    return box;
}

} // namespace

QWidget *ReferencePanel::makeChoices()
{
    auto *row = new QWidget;
    m_graph = named(new QComboBox(row), u"referenceGraph"_s, tr("TOSA graph to run"));
    m_graph->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_graph->setMinimumContentsLength(8);
    auto *seedLabel = new QLabel(tr("Seed"), row);
    m_seed = named(
        new QSpinBox(row), u"referenceSeed"_s, tr("Seed of the inputs that no file is given for"));
    m_seed->setToolTip(m_seed->accessibleName());
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setFixedWidth(84);
    seedLabel->setBuddy(m_seed);
    m_inputButton = makeButton(row, u"referenceInputs"_s, tr("Inputs…"));
    m_clearInputs = named(new QToolButton(row), u"referenceClearInputs"_s);
    m_clearInputs->setText(u"\u00d7"_s);
    m_clearInputs->setAccessibleName(tr("Seed all inputs again"));
    m_clearInputs->setToolTip(m_clearInputs->accessibleName());
    m_intermediates = named(new QCheckBox(tr("All tensors"), row), u"referenceIntermediates"_s,
        tr("Save every tensor between inputs and outputs too"));
    m_intermediates->setToolTip(m_intermediates->accessibleName());
    m_run = makeButton(row, u"referenceRun"_s, tr("Run"));
    makeRow(row,
        { { m_graph, 1 }, seedLabel, m_seed, m_inputButton, m_clearInputs, m_intermediates, m_run },
        Spacing);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT runRequested();
    });
    connect(m_inputButton, &QPushButton::clicked, this, &ReferencePanel::chooseInputs);
    connect(m_clearInputs, &QToolButton::clicked, this, [this] { setInputFiles({}); });
    connect(m_graph, &QComboBox::currentIndexChanged, this, &ReferencePanel::forgetRuns);
    return row;
}

QWidget *ReferencePanel::makeButtons()
{
    auto *row = new QWidget;
    auto *label = new QLabel(tr("Compare with"), row);
    m_comparePrevious = makeButton(row, u"referenceComparePrevious"_s, tr("Last run"));
    m_comparePrevious->setAccessibleName(tr("Compare with the last run"));
    m_compare = makeButton(row, u"referenceCompare"_s, tr("File…"));
    m_compare->setAccessibleName(tr("Compare the array with a file"));
    auto *within = new QLabel(tr("within"), row);
    m_absolute = makeTolerance(row, u"referenceAbsolute"_s, tr("Absolute tolerance"),
        tr("abs ", "before an absolute tolerance"));
    m_relative = makeTolerance(row, u"referenceRelative"_s,
        tr("Tolerance relative to what is expected"), tr("rel ", "before a relative tolerance"));
    within->setBuddy(m_absolute);
    m_save = makeButton(row, u"referenceSave"_s, tr("Save…"));
    m_save->setAccessibleName(tr("Save the array as .npy"));
    m_save->setToolTip(m_save->accessibleName());
    makeFlow(row, { label, m_comparePrevious, m_compare, within, m_absolute, m_relative, m_save },
        Spacing);
    connect(m_comparePrevious, &QPushButton::clicked, this, &ReferencePanel::compareWithPrevious);
    connect(m_compare, &QPushButton::clicked, this, &ReferencePanel::chooseExpected);
    connect(m_save, &QPushButton::clicked, this, &ReferencePanel::saveArray);
    return row;
}

QWidget *ReferencePanel::makeContent()
{
    auto *content = new QWidget;
    auto *parts = named(new QSplitter(Qt::Horizontal, content), u"referenceParts"_s);
    parts->setChildrenCollapsible(false);
    m_table = new DataTable(u"referenceArrays"_s, tr("Arrays of the run"), parts);
    m_table->setSortedModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_preview = new ArrayPreview(parts);
    QMetaObject::invokeMethod(this, &ReferencePanel::fitColumns, Qt::QueuedConnection); // as styled
    parts->addWidget(m_table);
    parts->addWidget(m_preview);
    m_table->setMinimumWidth(200); // px; the rest is reached by scrolling
    m_preview->setMinimumWidth(160);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    m_summary = selectable(
        wrapped(named(new QLabel(content), u"referenceSummary"_s, tr("Outcome"), u"muted"_s)));
    makeColumn(content, { makeChoices(), m_summary, { parts, 1 }, makeButtons() }, Spacing,
        { 12, Spacing, 12, Spacing });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ReferencePanel::showCurrent);
    return content;
}

} // namespace tosaic::views
