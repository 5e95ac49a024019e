// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class EnvironmentPanel;
class SpecForm;
class SpecPreview;
class Theme;

/// The compile spec as a form with live checks, and the same spec as the tools spell it.
class SpecPage : public QWidget
{
    Q_OBJECT
public:
    SpecPage(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);
    ~SpecPage() override;

    /// File to compile (.py, .pt2, .tosa, .tflite); empty if none is chosen.
    QString input() const;
    void setInput(const QString &path);
    /// Where the compilers come from; part of this page.
    EnvironmentPanel *environment() const { return m_environment; }
    /// Brings the compilers' place to the front.
    void showEnvironment();

Q_SIGNALS:
    void inputChosen(const QString &path);
    void compileRequested();

private:
    QWidget *makeInputRow();
    void chooseInput();
    void takeInput();
    void updateState();

    SpecDocument &m_document;
    QLineEdit *m_input;
    QPushButton *m_compile;
    QLabel *m_hint;
    SpecForm *m_form;
    SpecPreview *m_preview;
    EnvironmentPanel *m_environment;
    QScrollArea *m_environmentTab;
};

} // namespace tosaic::views
