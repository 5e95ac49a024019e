// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphhitlist.h"

#include "views/graph/graphfindbar.h"
#include "views/graph/graphview.h"
#include "views/models/columnmodel.h"
#include "views/widgets/datatable.h"
#include "views/widgets/iconbutton.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int Width = 440; ///< px
constexpr int LargestColumn = 250; // px
constexpr double LargestShare = 0.45; ///< of the height of the graph
constexpr double MostCovered = 0.6; ///< of its width; wider, what is found is shown below
constexpr int MostRows = 9; ///< without scrolling

} // namespace

GraphHitList::GraphHitList(GraphView &view)
    : QFrame(&view), m_view(view), m_sentence(new QLabel(this)),
      m_model(new ColumnModel<GraphHit>({}, this)),
      m_table(new DataTable(u"graphHits"_s, tr("Operators that were found"), this))
{
    setObjectName(u"graphHitList"_s);
    setAccessibleName(tr("Operators that were found"));
    setProperty("role", u"card"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_sentence->setObjectName(u"graphHitSentence"_s);
    m_sentence->setWordWrap(true);
    auto *done = iconButton(this, u"graphHitsClose"_s, u"window-close"_s, tr("Close (Esc)"));
    m_table->setSortedModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTextElideMode(Qt::ElideMiddle); // names differ in their number at the end
    m_table->installEventFilter(this);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 4, 0);
    top->addWidget(m_sentence, 1);
    top->addWidget(done, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_table);
    connect(done, &QToolButton::clicked, this, &GraphHitList::closed);
    connect(m_table, &DataTable::currentSourceRowChanged, this, &GraphHitList::chosen);
    connect(m_table, &DataTable::sourceRowActivated, this, &GraphHitList::chosen);
    hide();
}

void GraphHitList::tell(
    const QString &sentence, size_t all, std::vector<GraphHit> hits, std::optional<Origin> origin)
{
    const QLocale locale;
    m_sentence->setText(all > hits.size()
            ? tr("%1 The first %2 are listed.").arg(sentence, locale.toString(hits.size()))
            : sentence);
    m_sentence->setAccessibleName(m_sentence->text());
    m_model->set(hitColumns(origin), std::move(hits));
    fitColumns();
    show();
    raise();
    follow(m_below);
}

/// Leaves out the last ones where all do not fit beside each other.
void GraphHitList::fitColumns()
{
    const auto count = m_table->model()->columnCount();
    for (int column = 0; column < count; ++column)
        m_table->setHasRoom(column, true);
    // The last one is as wide as what the others leave, not as its texts, while it stretches.
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->fitColumns(LargestColumn);
    auto used = m_table->verticalScrollBar()->sizeHint().width() + 2;
    for (int column = 0; column < count; ++column) {
        used += m_table->columnWidth(column);
        m_table->setHasRoom(column, column == 0 || used <= Width);
    }
    m_table->horizontalHeader()->setStretchLastSection(true);
}

QString GraphHitList::sentence() const
{
    return m_sentence->text();
}

const std::vector<GraphHit> &GraphHitList::hits() const
{
    return m_model->rows();
}

void GraphHitList::setCurrent(int hit)
{
    m_table->setCurrentSourceRow(hit < static_cast<int>(hits().size()) ? hit : -1);
}

void GraphHitList::follow(int below)
{
    m_below = below;
    const auto area = m_view.viewport()->geometry();
    m_table->fitHeight(MostRows);
    const auto width = std::min(Width, area.width() - 2 * GraphFindBar::CornerGap);
    const auto room = static_cast<int>(LargestShare * area.height());
    setFixedWidth(std::max(width, 120));
    const auto wanted = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                      : layout()->totalSizeHint().height();
    if (wanted > room && !hits().empty())
        m_table->setFixedHeight(std::max(60, m_table->height() - (wanted - room)));
    layout()->activate();
    resize(this->width(), std::min(wanted, std::max(room, 100)));
    move(area.right() - this->width() - GraphFindBar::CornerGap,
        area.top() + GraphFindBar::CornerGap + below);
    const auto across = this->width() + 2 * GraphFindBar::CornerGap;
    m_view.setCovered(isHidden() || hits().empty() ? QMargins()
            : across <= MostCovered * area.width()
            ? QMargins(0, 0, across, 0)
            : QMargins(0, geometry().bottom() - area.top() + GraphFindBar::CornerGap, 0, 0));
}

void GraphHitList::takeFocus()
{
    m_table->setFocus(Qt::ShortcutFocusReason);
}

void GraphHitList::close()
{
    if (isHidden())
        return;
    if (m_table->hasFocus())
        m_view.setFocus();
    hide();
    m_model->set({});
    m_view.setCovered({});
}

bool GraphHitList::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_table && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        Q_EMIT closed();
        return true;
    }
    return QFrame::eventFilter(object, event);
}

} // namespace tosaic::views
