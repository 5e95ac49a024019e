// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/choicebox.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QLineEdit>
#include <QStandardItemModel>

#include <algorithm>

namespace tosaic::views {

ChoiceBox::ChoiceBox(Names names, QWidget *parent) : QComboBox(parent)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(16);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QComboBox::activated, this, [this] {
        showMuted();
        Q_EMIT valueChosen(value());
    });
    if (names == Names::Listed)
        return;
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr); // it would change the letter case that is typed, which counts
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        showMuted();
        Q_EMIT valueTyped(value());
    });
}

void ChoiceBox::setChoices(const QString &fallback, const std::vector<Group> &groups)
{
    const auto isSame
        = [](const Group &a, const Group &b) { return a.title == b.title && a.values == b.values; };
    if (count() > 0 && fallback == m_fallback
        && std::equal(groups.begin(), groups.end(), m_groups.begin(), m_groups.end(), isSame))
        return; // the list may be open
    m_groups = groups;
    m_fallback = fallback;
    const auto before = value();
    const QSignalBlocker quiet(this);
    clear();
    m_defaultText = fallback.isEmpty() ? tr("Default") : tr("%1 (default)").arg(fallback);
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
        return showMuted();
    }
    int index = findData(*value);
    if (index < 0 && !isEditable()) { // a name from a file that the tools do not know
        addItem(*value, *value);
        index = count() - 1;
    }
    if (index >= 0 && index != currentIndex())
        setCurrentIndex(index);
    if (isEditable() && currentText() != *value)
        setEditText(*value);
    showMuted();
}

std::optional<QString> ChoiceBox::value() const
{
    const auto text = currentText();
    return text.isEmpty() || text == m_defaultText ? std::nullopt : std::optional(text);
}

void ChoiceBox::changeEvent(QEvent *event)
{
    QComboBox::changeEvent(event);
    // Another theme; our own palette comes here too and is not to be answered.
    if (event->type() == QEvent::PaletteChange && !m_isPainting)
        showMuted();
}

void ChoiceBox::showMuted()
{
    if (m_isPainting)
        return;
    m_isPainting = true;
    QPalette palette; // says nothing yet, so that the rest follows the theme
    const auto standard = QApplication::palette();
    QPalette list;
    list.setColor(QPalette::Text, standard.color(QPalette::Text)); // of the list: as it is
    view()->setPalette(list);
    if (!value()) {
        const auto muted = standard.color(QPalette::PlaceholderText);
        palette.setColor(QPalette::Active, QPalette::Text, muted);
        palette.setColor(QPalette::Inactive, QPalette::Text, muted);
        palette.setColor(QPalette::Active, QPalette::ButtonText, muted);
        palette.setColor(QPalette::Inactive, QPalette::ButtonText, muted);
    }
    setPalette(palette);
    m_isPainting = false;
}

} // namespace tosaic::views
