// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ini/ininewsection.h"

#include "views/widgets/building.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LargestCache = 64 * 1024; // KiB
constexpr int UsualCache = 384; // KiB, as Vela's default mode of U65 and U85
}

IniNewSection::IniNewSection(QWidget *parent)
    : QFrame(parent), m_title(new QLabel(this)), m_templates(new QComboBox(this)),
      m_name(new QLineEdit(this)), m_sizeLabel(new QLabel(tr("Fast storage"), this)),
      m_size(new QSpinBox(this)), m_note(new QLabel(this)), m_ok(new QPushButton(this))
{
    named(this, u"iniNewSection"_s, tr("New section"), u"bar"_s);
    m_title->setProperty("role", u"section"_s);
    named(m_templates, u"iniTemplate"_s, tr("Template"));
    named(m_name, u"iniName"_s, tr("Name of the section"));
    m_name->setMinimumWidth(180);
    named(m_size, u"iniCacheSize"_s, tr("Size of the fast storage in KiB"));
    m_size->setRange(1, LargestCache);
    m_size->setSuffix(tr(" KiB"));
    m_size->setValue(UsualCache);
    named(m_note, u"iniNewNote"_s, {}, u"muted"_s);
    m_note->setWordWrap(true);
    named(m_ok, u"iniCreate"_s, {}, u"primary"_s);
    auto *cancel = named(new QPushButton(tr("Cancel"), this), u"iniCreateCancel"_s);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    for (auto *widget : std::initializer_list<QWidget *>{
             m_title, m_templates, m_name, m_sizeLabel, m_size, m_ok, cancel })
        line->addWidget(widget, widget == m_name ? 1 : 0);
    makeColumn(this, { line, m_note }, 4, { 12, 8, 12, 8 });
    fillTemplates();
    connect(m_templates, &QComboBox::currentIndexChanged, this, &IniNewSection::update);
    connect(m_name, &QLineEdit::textChanged, this, &IniNewSection::update);
    connect(m_name, &QLineEdit::returnPressed, this, &IniNewSection::accept);
    connect(m_ok, &QPushButton::clicked, this, &IniNewSection::accept);
    connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void IniNewSection::fillTemplates()
{
    for (const auto &from : formats::vela::iniTemplates()) {
        const auto family = QString(from.family).replace(u'_', u'-');
        const auto text = !from.isSystem     ? tr("Memory mode %1").arg(from.id)
            : from.secondMemory == u"Dram"_s ? tr("%1 system: SRAM and DRAM").arg(family)
                                             : tr("%1 system: SRAM and off-chip flash").arg(family);
        m_templates->addItem(text, from.id);
    }
}

void IniNewSection::askNew()
{
    ask(Question::New, {});
}
void IniNewSection::askRename(const QString &section)
{
    ask(Question::Rename, section);
}
void IniNewSection::askCopy(const QString &section)
{
    ask(Question::Copy, section);
}

void IniNewSection::ask(Question question, const QString &section)
{
    m_question = question;
    m_section = section;
    const auto name = section.section(u'.', 1);
    m_title->setText(question == Question::New ? tr("New section")
            : question == Question::Rename     ? tr("Rename %1 to").arg(name)
                                               : tr("Copy %1 as").arg(name));
    m_ok->setText(question == Question::New ? tr("Create")
            : question == Question::Rename  ? tr("Rename")
                                            : tr("Copy"));
    m_templates->setVisible(question == Question::New);
    m_name->setText(question == Question::New ? QString()
            : question == Question::Rename    ? name
                                              : name + u"_copy"_s);
    update();
    show();
    m_name->setFocus();
    m_name->selectAll();
}

void IniNewSection::update()
{
    const auto *from = formats::vela::findIniTemplate(m_templates->currentData().toString());
    const bool isNew = m_question == Question::New;
    const bool hasSize = isNew && from && from->id == u"Dedicated_Sram"_s;
    m_sizeLabel->setVisible(hasSize);
    m_size->setVisible(hasSize);
    m_ok->setEnabled(!m_name->text().trimmed().isEmpty());
    QString note;
    if (isNew && from && from->isSystem) {
        m_name->setPlaceholderText(tr("Name, for example %1").arg(from->family + u"_MyBoard"_s));
        note = from->source.isEmpty()
            ? tr("Starting values by assumption: Arm's file has no such system. Set those of the "
                 "board.")
            : tr("Starting values are those of %1 in Arm's file. Set those of the board.")
                  .arg(from->source);
    } else if (isNew) {
        m_name->setPlaceholderText(tr("Name of the memory mode"));
    }
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void IniNewSection::refuse(const QString &reason)
{
    m_note->setText(reason);
    m_note->show();
    m_name->setFocus();
}

void IniNewSection::accept()
{
    const auto name = m_name->text().trimmed();
    if (name.isEmpty())
        return;
    if (m_question != Question::New) {
        const auto full = m_section.section(u'.', 0, 0) + u'.' + name;
        if (m_question == Question::Rename)
            Q_EMIT renamed(m_section, full);
        else
            Q_EMIT copied(m_section, full);
        return;
    }
    const auto *from = formats::vela::findIniTemplate(m_templates->currentData().toString());
    const auto size
        = m_size->isHidden() ? std::nullopt : std::optional(qint64(m_size->value()) * 1024);
    const auto section = formats::vela::iniFromTemplate(*from, name, size);
    if (!section)
        return refuse(section.error().detail);
    Q_EMIT created(*section);
}

void IniNewSection::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return hide();
    QFrame::keyPressEvent(event);
}

} // namespace tosaic::views
