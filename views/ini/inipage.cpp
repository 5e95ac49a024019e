// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inipage.h"

#include "core/base/units.h"
#include "core/documents/specdocument.h"
#include "core/formats/vela/iniedit.h"
#include "core/spec/specrules.h"
#include "views/ini/inibanner.h"
#include "views/ini/inieditor.h"
#include "views/ini/iniform.h"
#include "views/ini/ininewsection.h"
#include "views/ini/iniproblems.h"
#include "views/ini/inisections.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"
#include "views/widgets/theme.h"

#include <QComboBox>
#include <QDir>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CheckDelay = 150; // ms after the last key

/// Fills a box and keeps its choice, else takes the first of `wishes` that is there.
/// The first wish that is a name.
void fillBox(QComboBox &box, const QStringList &names, const QStringList &wanted)
{
    const QSignalBlocker quiet(&box);
    box.clear();
    box.addItems(names);
    for (const auto &wish : wanted) {
        if (!wish.isEmpty() && names.contains(wish)) {
            box.setCurrentText(wish);
            return;
        }
    }
}

} // namespace

IniPage::IniPage(SpecDocument &spec, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_spec(spec), m_theme(theme)
{
    named(this, u"iniPage"_s, tr("vela.ini"));
    m_checkTimer.setSingleShot(true);
    build();
    connectParts();
    showEmpty();
    updateState();
    followSpec();
}

IniPage::~IniPage() = default;

void IniPage::connectParts()
{
    connect(&m_checkTimer, &QTimer::timeout, this, &IniPage::startCheck);
    connect(m_states, &StateStack::actionTriggered, this, &IniPage::openWanted);
    connect(&m_file, &IniFile::changedOnDisk, this, &IniPage::showDiskChange);
    connect(&m_spec, &SpecDocument::changed, this, &IniPage::followSpec);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (m_isOpen)
            m_checkTimer.start(CheckDelay);
    });
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &IniPage::followCursor);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, [this](bool modified) {
        updateState();
        Q_EMIT modifiedChanged(modified);
    });
    for (auto *box : { m_system, m_mode })
        connect(box, &QComboBox::activated, this, &IniPage::showVerdict);
    connect(&m_theme, &Theme::changed, this, &IniPage::showVerdict);
    connect(m_use, &QPushButton::clicked, this, &IniPage::useInSpec);
    connect(m_sections, &IniSections::chosen, this, &IniPage::showSection);
    connect(m_sections, &IniSections::newWanted, m_new, &IniNewSection::askNew);
    connect(m_sections, &IniSections::duplicateWanted, m_new, &IniNewSection::askCopy);
    connect(m_sections, &IniSections::renameWanted, m_new, &IniNewSection::askRename);
    connect(m_sections, &IniSections::removeWanted, this, [this](const QString &section) {
        apply(formats::vela::removeIniSection(text(), section));
    });
    connect(
        m_new, &IniNewSection::created, this, [this](const formats::vela::IniSectionText &section) {
            apply(formats::vela::addIniSection(text(), section), section.name);
        });
    connect(m_new, &IniNewSection::renamed, this, [this](const QString &from, const QString &to) {
        apply(formats::vela::renameIniSection(text(), from, to), to);
    });
    connect(m_new, &IniNewSection::copied, this, [this](const QString &from, const QString &to) {
        apply(formats::vela::duplicateIniSection(text(), from, to), to);
    });
    connect(m_form, &IniForm::edited, this, [this](const QString &key, const QString &value) {
        apply(formats::vela::setIniKey(text(), m_form->section(), key, value));
    });
    connect(m_form, &IniForm::cleared, this, [this](const QString &key) {
        apply(formats::vela::removeIniKey(text(), m_form->section(), key));
    });
    connect(m_form, &IniForm::lineWanted, m_editor, &IniEditor::goToLine);
    connect(m_problems, &IniProblems::lineWanted, m_editor, &IniEditor::goToLine);
    connect(m_problems, &IniProblems::fixWanted, this, [this](const formats::vela::IniFix &fix) {
        // The rows are those of the text that was checked last.
        if (!m_isReadOnly && text() == m_checkedText)
            apply(fix.edits);
    });
}

QString IniPage::text() const
{
    return m_editor->text();
}

bool IniPage::isModified() const
{
    return m_isOpen && m_editor->document()->isModified();
}

QString IniPage::section() const
{
    return m_form->section();
}

/// `then`: the section to show afterwards.
void IniPage::apply(const Result<formats::vela::IniEdits> &edits, const QString &then)
{
    if (m_isReadOnly)
        return;
    if (!edits) {
        if (m_new->isVisible())
            return m_new->refuse(edits.error().detail);
        m_banner->ask(edits.error().detail, { { u"iniBannerClose"_s, tr("Close"), {} } });
        return startCheck(); // the field shows again what counts
    }
    m_new->hide();
    m_wanted = then;
    if (!edits->empty())
        m_editor->apply(*edits);
    m_checkTimer.stop();
    startCheck();
}

void IniPage::startCheck()
{
    m_slot.start(
        tr("Checking the configuration file"),
        [written = text(), path = m_file.path()](const JobControl &) -> Result<Check> {
            auto ini
                = formats::vela::readVelaIni({ ByteSource::fromBytes(written.toUtf8(), path) });
            if (!ini)
                return fail(ini.error());
            return Check{ written, std::move(*ini) };
        },
        [this](Result<Check> check) {
            if (!check) // too large: nothing but the text can be shown
                m_problems->setProblems({ diagnosticOf(check.error()) }, {}, false);
            else if (check->text == text())
                takeCheck(std::move(*check));
            else
                m_checkTimer.start(CheckDelay);
        });
}

void IniPage::takeCheck(Check check)
{
    m_ini = std::move(check.ini);
    m_checkedText = std::move(check.text);
    m_sections->setSections(m_ini);
    auto wanted = m_wanted.isEmpty() ? m_form->section() : m_wanted;
    const bool isJump = !m_wanted.isEmpty();
    m_wanted.clear();
    showChoice();
    if (!m_ini.python.section(wanted))
        wanted = m_ini.systemConfigs.isEmpty()
            ? (m_ini.memoryModes.isEmpty() ? QString()
                                           : formats::vela::ModePrefix + m_ini.memoryModes.first())
            : formats::vela::SystemPrefix + m_system->currentText();
    m_sections->setCurrent(wanted);
    if (isJump)
        showSection(wanted);
    else
        m_form->showSection(m_ini, wanted);
    updateState();
    Q_EMIT checked();
}

void IniPage::showSection(const QString &section)
{
    const auto *found = m_ini.python.section(section);
    if (!found) {
        m_wanted = section; // once the text has been checked
        return;
    }
    m_sections->setCurrent(section);
    m_form->showSection(m_ini, section);
    const bool isSystem = section.startsWith(formats::vela::SystemPrefix);
    (isSystem ? m_system : m_mode)->setCurrentText(section.section(u'.', 1));
    showVerdict();
    const auto line = found->place.line.value_or(1);
    if (!m_editor->hasFocus())
        m_editor->goToLine(line);
}

/// The boxes name what this file has; the spec's choice if it is of this file. What is chosen here
/// stays until the spec's choice changes.
void IniPage::showChoice()
{
    const bool isOfSpec = specPath() == m_file.path();
    const auto spec = isOfSpec ? spec::resolved(m_spec.spec()) : spec::CompileSpec();
    const QStringList pair{ m_file.path(), spec.systemConfig.value_or(QString()),
        spec.memoryMode.value_or(QString()) };
    const bool leads = isOfSpec && m_followedPair != pair;
    if (isOfSpec)
        m_followedPair = pair;
    QStringList systems{ m_system->currentText(), pair[1] };
    QStringList modes{ m_mode->currentText(), pair[2] };
    if (leads) {
        std::ranges::reverse(systems);
        std::ranges::reverse(modes);
    }
    systems += u"Ethos_U55_High_End_Embedded"_s;
    modes += u"Shared_Sram"_s;
    fillBox(*m_system, m_ini.systemConfigs, systems);
    fillBox(*m_mode, m_ini.memoryModes, modes);
    showVerdict();
}

void IniPage::showVerdict()
{
    auto problems = m_ini.diagnostics;
    QString text;
    bool isBad = false;
    if (m_system->count() == 0 || m_mode->count() == 0) {
        text = tr("A compile needs a system configuration and a memory mode in one file.");
    } else if (const auto found
        = formats::vela::resolveIni(m_ini, m_system->currentText(), m_mode->currentText())) {
        const auto *size = found->setting(u"arena_cache_size"_s);
        const auto limit = size && size->value && std::holds_alternative<qint64>(*size->value)
            ? formatBytes(static_cast<quint64>(std::get<qint64>(*size->value)))
            : tr("without a limit");
        text = tr("Weights in %1, feature maps in %2, fast storage in %3 (%4).")
                   .arg(found->constMemory, found->arenaMemory, found->cacheMemory, limit);
        problems.insert(problems.end(), found->diagnostics.begin(), found->diagnostics.end());
    } else {
        isBad = true;
        text = tr("Vela refuses this pair: %1").arg(found.error().detail);
    }
    auto palette = m_verdict->palette();
    palette.setColor(
        QPalette::WindowText, isBad ? m_theme.colors().worse : m_theme.colors().mutedText);
    m_verdict->setPalette(palette);
    m_verdict->setText(text);
    m_use->setEnabled(m_isOpen && m_system->count() > 0 && m_mode->count() > 0 && !isBad);
    m_editor->setProblems(problems);
    m_problems->setProblems(problems, m_checkedText, !m_isReadOnly);
}

/// The form shows the section in which the cursor is.
void IniPage::followCursor()
{
    if (!m_editor->hasFocus() || text() != m_checkedText)
        return;
    const formats::vela::IniSection *at = nullptr;
    for (const auto &section : m_ini.python.sections) {
        if (section.place.line.value_or(0) <= m_editor->currentLine())
            at = &section;
    }
    if (!at || at->name == m_form->section())
        return;
    m_sections->setCurrent(at->name);
    if (m_sections->current() == at->name)
        m_form->showSection(m_ini, at->name);
}

void IniPage::useInSpec()
{
    if (isModified() || m_file.path().isEmpty())
        return m_banner->ask(tr("The compilers read the file from disk: save it first."),
            { { u"iniSaveAndUse"_s, tr("Save and use"),
                  [this] {
                      if (save())
                          useInSpec();
                  },
                  true },
                { u"iniBannerClose"_s, tr("Not now"), {} } });
    auto spec = m_spec.spec();
    if (m_file.path() == m_bundled)
        spec.configIni.reset();
    else
        spec.configIni = m_file.path();
    spec.systemConfig = m_system->currentText();
    spec.memoryMode = m_mode->currentText();
    m_followed = m_file.path();
    m_spec.setSpec(spec);
}

void IniPage::updateState()
{
    const bool modified = isModified();
    m_title->setText(m_isReadOnly ? tr("%1 (read-only)").arg(fileName())
            : modified            ? tr("%1 (not saved)").arg(fileName())
                                  : fileName());
    m_where->setText(QDir::toNativeSeparators(m_file.path()));
    m_where->setToolTip(m_where->text());
    m_saveButton->setEnabled(modified && !m_isReadOnly);
    m_bundledButton->setEnabled(!m_bundled.isEmpty());
    m_bundledButton->setToolTip(m_bundled.isEmpty()
            ? tr("It comes with the compilers, which were not found")
            : tr("Arm/vela.ini inside the package of the compilers in use"));
    m_saveAsButton->setText(m_isReadOnly ? tr("Save a copy…") : tr("Save as…"));
    m_sections->setEditable(!m_isReadOnly);
    m_form->setEditable(!m_isReadOnly);
}

/// Undo, redo and save are those of the file wherever the focus is on this page.
bool IniPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)
            || (key->matches(QKeySequence::Save) && isModified())) {
            key->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void IniPage::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Undo))
        m_editor->undo();
    else if (event->matches(QKeySequence::Redo))
        m_editor->redo();
    else if (event->matches(QKeySequence::Save) && isModified())
        save();
    else
        QWidget::keyPressEvent(event);
}

} // namespace tosaic::views
