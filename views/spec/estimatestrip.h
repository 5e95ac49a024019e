// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/estimatewords.h"

#include <QFrame>

class QBoxLayout;
class QMenu;
class QProgressBar;
class QPushButton;

namespace tosaic::views {

class WrappedLabel;

/// What the edited spec does, in a strip that keeps its height: cycles, memory, which kind of
/// change it is, and the one action that makes it so.
class EstimateStrip : public QFrame
{
    Q_OBJECT
public:
    explicit EstimateStrip(const Theme &theme, QWidget *parent = nullptr);

    /// Not owned; null: there is no live estimate.
    void setDocument(EstimateDocument *document);
    void setBudget(const EstimateBudget &budget);
    /// Other versions of Vela that can be asked. Not owned.
    void setVersions(QMenu *menu);
    /// Whether Compile makes sense just now.
    void setCanCompile(bool can);

Q_SIGNALS:
    /// The action "compile.respec".
    void respecRequested();
    void compileRequested();
    /// The compilers are missing.
    void toolsWanted();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void reserveButton();
    bool isNarrow() const;
    void arrange();
    void fitSentence();
    void showAction(const EstimateView &view);
    void act();

    enum class Action
    {
        None,
        Respec,
        Compile,
        Tools
    };
    const Theme &m_theme;
    EstimateDocument *m_document = nullptr;
    EstimateBudget m_budget;
    bool m_canCompile = false;
    QString m_text; ///< of the sentence; the label shows what fits
    Action m_action = Action::None;
    EstimateFigure *m_cycles;
    EstimateFigure *m_sram;
    EstimateFigure *m_far;
    QBoxLayout *m_line;
    WrappedLabel *m_sentence;
    QPushButton *m_button;
    QPushButton *m_versions;
    QProgressBar *m_busy;
};

} // namespace tosaic::views
