// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/formparts.h"

#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace tosaic::views {

DefaultLine::DefaultLine(const QString &name, const QString &accessibleName, QWidget *parent)
    : QLineEdit(parent)
{
    named(this, name, accessibleName);
    setMinimumWidth(60); // px: the rest of a long path is in the tool tip
    connect(this, &QLineEdit::textChanged, this, &QWidget::setToolTip);
}

void DefaultLine::setDefault(const QString &text)
{
    const bool isDefault = this->text().isEmpty() || this->text() == m_default;
    m_default = text;
    if (isDefault)
        setText(text);
    setCursorPosition(0);
}

QString DefaultLine::chosen() const
{
    return text() == m_default ? QString() : text().trimmed();
}

void DefaultLine::choose(const QString &text)
{
    setText(text.isEmpty() ? m_default : text);
    setCursorPosition(0);
}

PathLine::PathLine(const Spec &spec, QWidget *parent)
    : QWidget(parent), m_spec(spec), m_line(new DefaultLine(spec.name, spec.title, this))
{
    auto *button = named(new QPushButton(tr("Choose…"), this), spec.name + u"Choose"_s,
        tr("Choose: %1").arg(spec.title));
    makeRow(this, { { m_line, 1 }, button }, 6);
    setFocusProxy(m_line);
    connect(button, &QPushButton::clicked, this, &PathLine::ask);
    connect(m_line, &QLineEdit::textChanged, this, &PathLine::changed);
}

QString PathLine::path() const
{
    return m_line->text().trimmed();
}

QStringList PathLine::paths() const
{
    QStringList paths;
    for (const auto &path : m_line->text().split(u';', Qt::SkipEmptyParts))
        paths << path.trimmed();
    return paths;
}

void PathLine::ask()
{
    auto *dialog = named(
        newFileDialog(this, m_spec.title, path(), m_spec.filter), m_spec.name + u"Dialog"_s);
    dialog->setFileMode(m_spec.kind == Kind::Folder ? QFileDialog::Directory
            : m_spec.kind == Kind::Files            ? QFileDialog::ExistingFiles
                                                    : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::filesSelected, this,
        [this](const QStringList &paths) { m_line->setText(paths.join(u"; "_s)); });
    dialog->open();
}

QFormLayout *makeForm(QWidget *parent)
{
    auto *form = new QFormLayout(parent);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setRowWrapPolicy(QFormLayout::DontWrapRows);
    return form;
}

void setLabelsAbove(const QWidget &widget, bool areAbove)
{
    auto *form = static_cast<QFormLayout *>(widget.layout());
    form->setRowWrapPolicy(areAbove ? QFormLayout::WrapAllRows : QFormLayout::DontWrapRows);
}

QComboBox *makeChoice(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *choice = named(new QComboBox(parent), name, accessibleName);
    // Panels are narrow: what does not fit is in the list.
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(8);
    choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return choice;
}

QCheckBox *makeCheck(
    QWidget *parent, const QString &name, const QString &text, const QString &toolTip)
{
    auto *check = named(new QCheckBox(text, parent), name, text);
    check->setToolTip(toolTip);
    return check;
}

QSpinBox *makeNumber(
    QWidget *parent, const QString &name, const QString &accessibleName, int smallest, int largest)
{
    auto *number = named(new QSpinBox(parent), name, accessibleName);
    number->setRange(smallest, largest);
    return number;
}

} // namespace tosaic::views
