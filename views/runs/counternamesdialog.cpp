// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/counternamesdialog.h"

#include "profiler/parsers/eventtable.h"
#include "profiler/store/counternames.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// What the user said of a counter before.
QString nameOf(const profile::Run &run, const QString &label)
{
    for (const auto &profile : run.profiles) {
        const auto found = std::ranges::find(profile.counters, label, &profile::Counter::label);
        if (found != profile.counters.end())
            return found->name;
    }
    return {};
}

} // namespace

CounterNamesDialog::CounterNamesDialog(const profile::Run &run, QWidget *parent)
    : QDialog(parent), m_refusal(new QLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"counterNamesDialog"_s);
    setWindowTitle(tr("Name the counters"));
    auto *text = new QLabel(tr("The log does not say which events these counters counted. The "
                               "program that was run configured them: name them as it did."),
        this);
    text->setWordWrap(true);
    auto *layout = new QFormLayout(this);
    layout->addRow(text);
    for (const auto &label : profile::unnamedCounters(run)) {
        auto *field = new QComboBox(this);
        field->setObjectName(u"counterName-"_s + label);
        field->setAccessibleName(tr("Event of %1").arg(label));
        field->setEditable(true); // port events are made of port and suffix: not all are listed
        field->addItem(QString());
        for (const auto &event : profile::pmuEvents())
            field->addItem(QString::fromUtf16(event.name));
        field->setCurrentText(nameOf(run, label));
        layout->addRow(label, field);
        m_fields.emplace(label, field);
    }
    m_refusal->setObjectName(u"counterNamesRefusal"_s);
    m_refusal->setProperty("verdict", u"bad"_s);
    m_refusal->setWordWrap(true);
    m_refusal->hide();
    layout->addRow(m_refusal);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &CounterNamesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &CounterNamesDialog::reject);
    layout->addRow(buttons);
}

/// Names that no NPU has are not taken.
void CounterNamesDialog::accept()
{
    std::map<QString, QString> names;
    for (const auto &[label, field] : m_fields) {
        const auto name = profile::canonicalEventName(field->currentText().trimmed());
        if (!name.isEmpty() && !profile::findEvent(name).isKnown) {
            m_refusal->setText(tr("No Ethos-U counts an event named %1. The list of %2 has those "
                                  "that are known.")
                                   .arg(name, label));
            m_refusal->show();
            field->setFocus();
            field->lineEdit()->selectAll();
            return;
        }
        names.emplace(label, name);
    }
    Q_EMIT named(names);
    QDialog::accept();
}

} // namespace tosaic::views
