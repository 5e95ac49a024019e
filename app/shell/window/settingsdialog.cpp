// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/settingsdialog.h"

#include "app/shell/frame/shellsettings.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <variant>
#include <vector>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// A setting with the words of its row; the kind of its value decides the editor.
struct Row
{
    QString label;
    QString hint;
    std::variant<const Setting<bool> *, const Setting<int> *, const Setting<QString> *> setting;
    int largest = 0; ///< of numbers
};

std::vector<Row> rows()
{
    return {
        { SettingsDialog::tr("After a compile, show the comparison"), {},
            &settings::SwitchAfterCompile },
        { SettingsDialog::tr("Recent files to remember"), {}, &settings::RecentLimit, 100 },
        { SettingsDialog::tr("Folder for compile results"),
            SettingsDialog::tr("empty: the user's data folder"), &settings::OutputFolder },
        { SettingsDialog::tr("Jobs that run at once (0: all cores but one)"), {},
            &settings::ParallelJobs, 64 },
        { SettingsDialog::tr("Minutes until a job is stopped (0: never)"), {},
            &settings::JobTimeLimit, 10'000 },
        { SettingsDialog::tr("Python of the tool environment"),
            SettingsDialog::tr("empty: look for one"), &settings::Interpreter },
    };
}

struct EditorMaker
{
    SettingsStore &store;
    const Row &row;
    QWidget *parent;

    QWidget *operator()(const Setting<bool> *setting) const
    {
        auto *box = new QCheckBox(parent);
        box->setChecked(store.value(*setting));
        QObject::connect(box, &QCheckBox::toggled, parent,
            [&settings = store, setting](bool on) { settings.set(*setting, on); });
        return box;
    }
    QWidget *operator()(const Setting<int> *setting) const
    {
        auto *box = new QSpinBox(parent);
        box->setRange(0, row.largest);
        box->setValue(store.value(*setting));
        QObject::connect(box, &QSpinBox::valueChanged, parent,
            [&settings = store, setting](int value) { settings.set(*setting, value); });
        return box;
    }
    QWidget *operator()(const Setting<QString> *setting) const
    {
        auto *line = new QLineEdit(store.value(*setting), parent);
        line->setPlaceholderText(row.hint);
        line->setMinimumWidth(320);
        QObject::connect(line, &QLineEdit::textChanged, parent,
            [&settings = store, setting](const QString &text) { settings.set(*setting, text); });
        return line;
    }
};

} // namespace

SettingsDialog::SettingsDialog(SettingsStore &store, QWidget *parent)
    : QDialog(parent), m_settings(store)
{
    setObjectName(u"settingsDialog"_s);
    setWindowTitle(tr("Settings"));
    setAccessibleName(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *layout = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    for (const auto &row : rows()) {
        auto *editor = std::visit(EditorMaker{ m_settings, row, this }, row.setting);
        editor->setAccessibleName(row.label);
        std::visit(
            [&](const auto *setting) { editor->setObjectName(QString::fromLatin1(setting->key)); },
            row.setting);
        form->addRow(row.label, editor);
    }
    layout->addLayout(form);
    auto *where = new QLabel(tr("Kept in %1").arg(m_settings.fileName()), this);
    where->setProperty("role", u"muted"_s);
    where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(where);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

} // namespace tosaic::shell
