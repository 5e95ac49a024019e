// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/choicebox.h"

#include <QLineEdit>
#include <QStandardItemModel>

namespace tosaic::views {

ChoiceBox::ChoiceBox(QWidget *parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr); // it would change the letter case that is typed, which counts
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(20);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QComboBox::activated, this, [this] { Q_EMIT valueEdited(value()); });
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { Q_EMIT valueEdited(value()); });
}

QString ChoiceBox::defaultText(const QString &fallback) const
{
    return fallback.isEmpty() ? tr("Default of the target")
                              : tr("%1 (default of the target)").arg(fallback);
}

void ChoiceBox::setChoices(const QString &fallback, const std::vector<Group> &groups)
{
    const auto before = value();
    const QSignalBlocker quiet(this);
    clear();
    m_defaultText = defaultText(fallback);
    addItem(m_defaultText);
    for (const auto &group : groups) {
        if (!group.title.isEmpty()) {
            addItem(group.title);
            auto *heading = static_cast<QStandardItemModel *>(model())->item(count() - 1);
            heading->setFlags(Qt::NoItemFlags);
        }
        for (const auto &name : group.values)
            addItem(name, name);
    }
    setValue(before);
}

void ChoiceBox::setValue(const std::optional<QString> &value)
{
    const QSignalBlocker quiet(this);
    if (!value) {
        setCurrentIndex(0);
        if (currentText() != m_defaultText)
            setEditText(m_defaultText);
        return;
    }
    const int index = findData(*value);
    if (index >= 0)
        setCurrentIndex(index);
    if (currentText() != *value)
        setEditText(*value);
}

std::optional<QString> ChoiceBox::value() const
{
    const auto text = currentText();
    return text.isEmpty() || text == m_defaultText ? std::nullopt : std::optional(text);
}

} // namespace tosaic::views
