// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/runsarea.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int ListWidth = 224; // px at scale 1
}

RunsArea::RunsArea(QWidget *parent)
    : QWidget(parent), m_splitter(new QSplitter(this)), m_bar(new QTabBar),
      m_stack(new QStackedWidget)
{
    setObjectName(u"runsArea"_s);
    m_splitter->setObjectName(u"runsSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_bar->setObjectName(u"runsTabs"_s);
    m_bar->setAccessibleName(tr("Views of a run"));
    m_bar->setDrawBase(false);
    m_bar->setExpanding(false);
    m_bar->setUsesScrollButtons(true);
    m_bar->setElideMode(Qt::ElideNone);
    m_stack->setObjectName(u"runsPages"_s);

    auto *views = new QWidget;
    m_column = new QVBoxLayout(views);
    m_column->setContentsMargins(0, 4, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_bar);
    m_column->addWidget(m_stack, 1);
    m_splitter->addWidget(views);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    connect(m_bar, &QTabBar::currentChanged, this, &RunsArea::enter);
}

void RunsArea::setList(QWidget *list)
{
    m_splitter->insertWidget(0, list);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({ ListWidth, 1 }); // the views take the rest
}

void RunsArea::addTab(const QString &id, const QString &title, const QString &tip, Maker make)
{
    m_ids << id;
    m_makers.insert(id, std::move(make));
    // The bar enters its first tab by itself.
    const auto index = m_bar->addTab(title);
    m_bar->setTabToolTip(index, tip);
}

QString RunsArea::currentTab() const
{
    return m_ids.value(m_bar->currentIndex());
}

QWidget *RunsArea::currentPage() const
{
    return m_stack->currentWidget();
}

void RunsArea::showTab(const QString &id)
{
    if (const auto index = static_cast<int>(m_ids.indexOf(id)); index >= 0)
        m_bar->setCurrentIndex(index);
}

QWidget *RunsArea::page(const QString &id)
{
    if (const auto make = m_makers.take(id)) {
        auto *made = make();
        m_pages.insert(id, made);
        m_stack->addWidget(made);
    }
    return m_pages.value(id);
}

void RunsArea::enter(int index)
{
    const auto id = m_ids.value(index);
    if (auto *shown = page(id)) {
        m_stack->setCurrentWidget(shown);
        Q_EMIT tabShown(id);
    }
}

} // namespace tosaic::shell
