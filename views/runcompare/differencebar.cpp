// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runcompare/differencebar.h"

#include "views/runcompare/runchangewords.h"
#include "views/widgets/building.h"
#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int IconSize = 16; // px
}

DifferenceBar::DifferenceBar(QWidget *parent)
    : QFrame(parent), m_icon(new IconLabel(IconSize, this)), m_note(new WrappedLabel(this))
{
    setObjectName(u"differences"_s);
    setProperty("role", u"card"_s);
    m_note->setObjectName(u"differenceNote"_s);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *show = new QPushButton(tr("Show the conditions"), this);
    show->setObjectName(u"showConditions"_s);
    show->setProperty("role", u"link"_s);
    connect(show, &QPushButton::clicked, this, &DifferenceBar::conditionsRequested);
    auto *row = makeRow(this, {}, 8, { 8, 4, 8, 4 });
    row->addWidget(m_icon);
    row->addWidget(m_note, 1);
    row->addWidget(show);
    hide();
}

void DifferenceBar::set(const profile::RunComparison &comparison)
{
    const bool isSerious
        = comparison.areOtherPrograms || comparison.comparability != profile::Comparability::Note;
    m_icon->setIconName(isSerious ? u"dialog-warning"_s : u"dialog-information"_s);
    m_note->setText(differencesSentence(comparison));
    setVisible(!m_note->text().isEmpty());
}

} // namespace tosaic::views
