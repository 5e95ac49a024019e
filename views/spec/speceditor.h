// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"
#include "views/spec/modelnames.h"

#include <QList>
#include <QWidget>

#include <vector>

class QAction;
class QHBoxLayout;
class QLabel;

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class SpecForm;
class TextPane;
class Theme;

/// Form and text of one spec side by side, with what the rules say above them.
class SpecEditor : public QWidget
{
    Q_OBJECT
public:
    SpecEditor(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    SpecForm &form() const { return *m_form; }
    TextPane &text() const { return *m_text; }
    /// Buttons and a menu above the form. Actions are not owned; null separates.
    void setActions(const QList<QAction *> &buttons, const QList<QAction *> &menu);

private:
    QWidget *makeHeader();
    void showProblems();

    const Theme &m_theme;
    SpecForm *m_form;
    TextPane *m_text;
    QLabel *m_icon = nullptr;
    QLabel *m_problems = nullptr;
    QHBoxLayout *m_actions = nullptr;
};

} // namespace tosaic::views
