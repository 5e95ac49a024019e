// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/pathbar.h"

#include "views/graph/segmentedswitch.h"
#include "views/models/confidencewords.h"
#include "views/widgets/building.h"
#include "views/widgets/evidencetext.h"
#include "views/widgets/iconbutton.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

PathBar::PathBar(QWidget *parent)
    : QFrame(parent), m_steps(new QHBoxLayout),
      m_switch(new SegmentedSwitch({ u"graphNpuOperations"_s, tr("NPU operations"),
                                       tr("What the command stream makes the NPU do") },
          { u"graphDelegateNetwork"_s, tr("TOSA"), tr("The TOSA graph that was compiled") }, this)),
      m_evidence(new QLabel(this))
{
    setObjectName(u"graphPath"_s);
    setAccessibleName(tr("Where you are in the file"));
    setProperty("role", u"bar"_s);
    auto *row = makeRow(this, {}, 4, { 8, 4, 8, 4 });
    auto *leave
        = iconButton(this, u"graphLeave"_s, u"go-up"_s, tr("Go out one step (Esc or Backspace)"));
    row->addWidget(leave);
    m_steps->setSpacing(2);
    row->addLayout(m_steps);
    row->addStretch(1);
    m_switch->setObjectName(u"graphInside"_s);
    connect(m_switch, &SegmentedSwitch::leftChosen, this, [this] { Q_EMIT networkChosen(false); });
    connect(m_switch, &SegmentedSwitch::rightChosen, this, [this] { Q_EMIT networkChosen(true); });
    m_evidence->setObjectName(u"graphEvidence"_s);
    m_evidence->setProperty("role", u"muted"_s);
    row->addWidget(m_evidence);
    row->addWidget(m_switch);
    connect(leave, &QToolButton::clicked, this,
        [this] { Q_EMIT stepChosen(m_steps->property("count").toInt() - 2); });
    hide();
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
    auto *network = m_switch->right();
    (networkShown ? network : m_switch->left())->setChecked(true);
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

} // namespace tosaic::views
