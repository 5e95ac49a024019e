// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/pathbar.h"

#include "views/graph/segmentedstyle.h"
#include "views/widgets/evidencetext.h"

#include <QButtonGroup>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

PathBar::PathBar(QWidget *parent)
    : QFrame(parent), m_steps(new QHBoxLayout), m_switch(makeSwitch()), m_evidence(new QLabel(this))
{
    setObjectName(u"graphPath"_s);
    setAccessibleName(tr("Where you are in the file"));
    setProperty("role", u"bar"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    auto *leave = new QToolButton(this);
    leave->setObjectName(u"graphLeave"_s);
    leave->setAutoRaise(true);
    leave->setIcon(QIcon::fromTheme(u"go-up"_s));
    leave->setToolTip(tr("Go out one step (Esc or Backspace)"));
    leave->setAccessibleName(leave->toolTip());
    row->addWidget(leave);
    m_steps->setSpacing(2);
    row->addLayout(m_steps);
    row->addStretch(1);
    m_evidence->setObjectName(u"graphEvidence"_s);
    m_evidence->setProperty("role", u"muted"_s);
    row->addWidget(m_evidence);
    row->addWidget(m_switch);
    connect(leave, &QToolButton::clicked, this,
        [this] { Q_EMIT stepChosen(m_steps->property("count").toInt() - 2); });
    hide();
}

QWidget *PathBar::makeSwitch()
{
    auto *widget = new QWidget(this);
    widget->setObjectName(u"graphInside"_s);
    widget->setStyleSheet(segmentedStyle(u"graphNpuOperations"_s, u"graphDelegateNetwork"_s));
    m_choice = new QButtonGroup(widget);
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto add = [&](int id, const QString &name, const QString &text, const QString &tip) {
        auto *button = new QToolButton(widget);
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setCheckable(true);
        row->addWidget(button);
        m_choice->addButton(button, id);
    };
    add(0, u"graphNpuOperations"_s, tr("NPU operations"),
        tr("What the command stream makes the NPU do"));
    add(1, u"graphDelegateNetwork"_s, tr("TOSA"), tr("The TOSA graph that was compiled"));
    connect(m_choice, &QButtonGroup::idClicked, this,
        [this](int id) { Q_EMIT networkChosen(id == 1); });
    return widget;
}

void PathBar::setPath(const QStringList &names)
{
    while (auto *item = m_steps->takeAt(0)) {
        if (auto *widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // a click on it may be what brought us here
        }
        delete item;
    }
    m_steps->setProperty("count", static_cast<int>(names.size()));
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (i > 0) {
            auto *arrow = new QLabel(u"›"_s, this);
            arrow->setProperty("role", u"muted"_s);
            m_steps->addWidget(arrow);
        }
        auto *step = new QToolButton(this);
        step->setObjectName(u"graphStep%1"_s.arg(i));
        step->setAutoRaise(true);
        step->setText(names[i]);
        step->setAccessibleName(names[i]);
        const bool isHere = i + 1 == names.size();
        auto font = step->font();
        font.setWeight(isHere ? QFont::DemiBold : QFont::Normal);
        step->setFont(font);
        if (!isHere)
            step->setToolTip(tr("Go back to %1").arg(names[i]));
        connect(step, &QToolButton::clicked, this,
            [this, step = static_cast<int>(i)] { Q_EMIT stepChosen(step); });
        m_steps->addWidget(step);
    }
    setVisible(names.size() > 1);
}

void PathBar::setInside(bool isInside, bool networkShown, const RelatedNetwork *related)
{
    m_switch->setVisible(isInside);
    m_choice->button(networkShown ? 1 : 0)->setChecked(true);
    auto *network = m_choice->button(1);
    network->setEnabled(related != nullptr);
    network->setToolTip(related
            ? tr("The TOSA graph that was compiled")
            : tr("No TOSA graph of this delegate is known. Compile with debug \"tosa\", or put the "
                 "file beside the program."));
    m_evidence->setVisible(isInside && related);
    if (!related)
        return;
    const auto word = confidenceWord(related->confidence);
    m_evidence->setText(networkShown ? tr("%1: %2").arg(QFileInfo(related->path).fileName(), word)
                                     : tr("TOSA file: %1").arg(word));
    QStringList lines{ related->path };
    for (const auto &evidence : related->evidence)
        lines += u"• "_s + evidenceText(evidence);
    m_evidence->setToolTip(lines.join(u'\n'));
    m_evidence->setAccessibleDescription(lines.join(u'\n'));
}

QString PathBar::confidenceWord(RelatedNetwork::Confidence confidence)
{
    switch (confidence) {
    case RelatedNetwork::Confidence::Certain:
        return tr("certain");
    case RelatedNetwork::Confidence::Likely:
        return tr("likely");
    case RelatedNetwork::Confidence::Possible:
        break;
    }
    return tr("possible");
}

} // namespace tosaic::views
