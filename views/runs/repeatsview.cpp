// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/repeatsview.h"

#include "views/models/runnames.h"
#include "views/runs/repeatsmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/wrappedlabel.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int StripWidth = 240; // px

} // namespace

QStringList mergeNotes(const profile::MergedRecord &record, const QStringList &names)
{
    QStringList notes;
    QStringList open;
    for (const auto &name : record.unverified)
        open.append(mergeConditionWord(name));
    if (!open.isEmpty() && names.size() > 1)
        notes.append(RepeatsView::tr("Not stated by every run, so not compared: %1.")
                         .arg(QLocale().createSeparatedList(open)));
    QStringList left;
    for (const auto run : record.leftOut)
        left.append(names.value(static_cast<qsizetype>(run)));
    if (!left.isEmpty())
        notes.append(
            RepeatsView::tr("Left out: the counters of %1 are sums over an unknown number of "
                            "inferences.")
                .arg(QLocale().createSeparatedList(left)));
    return notes;
}

RepeatsView::RepeatsView(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new RepeatsModel(this)), m_stack(new QStackedWidget(this)),
      m_table(new DataTable(u"repeatsTable"_s, tr("Repeats"), this)),
      m_message(new WrappedLabel(this)), m_legend(new WrappedLabel(this))
{
    setObjectName(u"repeatsView"_s);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 16);
    m_message->setObjectName(u"repeatsMessage"_s);
    m_message->setProperty("role", u"muted"_s);
    m_message->setMargin(16);
    m_message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_legend->setObjectName(u"repeatsLegend"_s);
    m_legend->setProperty("role", u"muted"_s);
    m_legend->setContentsMargins(12, 6, 12, 6);
    m_legend->setText(tr("Values of one inference. Dot: a value; line: the median; box: from "
                         "quartile to quartile; cross: an outlier."));
    auto *content = new QWidget(this);
    auto *contentLayout = makeColumn(content, {}, 0);
    contentLayout->addWidget(m_legend);
    contentLayout->addWidget(m_table, 1);
    m_stack->addWidget(content);
    m_stack->addWidget(m_message);
    auto *layout = makeColumn(this, {}, -1);
    layout->addWidget(m_stack);
}

void RepeatsView::set(const profile::MergedRecord &record, const QStringList &names)
{
    m_model->set(record, names);
    m_table->fitColumns(StripWidth);
    m_table->setColumnWidth(m_table->columnOf(u"values"), StripWidth);
    m_stack->setCurrentIndex(0);
}

void RepeatsView::setMessage(const QString &text)
{
    m_message->setText(text);
    m_stack->setCurrentIndex(1);
}

} // namespace tosaic::views
