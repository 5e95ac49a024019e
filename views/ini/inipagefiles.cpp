// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of IniPage that opens and saves.
#include "core/documents/specdocument.h"
#include "core/formats/vela/inipath.h"
#include "views/ini/inibanner.h"
#include "views/ini/inieditor.h"
#include "views/ini/inipage.h"
#include "views/widgets/errortext.h"
#include "views/widgets/statestack.h"

#include <QDir>
#include <QFileInfo>
#include <QTextDocument>

using namespace Qt::StringLiterals;

namespace tosaic::views {

void IniPage::open(const QString &path)
{
    if (m_isOpen && path == m_file.path() && !isModified())
        return;
    guard([this, path] { load(path); });
}

void IniPage::guard(const std::function<void()> &then)
{
    if (!isModified())
        return then();
    m_banner->ask(tr("%1 has changes that are not saved.").arg(fileName()),
        { { u"iniGuardSave"_s, tr("Save"),
              [this, then] {
                  if (save())
                      then();
              },
              true },
            { u"iniGuardDiscard"_s, tr("Discard"),
                [this, then] {
                    m_editor->document()->setModified(false);
                    then();
                } },
            { u"iniGuardCancel"_s, tr("Stay here"), {} } });
}

QString IniPage::fileName() const
{
    return m_file.path().isEmpty() ? tr("New file") : QFileInfo(m_file.path()).fileName();
}

QString IniPage::suggestedPath() const
{
    if (m_file.path().isEmpty())
        return QDir::home().filePath(u"vela.ini"_s);
    if (!m_isReadOnly)
        return m_file.path();
    return QDir::home().filePath(u"my-"_s + QFileInfo(m_file.path()).fileName());
}

void IniPage::load(const QString &path)
{
    m_banner->hide();
    const auto text = m_file.load(path);
    if (!text) {
        auto error = text.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        if (m_isOpen)
            return m_banner->ask(
                tr("%1 cannot be opened: %2").arg(QDir::toNativeSeparators(path), error.detail),
                { { u"iniBannerClose"_s, tr("Close"), {} } });
        return m_states->showError(errorText(error), tr("Open another file…"));
    }
    m_file.setProtected(!m_bundled.isEmpty()
        && QFileInfo(path).canonicalFilePath() == QFileInfo(m_bundled).canonicalFilePath());
    m_editor->setText(*text);
    showFile();
}

void IniPage::newFile()
{
    m_file.forget();
    m_editor->setText({});
    m_banner->hide();
    showFile();
}

void IniPage::showFile()
{
    m_isOpen = true;
    m_isReadOnly = m_file.isReadOnly();
    m_editor->setReadOnly(m_isReadOnly);
    m_states->showContent();
    const IniBanner::Choice copy{ u"iniSaveCopy"_s, tr("Save a copy…"),
        [this] { Q_EMIT saveAsWanted(suggestedPath()); }, true };
    if (m_isReadOnly)
        m_banner->ask(m_file.path() == m_bundled
                ? tr("This file belongs to the compilers and is shown as it is. Edit a copy.")
                : tr("This file cannot be written. Edit a copy."),
            { copy });
    else if (m_file.hasMixedEnds())
        m_banner->ask(tr("Line ends of two kinds: saving writes the more frequent one everywhere."),
            { { u"iniBannerClose"_s, tr("Close"), {} } });
    updateState();
    startCheck();
}

void IniPage::showEmpty()
{
    m_isOpen = false;
    m_states->showEmpty({ .iconName = u"document-open"_s,
        .title = tr("No configuration file is open"),
        .text = m_bundled.isEmpty()
            ? tr("Arm's own vela.ini comes with the compilers, which were not found: see the "
                 "Compilers tab. Any other vela.ini can be opened here.")
            : tr("System configurations and memory modes of a vela.ini stand here."),
        .actionText = tr("Open a file…") });
}

void IniPage::setBundled(const QString &path)
{
    if (path == m_bundled && (m_isOpen || !path.isEmpty()))
        return;
    m_bundled = path;
    updateState();
    if (!m_isOpen)
        showEmpty();
    followSpec();
}

QString IniPage::specPath() const
{
    return formats::vela::velaConfigPath(m_spec.spec().configIni.value_or(QString()), m_bundled);
}

/// The file that the spec names comes by itself, unless there are changes to lose.
void IniPage::followSpec()
{
    const auto path = specPath();
    if (path != m_followed) {
        m_followed = path;
        if (!path.isEmpty() && path != m_file.path())
            return open(path);
    }
    if (m_isOpen && path == m_file.path())
        showChoice();
}

bool IniPage::save()
{
    if (m_file.path().isEmpty() || m_isReadOnly) {
        Q_EMIT saveAsWanted(suggestedPath());
        return false;
    }
    return saveAs(m_file.path());
}

bool IniPage::saveAs(const QString &path)
{
    // What is still being typed in a field counts.
    if (auto *field = focusWidget(); field && field != m_editor) {
        field->clearFocus();
        field->setFocus();
    }
    m_banner->hide();
    if (const auto saved = m_file.save(path, text()); !saved) {
        m_banner->ask(
            tr("%1 was not saved: %2").arg(QDir::toNativeSeparators(path), saved.error().detail),
            { { u"iniSaveAsInstead"_s, tr("Save as…"),
                  [this] { Q_EMIT saveAsWanted(suggestedPath()); }, true },
                { u"iniBannerClose"_s, tr("Close"), {} } });
        return false;
    }
    m_isReadOnly = false;
    m_editor->setReadOnly(false);
    m_editor->document()->setModified(false);
    updateState();
    startCheck();
    Q_EMIT modifiedChanged(false);
    return true;
}

void IniPage::discard()
{
    if (!m_file.path().isEmpty())
        load(m_file.path());
    else
        newFile();
}

void IniPage::showDiskChange(bool isGone)
{
    if (isGone) {
        m_editor->document()->setModified(true);
        return m_banner->ask(tr("%1 was removed or renamed by another program.").arg(fileName()),
            { { u"iniKeep"_s, tr("Keep the text"), {} } });
    }
    if (!isModified())
        return load(m_file.path());
    m_banner->ask(tr("%1 was changed by another program, and there are unsaved changes here.")
                      .arg(fileName()),
        { { u"iniReload"_s, tr("Reload the file"), [this] { discard(); } },
            { u"iniKeep"_s, tr("Keep mine"), {}, true } });
}

} // namespace tosaic::views
