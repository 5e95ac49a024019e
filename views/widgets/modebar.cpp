// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/modebar.h"

#include <QAction>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int ButtonWidth = 76; // px
constexpr int ButtonHeight = 58; // px
constexpr int LowButtonHeight = 50; // in a low window
}

ModeBar::ModeBar(const QList<QAction *> &modes, QWidget *parent) : QWidget(parent)
{
    setObjectName(u"modeBar"_s);
    setAccessibleName(tr("Modes"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(0);
    for (auto *mode : modes) {
        auto *button = new QToolButton(this);
        button->setObjectName(mode->objectName() + u"Button"_s);
        button->setDefaultAction(mode);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({ 22, 22 });
        button->setFixedWidth(ButtonWidth);
        button->setMinimumHeight(LowButtonHeight);
        button->setMaximumHeight(ButtonHeight);
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
        button->setAccessibleName(mode->text());
        button->setProperty("role", u"mode"_s);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolTip(
            u"%1  (%2)"_s.arg(mode->text(), mode->shortcut().toString(QKeySequence::NativeText)));
        layout->addWidget(button, 1); // up to its full height
    }
    layout->addStretch();
}

} // namespace tosaic::views
