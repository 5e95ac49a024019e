// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/inipage.h"

#include "core/documents/specdocument.h"
#include "core/formats/vela/iniedit.h"
#include "core/spec/specrules.h"
#include "views/ini/inibanner.h"
#include "views/ini/inibar.h"
#include "views/ini/inieditor.h"
#include "views/ini/iniform.h"
#include "views/ini/ininewsection.h"
#include "views/ini/inipair.h"
#include "views/ini/iniproblems.h"
#include "views/ini/inisections.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <QKeyEvent>
#include <QSplitter>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int CheckDelay = 150; // ms after the last key

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

void IniPage::build()
{
    auto *content = new QWidget(this);
    m_banner = new IniBanner(u"iniBanner"_s, content);
    m_new = new IniNewSection(content);
    m_bar = new IniBar(content);
    m_pair = new IniPair(m_ini, m_theme, content);
    makeColumn(content, { m_bar, m_banner, m_pair, m_new, { makeCentre(), 1 } }, 0);
    m_states = named(new StateStack(content, this), u"iniStates"_s);
    makeColumn(this, { m_states });
}

QWidget *IniPage::makeCentre()
{
    auto *whole = new QWidget(this);
    auto *rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto *splitter = named(new QSplitter(Qt::Horizontal, whole), u"iniSplitter"_s);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    m_sections = new IniSections(splitter);
    m_sections->setMinimumWidth(212); // both columns of buttons
    m_form = new IniForm(m_theme, splitter);
    m_form->setMinimumWidth(420);
    m_editor = new IniEditor(m_theme, splitter);
    m_editor->setMinimumWidth(240);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 3);
    splitter->setSizes({ 212, 510, 400 });
    m_problems = new IniProblems(whole); // as wide as the page: its rows are sentences
    rows->addWidget(splitter, 1);
    rows->addWidget(m_problems);
    return whole;
}

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
    connect(m_bar, &IniBar::openWanted, this, &IniPage::openWanted);
    connect(m_bar, &IniBar::newWanted, this, [this] { guard([this] { newFile(); }); });
    connect(m_bar, &IniBar::bundledWanted, this, [this] { open(m_bundled); });
    connect(m_bar, &IniBar::saveWanted, this, &IniPage::save);
    connect(m_bar, &IniBar::saveAsWanted, this, [this] { Q_EMIT saveAsWanted(suggestedPath()); });
    connect(m_pair, &IniPair::judged, this, &IniPage::showProblems);
    connect(m_pair, &IniPair::useWanted, this, &IniPage::useInSpec);
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
            : formats::vela::SystemPrefix + m_pair->system();
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
    m_pair->choose(section);
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
    QStringList systems{ m_pair->system(), pair[1] };
    QStringList modes{ m_pair->mode(), pair[2] };
    if (leads) {
        std::ranges::reverse(systems);
        std::ranges::reverse(modes);
    }
    systems += u"Ethos_U55_High_End_Embedded"_s;
    modes += u"Shared_Sram"_s;
    m_pair->fill(systems, modes);
}

void IniPage::showProblems()
{
    m_editor->setProblems(m_pair->problems());
    m_problems->setProblems(m_pair->problems(), m_checkedText, !m_isReadOnly);
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
    spec.systemConfig = m_pair->system();
    spec.memoryMode = m_pair->mode();
    m_followed = m_file.path();
    m_spec.setSpec(spec);
}

void IniPage::updateState()
{
    m_bar->showFile({ fileName(), m_file.path(), isModified(), m_isReadOnly });
    m_bar->setHasBundled(!m_bundled.isEmpty());
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
