// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/salvagebanner.h"

#include "views/widgets/building.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SalvageBanner::SalvageBanner(QWidget *parent) : QWidget(parent), m_text(new QLabel(this))
{
    setObjectName(u"salvageBanner"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    m_text->setObjectName(u"salvageText"_s);
    m_text->setWordWrap(true);
    auto *save = named(new QPushButton(tr("Save what can be read..."), this), u"salvageSave"_s,
        tr("Save what can be read as a new workspace"));
    connect(save, &QPushButton::clicked, this, &SalvageBanner::saveRequested);
    layout->addWidget(m_text, 1);
    layout->addWidget(save, 0, Qt::AlignTop);
}

void SalvageBanner::setLosses(const QStringList &losses)
{
    m_text->setText(
        tr("This workspace is damaged. It is shown as far as it can be read and "
           "is not changed. %1")
            .arg(losses.isEmpty() ? tr("Everything could be read.") : losses.join(tr("; "))));
}

} // namespace tosaic::views
