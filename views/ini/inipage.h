// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/formats/vela/iniedit.h"
#include "core/formats/vela/velaini.h"
#include "views/ini/inifile.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class IniBanner;
class IniBar;
class IniEditor;
class IniForm;
class IniNewSection;
class IniPair;
class IniProblems;
class IniSections;
class StateStack;
class Theme;

/// The vela.ini editor: sections, the fields of one, and the text, which is the one truth and has
/// the one history. Shows the file that the spec names, until another one is opened.
class IniPage : public QWidget
{
    Q_OBJECT
public:
    IniPage(SpecDocument &spec, const Theme &theme, QWidget *parent = nullptr);
    ~IniPage() override;

    /// Arm/vela.ini of the compilers in use; empty: there are none.
    void setBundled(const QString &path);
    /// Asks first when there are unsaved changes.
    void open(const QString &path);
    QString path() const { return m_file.path(); }
    QString text() const;
    bool isModified() const;
    bool isReadOnly() const { return m_isReadOnly; }
    /// False if it could not be written (the page says why) or a name is needed first, which
    /// saveAsWanted() asks for.
    bool save();
    bool saveAs(const QString &path);
    /// Gives up what was not saved.
    void discard();
    /// The section that the form shows; full name.
    void showSection(const QString &section);
    QString section() const;
    /// The text has been checked; for tests that wait.
    bool isChecked() const { return !m_checkTimer.isActive() && !m_slot.isRunning(); }

Q_SIGNALS:
    void openWanted();
    /// A name is wanted; `suggestion` is a path.
    void saveAsWanted(const QString &suggestion);
    void modifiedChanged(bool modified);
    /// The text has been checked.
    void checked();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Check
    {
        QString text;
        formats::vela::VelaIni ini;
    };
    void build();
    QWidget *makeCentre();
    void connectParts();

    void load(const QString &path);
    void showFile();
    void showEmpty();
    void showDiskChange(bool isGone);
    void guard(const std::function<void()> &then);
    void newFile();
    void followSpec();
    QString specPath() const;
    QString fileName() const;
    QString suggestedPath() const;

    void startCheck();
    void takeCheck(Check check);
    void showChoice();
    void showProblems();
    void apply(const Result<formats::vela::IniEdits> &edits, const QString &then = {});
    void followCursor();
    void useInSpec();
    void updateState();

    SpecDocument &m_spec;
    const Theme &m_theme;
    IniFile m_file;
    QString m_bundled;
    QString m_followed; ///< path that the spec named when it was last followed
    QStringList m_followedPair; ///< file, system configuration and memory mode of the spec then
    formats::vela::VelaIni m_ini;
    QString m_checkedText;
    QString m_wanted; ///< section to show once the text has been checked
    QTimer m_checkTimer;
    JobSlot m_slot;
    bool m_isReadOnly = false;
    bool m_isOpen = false;

    StateStack *m_states = nullptr;
    IniBar *m_bar = nullptr;
    IniBanner *m_banner = nullptr;
    IniPair *m_pair = nullptr;
    IniNewSection *m_new = nullptr;
    IniSections *m_sections = nullptr;
    IniForm *m_form = nullptr;
    IniEditor *m_editor = nullptr;
    IniProblems *m_problems = nullptr;
};

} // namespace tosaic::views
