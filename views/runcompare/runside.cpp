// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/runside.h"

#include "profiler/imports/comparableruns.h"
#include "views/models/rundrag.h"
#include "views/models/runnames.h"
#include "views/widgets/building.h"
#include "views/widgets/tickmenu.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr qsizetype MostChips = 2; // more are one chip with their number
constexpr int LongestName = 110; // px

/// "kws-3.log" and "kws-12.log" are repeats by their names.
QString withoutNumbers(QString name)
{
    static const QRegularExpression numbers(u"\\d+"_s);
    return name.replace(numbers, u"#"_s);
}

/// The same kind of file under the same conditions, named alike.
bool isLike(const profile::MeasuredRun &one, const profile::MeasuredRun &other)
{
    return one.kind == other.kind && withoutNumbers(one.name) == withoutNumbers(other.name)
        && profile::conditionsOf(one) == profile::conditionsOf(other);
}
}

RunSide::RunSide(
    const RunsDocument &runs, const QString &name, const QString &title, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_title(title), m_chips(new QHBoxLayout),
      m_add(new QToolButton(this)), m_like(new QToolButton(this)), m_menu(new TickMenu(m_add))
{
    setObjectName(name);
    setAccessibleName(tr("%1 side of the comparison", "Old or New").arg(title));
    auto *row = makeRow(this, {}, 4);
    auto *label = new QLabel(title, this);
    label->setObjectName(name + u"Title"_s);
    label->setProperty("role", u"section"_s);
    row->addWidget(label);
    row->addLayout(m_chips);
    m_chips->setSpacing(4);
    m_add->setObjectName(name + u"Add"_s);
    m_add->setIcon(QIcon::fromTheme(u"list-add"_s));
    m_add->setProperty("role", u"chip"_s);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(m_menu);
    m_add->setToolTip(tr("Choose runs; several are repeats of the same measurement"));
    m_add->setAccessibleName(tr("Choose the runs of the side: %1", "Old or New").arg(title));
    m_menu->setObjectName(name + u"Menu"_s);
    m_menu->setToolTipsVisible(true);
    row->addWidget(m_add);
    m_like->setObjectName(name + u"AllLike"_s);
    m_like->setText(tr("All like it"));
    m_like->setProperty("role", u"chip"_s);
    m_like->setToolTip(tr("Take all runs of the same kind and conditions that are named alike but "
                          "for numbers: repeats"));
    setAcceptDrops(true);
    m_like->setAccessibleName(tr("Take all repeats to the side: %1", "Old or New").arg(title));
    row->addWidget(m_like);
    row->addStretch(1);
    connect(m_like, &QToolButton::clicked, this, [this] {
        set(withAllLike());
        Q_EMIT changed();
    });
    connect(m_menu, &QMenu::aboutToShow, this, &RunSide::fillMenu);
    refresh();
}

void RunSide::set(const QList<int> &chosen)
{
    m_chosen.clear();
    const auto count = static_cast<int>(m_runs.runs().size());
    for (const auto index : chosen) {
        if (index >= 0 && index < count && !m_chosen.contains(index))
            m_chosen.append(index);
    }
    std::ranges::sort(m_chosen);
    refresh();
}

QString RunSide::titleOf(int index) const
{
    const auto &run = m_runs.runs()[static_cast<size_t>(index)];
    if (std::ranges::count(m_runs.runs(), run.name, &profile::MeasuredRun::name) > 1) {
        // Reports of two compiles have the same file name: their place in the list tells.
        return run.origin ? tr("%1. %2 (%3)", "place in the list, name of a run, origin")
                                .arg(QString::number(index + 1), run.name, originTag(*run.origin))
                          : tr("%1. %2", "place in the list, name of a run")
                                .arg(QString::number(index + 1), run.name);
    }
    return run.origin ? tr("%1 (%2)", "name of a run, origin").arg(run.name, originTag(*run.origin))
                      : run.name;
}

void RunSide::fillMenu()
{
    m_menu->clear();
    for (int index = 0; index < static_cast<int>(m_runs.runs().size()); ++index) {
        auto *action = m_menu->addAction(titleOf(index));
        action->setObjectName(u"%1Run%2"_s.arg(objectName()).arg(index));
        action->setCheckable(true);
        action->setChecked(m_chosen.contains(index));
        connect(action, &QAction::triggered, this, [this, index] { toggle(index); });
    }
    addGroups(RunGrouping::Model, tr("All of a model"));
    addGroups(RunGrouping::Origin, tr("All of an origin"));
    addGroups(RunGrouping::Target, tr("All of a target"));
    addGroups(RunGrouping::Date, tr("All of a day"));
    addGroups(RunGrouping::Console, tr("All of a kind of console"));
}

/// Each takes the place of what is chosen. Nothing where all runs are in one group.
void RunSide::addGroups(RunGrouping grouping, const QString &title)
{
    const auto groups = groupRuns(m_runs.runs(), grouping, m_runs.programNames());
    if (groups.size() < 2)
        return;
    if (m_menu->actions().size() == qsizetype(m_runs.runs().size()))
        m_menu->addSeparator();
    auto *menu = m_menu->addMenu(title);
    menu->setObjectName(objectName() + u"By"_s + groupingKey(grouping));
    for (const auto &group : groups) {
        auto *action = menu->addAction(
            tr("%1 (%2)", "a group of runs, how many they are")
                .arg(groupWord(grouping, group.name), QLocale().toString(group.runs.size())));
        QList<int> runs;
        for (const auto run : group.runs)
            runs << static_cast<int>(run);
        connect(action, &QAction::triggered, this, [this, runs] {
            set(runs);
            Q_EMIT changed();
        });
    }
}

void RunSide::dragEnterEvent(QDragEnterEvent *event)
{
    if (draggedRuns(*event->mimeData()).isEmpty())
        return;
    setReceiving(true);
    event->acceptProposedAction();
}

void RunSide::dragLeaveEvent(QDragLeaveEvent *event)
{
    setReceiving(false);
    QWidget::dragLeaveEvent(event);
}

void RunSide::dropEvent(QDropEvent *event)
{
    setReceiving(false);
    const auto runs = draggedRuns(*event->mimeData());
    if (runs.isEmpty())
        return;
    event->acceptProposedAction();
    set(event->modifiers().testFlag(Qt::ShiftModifier) ? runs : m_chosen + runs);
    Q_EMIT changed();
}

void RunSide::setReceiving(bool isReceiving)
{
    m_isReceiving = isReceiving;
    update();
}

void RunSide::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (!m_isReceiving)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 4, 4);
}

QList<int> RunSide::withAllLike() const
{
    const auto &runs = m_runs.runs();
    QList<int> all;
    for (int index = 0; index < static_cast<int>(runs.size()); ++index) {
        const auto isLikeIt = [&](int other) {
            return index == other
                || isLike(runs[static_cast<size_t>(index)], runs[static_cast<size_t>(other)]);
        };
        if (std::ranges::any_of(m_chosen, isLikeIt))
            all.append(index);
    }
    return all;
}

QString RunSide::shortTitleOf(int index) const
{
    const auto shortened = [this](int run) {
        return fontMetrics().elidedText(titleOf(run), Qt::ElideMiddle, LongestName);
    };
    const auto text = shortened(index);
    for (int other = 0; other < static_cast<int>(m_runs.runs().size()); ++other) {
        if (other != index && shortened(other) == text)
            return tr("%1. %2", "place in the list, name of a run")
                .arg(QString::number(index + 1), text);
    }
    return text;
}

void RunSide::toggle(int index)
{
    auto chosen = m_chosen;
    if (!chosen.removeOne(index))
        chosen.append(index);
    set(chosen);
    Q_EMIT changed();
}

QToolButton *RunSide::makeChip(int index)
{
    auto *chip = new QToolButton(this);
    const auto title = titleOf(index);
    chip->setObjectName(u"%1Chip%2"_s.arg(objectName()).arg(index));
    chip->setText(shortTitleOf(index) + u"  \u00D7"_s);
    chip->setProperty("role", u"segment"_s);
    chip->setToolTip(tr("Take %1 away from this side").arg(title));
    chip->setAccessibleName(chip->toolTip());
    connect(chip, &QToolButton::clicked, this, [this, index] { toggle(index); });
    return chip;
}

void RunSide::refresh()
{
    while (auto *item = m_chips->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const bool areFew = m_chosen.size() <= MostChips;
    if (areFew) {
        for (const auto index : std::as_const(m_chosen))
            m_chips->addWidget(makeChip(index));
    } else {
        auto *all = new QLabel(this);
        all->setObjectName(objectName() + u"Repeats"_s);
        all->setText(tr("%1 and %n more repeat(s)", nullptr, static_cast<int>(m_chosen.size()) - 1)
                         .arg(shortTitleOf(m_chosen.first())));
        QStringList names;
        for (const auto index : std::as_const(m_chosen))
            names << titleOf(index);
        all->setToolTip(names.join(u'\n'));
        m_chips->addWidget(all);
    }
    const bool isEmpty = m_chosen.isEmpty();
    m_add->setText(tr("Choose runs"));
    m_add->setToolButtonStyle(isEmpty ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    m_add->setEnabled(!m_runs.isEmpty());
    m_like->setVisible(withAllLike().size() > m_chosen.size());
}

} // namespace tosaic::views
