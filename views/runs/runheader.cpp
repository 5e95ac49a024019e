// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runheader.h"

#include "views/runs/runstatements.h"
#include "views/runs/runwords.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunHeader::RunHeader(QWidget *parent)
    : QFrame(parent), m_title(new ElidedLabel(this)), m_details(new ElidedLabel(this)),
      m_scope(new QLabel(this)), m_relation(new WrappedLabel(this)),
      m_attach(new QPushButton(this)), m_open(new QPushButton(tr("Open it"), this))
{
    setObjectName(u"runHeader"_s);
    setProperty("role", u"bar"_s);
    m_title->setObjectName(u"runTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setMinimumWidth(80);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_details->setObjectName(u"runDetails"_s);
    m_details->setProperty("role", u"muted"_s);
    m_scope->setObjectName(u"statementScope"_s);
    m_scope->setProperty("role", u"muted"_s);
    m_scope->hide();
    m_relation->setObjectName(u"modelRelation"_s);
    m_relation->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_attach->setObjectName(u"attachButton"_s);
    connect(m_attach, &QPushButton::clicked, this, [this] {
        if (m_isAttached)
            Q_EMIT detachRequested();
        else
            Q_EMIT attachRequested();
    });

    auto *names = new QVBoxLayout;
    names->setSpacing(4);
    names->addWidget(m_title);
    names->addWidget(m_details);
    auto *top = new QHBoxLayout;
    top->setSpacing(12);
    top->addLayout(names, 1);
    top->addWidget(makeControls());
    auto *below = new QHBoxLayout;
    below->setSpacing(12);
    below->addWidget(m_relation, 1);
    below->addWidget(m_scope);
    below->addWidget(m_attach);
    m_open->setObjectName(u"openAttached"_s);
    m_open->setAccessibleName(tr("Open the model that the run is attached to"));
    m_open->setToolTip(m_open->accessibleName());
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(m_otherPath); });
    below->addWidget(m_open);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addLayout(below);
}

QWidget *RunHeader::makeControls()
{
    m_statements = new RunStatements({}, this);
    m_profile = new QComboBox(m_statements);
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_profileLabel = m_statements->prepend(tr("Measurement"), m_profile, u"profileCombo"_s);
    connect(m_profile, &QComboBox::activated, this, &RunHeader::profileChosen);
    connect(m_statements, &RunStatements::originChosen, this, &RunHeader::originChosen);
    connect(m_statements, &RunStatements::clockChosen, this, &RunHeader::clockChosen);
    return m_statements;
}

void RunHeader::setRun(const profile::MeasuredRun &run)
{
    m_title->setText(run.name);
    m_title->setToolTip(run.path);
    m_details->setText(runDetails(run));
    m_statements->set(run.origin, run.clockHz);
}

void RunHeader::setProfiles(const std::vector<profile::Profile> &profiles, int current)
{
    for (size_t i = 0; i < profiles.size(); ++i) {
        const auto title = profileTitle(profiles[i], static_cast<int>(i));
        if (static_cast<int>(i) >= m_profile->count())
            m_profile->addItem(title);
        else if (m_profile->itemText(static_cast<int>(i)) != title)
            m_profile->setItemText(static_cast<int>(i), title);
    }
    while (m_profile->count() > static_cast<int>(profiles.size()))
        m_profile->removeItem(m_profile->count() - 1);
    m_profile->setCurrentIndex(current);
    const bool isChoice = profiles.size() > 1;
    m_profile->setVisible(isChoice);
    m_profileLabel->setVisible(isChoice);
}

void RunHeader::setScope(int runs)
{
    m_scope->setVisible(runs > 1);
    m_scope->setText(
        tr("Origin, clock and model are stated of all %n selected run(s).", nullptr, runs));
}

void RunHeader::setRelation(const ModelRelation &relation)
{
    m_isAttached = relation.isAttached;
    m_otherPath = relation.isAttachedElsewhere ? relation.otherPath : QString();
    m_open->setVisible(relation.canTell && !m_otherPath.isEmpty());
    const bool isNamed = !relation.otherName.isEmpty();
    m_attach->setVisible(relation.canTell && !relation.fileName.isEmpty());
    const bool differs = relation.match.verdict == profile::ModelMatch::Differs;
    m_attach->setText(relation.isAttached ? tr("Detach")
            : differs                     ? tr("Attach anyway")
                                          : tr("Attach to the model"));
    m_relation->setVisible(relation.canTell);
    if (relation.fileName.isEmpty()) {
        m_relation->setText(relation.isAttachedElsewhere
                ? (isNamed ? tr("Attached to %1, which is not open.").arg(relation.otherName)
                           : tr("Attached to a model that is not open."))
                : tr("Not attached to a model. Open the model this run belongs to, to join them."));
        return;
    }
    if (!relation.canTell) {
        m_relation->clear();
        return;
    }
    const auto sentence = matchSentence(relation.match, relation.fileName);
    m_relation->setText(relation.isAttached ? tr("Attached. %1").arg(sentence)
            : !relation.isAttachedElsewhere ? sentence
            : isNamed ? tr("Attached to another model, %1. %2").arg(relation.otherName, sentence)
                      : tr("Attached to another model. %1").arg(sentence));
}

} // namespace tosaic::views
