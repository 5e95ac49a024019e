// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runheader.h"

#include "views/runs/runwords.h"
#include "views/widgets/elidedlabel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr double HzPerMegahertz = 1e6;

} // namespace

RunHeader::RunHeader(QWidget *parent)
    : QFrame(parent), m_title(new ElidedLabel(this)), m_details(new ElidedLabel(this)),
      m_relation(new QLabel(this)), m_attach(new QPushButton(this))
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
    m_relation->setObjectName(u"modelRelation"_s);
    m_relation->setWordWrap(true);
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
    below->addWidget(m_attach);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addLayout(below);
}

QWidget *RunHeader::makeControls()
{
    auto *box = new QWidget(this);
    auto *layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    const auto addLabelled = [&](const QString &text, QWidget *field, const QString &name) {
        auto *label = new QLabel(text, box);
        label->setProperty("role", u"muted"_s);
        label->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(text);
        if (layout->count() > 0)
            layout->addSpacing(8);
        layout->addWidget(label);
        layout->addWidget(field);
        return label;
    };
    m_profile = new QComboBox(box);
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_profileLabel = addLabelled(tr("Measurement"), m_profile, u"profileCombo"_s);
    m_origin = new QComboBox(box);
    m_origin->setToolTip(tr("Where the numbers come from. A console does not say it."));
    m_origin->addItem(tr("Not stated"));
    for (const auto origin : { Origin::Fvp, Origin::Board, Origin::Estimate })
        m_origin->addItem(originTag(origin), static_cast<int>(origin));
    addLabelled(tr("Origin"), m_origin, u"originCombo"_s);
    m_clock = new QDoubleSpinBox(box);
    m_clock->setRange(0, 10'000);
    m_clock->setDecimals(3);
    m_clock->setSpecialValueText(tr("Not known"));
    m_clock->setSuffix(tr(" MHz"));
    m_clock->setKeyboardTracking(false);
    m_clock->setToolTip(tr("Clock of the NPU. With it, cycles are also shown as time."));
    addLabelled(tr("NPU clock"), m_clock, u"clockSpin"_s);

    connect(m_profile, &QComboBox::activated, this, &RunHeader::profileChosen);
    connect(m_origin, &QComboBox::activated, this, &RunHeader::chooseOrigin);
    connect(m_clock, &QDoubleSpinBox::valueChanged, this, [this](double megahertz) {
        Q_EMIT clockChosen(megahertz > 0
                ? std::optional(static_cast<quint64>(std::llround(megahertz * HzPerMegahertz)))
                : std::nullopt);
    });
    return box;
}

void RunHeader::chooseOrigin(int index)
{
    const auto chosen = m_origin->itemData(index);
    Q_EMIT originChosen(
        chosen.isValid() ? std::optional(static_cast<Origin>(chosen.toInt())) : std::nullopt);
}

void RunHeader::setRun(const NamedRun &run)
{
    m_title->setText(run.name);
    m_title->setToolTip(run.path);
    m_details->setText(runDetails(run));
    const auto index = run.origin ? m_origin->findData(static_cast<int>(*run.origin)) : 0;
    m_origin->setCurrentIndex(std::max(index, 0));
    const QSignalBlocker blocker(m_clock);
    const auto megahertz = static_cast<double>(run.clockHz.value_or(0)) / HzPerMegahertz;
    if (m_clock->value() != megahertz) // what is being typed stays while a live run goes on
        m_clock->setValue(megahertz);
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

void RunHeader::setRelation(const ModelRelation &relation)
{
    m_isAttached = relation.isAttached;
    m_attach->setVisible(relation.canTell && !relation.fileName.isEmpty());
    const bool differs = relation.match.verdict == profile::ModelMatch::Differs;
    m_attach->setText(relation.isAttached ? tr("Detach")
            : differs                     ? tr("Attach anyway")
                                          : tr("Attach to the model"));
    m_relation->setVisible(relation.canTell);
    if (relation.fileName.isEmpty()) {
        m_relation->setText(relation.isAttachedElsewhere
                ? tr("Attached to a model that is not open.")
                : tr("Not attached to a model. Open the model this run belongs to, to join them."));
        return;
    }
    if (!relation.canTell) {
        m_relation->clear();
        return;
    }
    const auto sentence = matchSentence(relation.match, relation.fileName);
    m_relation->setText(relation.isAttached ? tr("Attached. %1").arg(sentence)
            : relation.isAttachedElsewhere  ? tr("Attached to another model. %1").arg(sentence)
                                            : sentence);
}

} // namespace tosaic::views
