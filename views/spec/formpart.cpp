// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/formpart.h"

#include <QFormLayout>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LabelWidth = 128; // px, the same in every part so that fields align

// "extraFlags[2]" and "keepOnCpu.nodes" belong to the fields "extraFlags" and "keepOnCpu".
QString fieldOf(const QString &entity)
{
    const auto end = entity.indexOf(u'[');
    const auto dot = entity.indexOf(u'.');
    if (end < 0 && dot < 0)
        return entity;
    return entity.left(end < 0 ? dot : dot < 0 ? end : std::min(end, dot));
}
} // namespace

FormPart::FormPart(const QString &title, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_form(new QFormLayout(this))
{
    setAccessibleName(title);
    m_form->setContentsMargins(0, 0, 0, 16);
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(8);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->setLabelAlignment(Qt::AlignLeft);
    auto *heading = new QLabel(title, this);
    heading->setProperty("role", u"section"_s);
    m_form->addRow(heading);
}

void FormPart::addField(const QString &key, const QString &label, QWidget *field)
{
    auto *caption = new QLabel(label, this);
    caption->setMinimumWidth(LabelWidth);
    caption->setBuddy(field);
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(label);
    auto *note = new FieldNote(key, m_theme, this);
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    column->addWidget(field);
    column->addWidget(note);
    m_form->addRow(caption, column);
    m_notes.insert(key, note);
    m_fields.insert(key, column);
}

void FormPart::setFieldVisible(const QString &key, bool visible)
{
    m_form->setRowVisible(m_fields.value(key), visible);
}

void FormPart::addWide(const QString &key, QWidget *widget)
{
    m_form->addRow(widget);
    if (key.isEmpty())
        return;
    auto *note = new FieldNote(key, m_theme, this);
    m_form->addRow(note);
    m_notes.insert(key, note);
}

void FormPart::showSpec(const spec::CompileSpec &spec)
{
    m_isShowing = true;
    load(spec);
    m_isShowing = false;
}

void FormPart::change(const Edit &edit)
{
    if (!m_isShowing)
        Q_EMIT edited(edit);
}

void FormPart::clearNotes()
{
    for (auto *note : std::as_const(m_notes))
        note->clear();
}

FieldNote::Fix FormPart::fixFor(const Diagnostic &, const spec::CompileSpec &)
{
    return {};
}

bool FormPart::addNote(const Diagnostic &problem, const spec::CompileSpec &spec)
{
    auto note = m_notes.constFind(problem.location.entity);
    if (note == m_notes.constEnd())
        note = m_notes.constFind(fieldOf(problem.location.entity));
    if (note == m_notes.constEnd())
        return false;
    (*note)->add(problem, fixFor(problem, spec));
    return true;
}

} // namespace tosaic::views
