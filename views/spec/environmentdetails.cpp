// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/environmentdetails.h"

#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmenttexts.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QGridLayout>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using toolchain::ToolEnvironment;

EnvironmentDetails::EnvironmentDetails(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    if (auto pins = toolchain::readEnvironmentPins())
        m_pins = *pins;
    m_title = environmentHeading(QString(), this);
    m_title->setObjectName(u"environmentDetailTitle"_s);
    m_versionArea = named(new QWidget(this), u"environmentVersions"_s);
    m_versions = new QGridLayout(m_versionArea);
    m_versions->setContentsMargins(0, 4, 0, 4);
    m_versions->setHorizontalSpacing(16);
    m_versions->setVerticalSpacing(4);
    m_versions->setColumnStretch(3, 1);
    m_problems = makeText(this, u"environmentProblems"_s);
    m_commands = named(new QPlainTextEdit(this), u"environmentCommands"_s,
        tr("Commands that make an environment"));
    m_commands->setReadOnly(true);
    m_commands->setFont(theme.codeFont());
    m_commands->setWordWrapMode(QTextOption::WordWrap);
    m_commands->setFixedHeight(m_commands->fontMetrics().lineSpacing() * 7 + 16);
    m_copy = named(new QPushButton(QIcon::fromTheme(u"edit-copy"_s), tr("Copy commands"), this),
        u"environmentCopyCommands"_s);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(m_commands->toPlainText()); });
    auto *rows = makeColumn(this, { m_title, m_versionArea, m_problems, m_commands }, 8);
    rows->addWidget(m_copy, 0, Qt::AlignLeft);
}

void EnvironmentDetails::showEnvironment(const ToolEnvironment *environment)
{
    m_title->setText(environment
            ? tr("In %1").arg(QDir::toNativeSeparators(environment->interpreter))
            : QString());
    m_title->setVisible(environment != nullptr);
    fillVersions(environment);
    showProblems(environment);
}

void EnvironmentDetails::fillVersions(const ToolEnvironment *environment)
{
    while (auto *item = m_versions->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_versionArea->setVisible(environment && m_pins);
    if (!environment || !m_pins)
        return;
    const auto put = [this](int row, int column, const QString &text, bool isMuted) {
        auto *label = makeText(m_versionArea, {});
        label->setText(text);
        label->setWordWrap(false);
        if (isMuted)
            label->setProperty("role", u"muted"_s);
        m_versions->addWidget(label, row, column);
    };
    put(0, 0, tr("Package"), true);
    put(0, 1, tr("Installed"), true);
    put(0, 2, tr("Tested with"), true);
    int row = 1;
    for (const auto &[package, wanted] : m_pins->versions) {
        const auto installed = environment->version(package);
        put(row, 0, package, false);
        put(row, 1, installed.isEmpty() ? tr("missing") : installed, installed.isEmpty());
        put(row, 2, wanted, true);
        ++row;
    }
}

void EnvironmentDetails::showProblems(const ToolEnvironment *environment)
{
    QStringList texts;
    QStringList commands;
    if (environment) {
        // The command of a problem stands below, in the right order.
        for (const auto &problem : environment->problems)
            texts.append(problem.text.section(u"; this installs it: "_s, 0, 0)
                             .section(u"; this makes "_s, 0, 0));
        if (m_pins && !environment->pythonVersion.isEmpty())
            commands = toolchain::repairCommands(*environment, *m_pins);
        if (!commands.isEmpty())
            texts.append(environment->isExternallyManaged
                    ? tr("The system manages this Python. These commands make an environment of "
                         "its own:")
                    : tr("These commands mend it:"));
    } else {
        texts.append(tr("Opening and inspecting models works without. To compile, create an "
                        "environment below, choose one you have, or type these commands:"));
        if (m_pins)
            commands = toolchain::creationCommands(*m_pins, toolchain::createdEnvironmentDir());
    }
    m_problems->setText(texts.join(u'\n'));
    m_problems->setVisible(!texts.isEmpty());
    m_commands->setPlainText(commands.join(u'\n'));
    m_commands->setVisible(!commands.isEmpty());
    m_copy->setVisible(!commands.isEmpty());
}

} // namespace tosaic::views
