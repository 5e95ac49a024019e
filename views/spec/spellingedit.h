// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/spec/spelling.h"
#include "views/widgets/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

/// The spec in one of its spellings, editable: what is typed becomes the spec as soon as it is
/// valid; what is not valid is marked, and the spec stays what it was.
class SpellingEdit : public QWidget
{
    Q_OBJECT
public:
    SpellingEdit(
        Spelling spelling, SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    Spelling spelling() const { return m_spelling; }
    void setInput(const QString &path);
    QString text() const;
    /// As if it had been typed just now.
    void takeText(const QString &text);
    /// The text is typed and not the spec's yet.
    bool isPending() const { return m_state != State::Shown; }

private:
    enum class State
    {
        Shown, ///< says what the spec says
        Typed, ///< not looked at yet
        Invalid
    };
    void onTextChanged();
    void apply();
    void showSpec();
    void showOther();
    void discard();
    void showInvalid(const Error &error);
    void showStatus();
    void writeText();
    bool saysTheSpec() const;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

    Spelling m_spelling;
    SpecDocument &m_document;
    const Theme &m_theme;
    QString m_input;
    QString m_writtenInput; ///< the input that the text names
    QPlainTextEdit *m_edit;
    QLabel *m_icon;
    QLabel *m_status;
    QPushButton *m_discard;
    QTimer m_timer;
    State m_state = State::Shown;
    QString m_seen; ///< the text when it was last looked at
    QString m_problem;
    QString m_remark;
    bool m_specMovedOn = false; ///< while the text was invalid
    bool m_isBehind = false; ///< the spec changed while nobody saw the text
    bool m_isShowing = false;
    bool m_isApplying = false;
};

} // namespace tosaic::views
