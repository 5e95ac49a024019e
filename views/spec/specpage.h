// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/ruletable.h"
#include "views/spec/modelnames.h"

#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QTabWidget;

namespace tosaic {
class EstimateDocument;
class SpecDocument;
}

namespace tosaic::views {

struct EstimateBudget;
class EnvironmentPanel;
class EstimateStrip;
class SpecEditor;
class Theme;

/// The compile spec: what is compiled, what an edit does to it, and the ways to look at it.
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

    /// The live estimate above the tabs. Not owned; null: there is none.
    void setEstimate(EstimateDocument *estimate);
    void setBudget(const EstimateBudget &budget);
    /// Other versions of Vela, beside the live estimate. Not owned.
    void setVersions(QMenu *menu);
    /// Names of the open model, offered while rules are typed.
    void setNames(const ModelNames &names);
    /// Buttons and a menu above the form. Actions are not owned; null separates.
    void setActions(const QList<QAction *> &buttons, const QList<QAction *> &menu);
    /// What the rules find, in the order of the table.
    const std::vector<spec::RuleHit> &hits() const;
    /// Brings the field of a key of SPEC.json to the front; false if there is none.
    bool showField(const QString &key);
    /// Takes the spec from the clipboard, whichever way it is spelled there.
    void paste();

    /// Another way to look at the spec. Tabs stand in the order "spec", "memory", "whatIf",
    /// "ini", "compilers", whoever comes first; other ids follow. Takes ownership; a tab that is
    /// there already is replaced.
    void addTab(const QString &id, QWidget *widget, const QString &title);
    /// Does nothing if there is no such tab.
    void showTab(const QString &id);
    /// Id of the tab in front.
    QString currentTab() const;

Q_SIGNALS:
    void inputChosen(const QString &path);
    void compileRequested();
    /// The action "compile.respec": write the new .pte by exchanging what Vela made.
    void respecRequested();
    void tabShown(const QString &id);

private:
    QWidget *makeInputRow();
    void chooseInput();
    void takeInput();
    void requestCompile();
    void updateState();

    SpecDocument &m_document;
    QLineEdit *m_input;
    QPushButton *m_compile;
    QLabel *m_hint;
    EstimateStrip *m_strip;
    SpecEditor *m_editor;
    EnvironmentPanel *m_environment;
    QTabWidget *m_tabs;
    QStringList m_tabIds; ///< in the order of the tabs
};

} // namespace tosaic::views
