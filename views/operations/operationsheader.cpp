// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/operations/operationsheader.h"

#include "views/models/confidencewords.h"
#include "views/operations/operationwords.h"
#include "views/widgets/building.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/searchline.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int HeaderEdge = 12; // px
constexpr int Spacing = 8; // px
constexpr int FilterWidth = 220; // px at most
constexpr int LeastFilter = 96; // px
constexpr int LeastChoice = 104; // px
constexpr int WordsWidth = 720; // px from which on the segments are words

} // namespace

OperationsHeader::OperationsHeader(QWidget *parent) : QFrame(parent)
{
    setObjectName(u"operationsHeader"_s);
    setAccessibleName(tr("Summary and choices"));
    setProperty("role", u"bar"_s);
    auto *column = makeColumn(this, {}, 8, { HeaderEdge, Spacing, HeaderEdge, Spacing });
    createSummary();
    m_note = new WrappedLabel(this);
    m_note->setObjectName(u"operationsNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->hide();
    column->addWidget(m_note);
    createRange();
    createControls();
    showViews();
}

void OperationsHeader::createSummary()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Spacing);
    m_summary = new PartsLabel(this);
    m_summary->setObjectName(u"operationsSummary"_s);
    m_summary->setAccessibleName(tr("Summary"));
    m_summary->setProperty("role", u"title"_s);
    m_loading = new QLabel(tr("Loading…"), this);
    m_loading->setObjectName(u"operationsLoading"_s);
    m_loading->setProperty("role", u"muted"_s);
    m_loading->hide();
    m_confidence = new QLabel(this);
    m_confidence->setObjectName(u"operationsConfidence"_s);
    m_confidence->setProperty("role", u"muted"_s);
    m_confidence->setToolTip(tr("How sure it is that the cycles of the trace belong to these "
                                "operators"));
    m_unmatched = new QToolButton(this);
    m_unmatched->setObjectName(u"unmatchedButton"_s);
    m_unmatched->setProperty("role", u"segment"_s);
    m_unmatched->setCheckable(true);
    connect(m_unmatched, &QToolButton::toggled, this, &OperationsHeader::unmatchedToggled);
    row->addWidget(m_summary, 1);
    row->addWidget(m_loading);
    row->addWidget(m_confidence);
    row->addWidget(m_unmatched);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
}

void OperationsHeader::createRange()
{
    m_rangeBar = new QWidget(this);
    auto *row = makeRow(m_rangeBar, {}, Spacing);
    m_range = new QLabel(m_rangeBar);
    m_range->setObjectName(u"operationsRange"_s);
    auto *whole = new QPushButton(tr("Whole run"), m_rangeBar);
    whole->setObjectName(u"wholeRun"_s);
    whole->setToolTip(tr("Show the cycles of all times again"));
    connect(whole, &QPushButton::clicked, this, &OperationsHeader::wholeRunRequested);
    row->addWidget(m_range);
    row->addWidget(whole);
    row->addStretch();
    m_rangeBar->hide();
    layout()->addWidget(m_rangeBar);
}

void OperationsHeader::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitSegments();
}

void OperationsHeader::fitSegments()
{
    const auto look = width() >= WordsWidth ? Qt::ToolButtonTextOnly : Qt::ToolButtonIconOnly;
    if (m_table->toolButtonStyle() == look)
        return;
    for (auto *button : { m_table, m_pictures[0], m_pictures[1], m_pictures[2] })
        button->setToolButtonStyle(look);
    m_byLabel->setVisible(look == Qt::ToolButtonTextOnly);
    m_confidence->setVisible(m_hasConfidence && look == Qt::ToolButtonTextOnly);
}

QToolButton *OperationsHeader::addSegment(QHBoxLayout *row, const QString &name,
    const QString &text, const QString &icon, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setIcon(QIcon::fromTheme(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setProperty("role", u"segment"_s);
    button->setCheckable(true);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    row->addWidget(button);
    return button;
}

void OperationsHeader::createControls()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(Spacing);
    m_byLabel = new QLabel(tr("&By"), this);
    m_groupBy = new QComboBox(this);
    m_groupBy->setObjectName(u"groupBy"_s);
    m_groupBy->setAccessibleName(tr("What a row stands for"));
    m_groupBy->setToolTip(m_groupBy->accessibleName());
    m_byLabel->setBuddy(m_groupBy);
    for (const auto by : { GroupBy::Operator, GroupBy::Operation, GroupBy::Kind, GroupBy::Module,
             GroupBy::SourceLine, GroupBy::Partition })
        m_groupBy->addItem(groupWord(by), int(by));
    m_pass = new QComboBox(this);
    m_pass->setObjectName(u"inference"_s);
    m_pass->setAccessibleName(tr("Which inference of the trace"));
    m_pass->setToolTip(m_pass->accessibleName());
    m_pass->hide();
    m_filter = new SearchLine(tr("Filter by name, kind, module or line"), this);
    m_filter->setMaximumWidth(FilterWidth);
    m_filter->setMinimumWidth(LeastFilter);
    for (auto *choice : { m_groupBy, m_pass }) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        choice->setMinimumWidth(LeastChoice);
    }
    connect(m_groupBy, &QComboBox::currentIndexChanged, this, &OperationsHeader::optionsChanged);
    connect(m_pass, &QComboBox::activated, this, &OperationsHeader::optionsChanged);
    connect(m_filter, &QLineEdit::textChanged, this, &OperationsHeader::filterChanged);
    row->addWidget(m_byLabel);
    row->addWidget(m_groupBy);
    row->addWidget(m_pass);
    row->addWidget(m_filter, 1);
    row->addStretch();
    auto *segments = new QHBoxLayout;
    segments->setSpacing(4);
    m_table = addSegment(segments, u"showTable"_s, tr("Table"), u"view-list-details"_s,
        tr("Show the table, also beside a picture"));
    m_pictures[0] = addSegment(segments, u"showBars"_s, tr("Bars"), u"view-statistics"_s,
        tr("Estimate, FVP and board side by side"));
    m_pictures[1] = addSegment(segments, u"showTreemap"_s, tr("Treemap"), u"view-group"_s,
        tr("Modules by the cycles they take"));
    m_pictures[2] = addSegment(segments, u"showDeviations"_s, tr("Deviations"), u"vcs-diff"_s,
        tr("Where measurement and estimate differ most"));
    connect(m_table, &QToolButton::clicked, this, [this](bool isOn) { setViews(isOn, m_picture); });
    for (size_t i = 0; i < m_pictures.size(); ++i) {
        connect(m_pictures[i], &QToolButton::clicked, this, [this, i](bool isOn) {
            setViews(m_isTable, isOn ? static_cast<Picture>(i + 1) : Picture::None);
        });
    }
    row->addLayout(segments);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
}

/// Something is always shown: what was switched off last comes back as the other one.
void OperationsHeader::setViews(bool isTable, Picture picture)
{
    const bool wasTable = m_isTable;
    m_isTable = isTable;
    m_picture = picture;
    if (!isTable && picture == Picture::None) {
        m_isTable = !wasTable;
        m_picture = wasTable ? Picture::Bars : Picture::None;
    }
    showViews();
    Q_EMIT viewsChanged();
}

void OperationsHeader::showViews()
{
    m_table->setChecked(m_isTable);
    for (size_t i = 0; i < m_pictures.size(); ++i)
        m_pictures[i]->setChecked(m_picture == static_cast<Picture>(i + 1));
}

bool OperationsHeader::isTableShown() const
{
    return m_isTable;
}

GroupBy OperationsHeader::groupBy() const
{
    return static_cast<GroupBy>(m_groupBy->currentData().toInt());
}

std::optional<size_t> OperationsHeader::pass() const
{
    const auto chosen = m_pass->currentData();
    return chosen.isValid() && chosen.toInt() >= 0 ? std::optional(chosen.toULongLong())
                                                   : std::nullopt;
}

QString OperationsHeader::filter() const
{
    return m_filter->text();
}

void OperationsHeader::setFilterTarget(QWidget *target)
{
    m_filter->setTarget(target);
}

void OperationsHeader::fillPasses(const OperationsData &operations)
{
    const QSignalBlocker blocker(m_pass);
    const auto passes = operations.totals.passes;
    m_pass->clear();
    m_pass->addItem(passWord(std::nullopt, passes), -1);
    constexpr size_t Most = 1000; // nobody looks through a longer list
    for (size_t i = 0; i < std::min(passes, Most); ++i)
        m_pass->addItem(passWord(i, passes), static_cast<int>(i));
    m_pass->setCurrentIndex(
        operations.options.pass ? static_cast<int>(*operations.options.pass) + 1 : 0);
    m_pass->setVisible(passes > 1);
}

void OperationsHeader::showUnmatched(const OperationsData &operations)
{
    const auto count = unmatchedCount(operations);
    const auto folded = foldedCount(operations);
    m_unmatched->setEnabled(count + folded > 0);
    if (count > 0)
        m_unmatched->setText(tr("%n not matched", nullptr, static_cast<int>(count)));
    else if (folded > 0)
        m_unmatched->setText(tr("All matched, %n folded in", nullptr, static_cast<int>(folded)));
    else
        m_unmatched->setText(tr("Everything matched"));
    m_unmatched->setToolTip(count + folded > 0 ? tr("Show what has no row of its own, and why")
                                               : tr("Nothing was left over"));
    m_unmatched->setAccessibleName(m_unmatched->text());
    if (!m_unmatched->isEnabled())
        m_unmatched->setChecked(false);
}

void OperationsHeader::setSummary(const QStringList &parts)
{
    m_summary->setParts(parts);
}

void OperationsHeader::setData(const OperationsData &operations)
{
    const auto note = noteText(operations);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_hasConfidence = operations.origin == Origin::Fvp;
    m_confidence->setVisible(m_hasConfidence && width() >= WordsWidth);
    m_confidence->setText(tr("Confidence: %1").arg(confidenceWord(operations.table->confidence)));
    showUnmatched(operations);
    fillPasses(operations);
}

void OperationsHeader::setRange(const QString &text)
{
    m_range->setText(text);
    m_rangeBar->setVisible(!text.isEmpty());
}

void OperationsHeader::setLoading(bool isLoading)
{
    m_loading->setVisible(isLoading);
}

void OperationsHeader::setUnmatchedShown(bool isShown)
{
    m_unmatched->setChecked(isShown);
}

} // namespace tosaic::views
