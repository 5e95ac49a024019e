// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vela/initemplates.h"

#include <QFrame>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace tosaic::views {

/// Asks in place, not in a box, for what a section needs: from which template and under which name,
/// or for the new name of one.
class IniNewSection : public QFrame
{
    Q_OBJECT
public:
    explicit IniNewSection(QWidget *parent = nullptr);

    void askNew();
    void askRename(const QString &section);
    void askCopy(const QString &section);
    /// Why the answer cannot be; the question stays.
    void refuse(const QString &reason);

Q_SIGNALS:
    /// What is entered; the question stays open until hide() or refuse().
    void created(const tosaic::formats::vela::IniSectionText &section);
    void renamed(const QString &from, const QString &to);
    void copied(const QString &from, const QString &to);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Question
    {
        New,
        Rename,
        Copy
    };
    void ask(Question question, const QString &section);
    void update();
    void accept();
    void fillTemplates();

    Question m_question = Question::New;
    QString m_section;
    QLabel *m_title;
    QComboBox *m_templates;
    QLineEdit *m_name;
    QLabel *m_sizeLabel;
    QSpinBox *m_size;
    QLabel *m_note;
    QPushButton *m_ok;
};

} // namespace tosaic::views
