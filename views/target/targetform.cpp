// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/targetform.h"

#include "views/widgets/formparts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace tosaic::views {

TargetForm::TargetForm(const QString &id, const QString &title, QWidget *parent)
    : QWidget(parent), m_id(id), m_title(title)
{
    setObjectName(id + QStringLiteral("Form"));
}

void TargetForm::offerMethods(QComboBox &box, const RunDefaults &defaults)
{
    if (defaults.methods.empty())
        return;
    const auto chosen = box.currentText();
    const QSignalBlocker blocker(box);
    box.clear();
    for (const auto &method : defaults.methods)
        box.addItem(method.name);
    box.setCurrentIndex(std::max(0, box.findText(chosen)));
}

QJsonObject TargetForm::choices() const
{
    QJsonObject choices;
    for (const auto &choice : m_choices)
        choices.insert(choice.key, choice.value());
    return choices;
}

void TargetForm::restore(const QJsonObject &choices)
{
    for (const auto &choice : m_choices) {
        const auto value = choices.value(choice.key);
        choice.set(value.isUndefined() ? choice.standard : value);
    }
}

void TargetForm::keep(const QString &key, std::function<QJsonValue()> value,
    std::function<void(const QJsonValue &)> set)
{
    if (!key.isEmpty())
        m_choices.push_back({ key, value(), value, std::move(set) });
}

void TargetForm::follow(QComboBox *box, const QString &key)
{
    connect(box, &QComboBox::currentTextChanged, this, &TargetForm::changed);
    if (box->isEditable()) {
        keep(
            key, [box] { return box->currentText(); },
            [box](const QJsonValue &value) {
                if (const auto text = value.toString(); !text.isEmpty())
                    box->setCurrentText(text);
            });
        return;
    }
    keep(
        key, [box] { return box->currentData().toInt(); },
        [box](const QJsonValue &value) {
            if (const int index = box->findData(value.toInt(-1)); index >= 0)
                box->setCurrentIndex(index);
        });
}

void TargetForm::follow(QLineEdit *line, const QString &key)
{
    connect(line, &QLineEdit::textChanged, this, &TargetForm::changed);
    keep(
        key, [line] { return line->text(); },
        [line](const QJsonValue &value) { line->setText(value.toString()); });
}

void TargetForm::follow(PathLine *path, const QString &key)
{
    connect(path, &PathLine::changed, this, &TargetForm::changed);
    keep(
        key, [path] { return path->line().chosen(); },
        [path](const QJsonValue &value) { path->line().choose(value.toString()); });
}

void TargetForm::follow(QSpinBox *box, const QString &key)
{
    connect(box, &QSpinBox::valueChanged, this, &TargetForm::changed);
    keep(
        key, [box] { return box->value(); },
        [box](const QJsonValue &value) { box->setValue(value.toInt()); });
}

void TargetForm::follow(QCheckBox *box, const QString &key)
{
    connect(box, &QCheckBox::toggled, this, &TargetForm::changed);
    keep(
        key, [box] { return box->isChecked(); },
        [box](const QJsonValue &value) { box->setChecked(value.toBool()); });
}

} // namespace tosaic::views
