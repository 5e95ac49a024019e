// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of EnvironmentPanel that builds its widgets.
#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmentpanel.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LogLines = 5000; // older ones are dropped

QLabel *selectable(QWidget *parent, const QString &name)
{
    auto *label = new QLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setProperty("role", u"section"_s);
    label->setContentsMargins(0, 12, 0, 0);
    return label;
}

} // namespace

void EnvironmentPanel::makeStatus(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    m_status = selectable(parent, u"environmentStatus"_s);
    m_status->setProperty("role", u"title"_s);
    m_path = selectable(parent, u"environmentPath"_s);
    m_path->setProperty("role", u"muted"_s);
    auto *choose = new QPushButton(tr("Choose…"), parent);
    choose->setObjectName(u"environmentChoose"_s);
    choose->setToolTip(
        tr("Choose the Python interpreter of an environment that has the compilers"));
    auto *again = new QPushButton(tr("Look again"), parent);
    again->setObjectName(u"environmentRefresh"_s);
    connect(choose, &QPushButton::clicked, this, &EnvironmentPanel::chooseInterpreter);
    connect(again, &QPushButton::clicked, this, &EnvironmentPanel::refresh);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(choose);
    buttons->addWidget(again);
    buttons->addStretch();
    rows->addWidget(m_status);
    rows->addWidget(m_path);
    rows->addLayout(buttons);
}

void EnvironmentPanel::makeDetails(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    m_detailTitle = heading(QString(), parent);
    m_detailTitle->setObjectName(u"environmentDetailTitle"_s);
    m_versionArea = new QWidget(parent);
    m_versionArea->setObjectName(u"environmentVersions"_s);
    m_versions = new QGridLayout(m_versionArea);
    m_versions->setContentsMargins(0, 4, 0, 4);
    m_versions->setHorizontalSpacing(16);
    m_versions->setVerticalSpacing(4);
    m_versions->setColumnStretch(3, 1);
    m_problems = selectable(parent, u"environmentProblems"_s);
    m_commands = new QPlainTextEdit(parent);
    m_commands->setObjectName(u"environmentCommands"_s);
    m_commands->setAccessibleName(tr("Commands that make an environment"));
    m_commands->setReadOnly(true);
    m_commands->setFont(m_theme.codeFont());
    m_commands->setWordWrapMode(QTextOption::WordWrap);
    m_commands->setFixedHeight(m_commands->fontMetrics().lineSpacing() * 7 + 16);
    m_copyCommands = new QPushButton(QIcon::fromTheme(u"edit-copy"_s), tr("Copy commands"), parent);
    m_copyCommands->setObjectName(u"environmentCopyCommands"_s);
    connect(m_copyCommands, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(m_commands->toPlainText()); });
    rows->addWidget(m_detailTitle);
    rows->addWidget(m_versionArea);
    rows->addWidget(m_problems);
    rows->addWidget(m_commands);
    rows->addWidget(m_copyCommands, 0, Qt::AlignLeft);
}

void EnvironmentPanel::makeFound(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    m_found = new QListWidget(parent);
    m_found->setObjectName(u"environmentFound"_s);
    m_found->setAccessibleName(tr("Interpreters that were found"));
    m_found->setFixedHeight(fontMetrics().lineSpacing() * 6 + 32); // three of two lines
    m_found->setSpacing(3);
    m_found->setUniformItemSizes(false);
    m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found->setToolTip(tr("Double click or Enter to use one"));
    connect(m_found, &QListWidget::currentItemChanged, this, [this] {
        showDetails();
        updateButtons();
    });
    m_looking = new QLabel(parent);
    m_looking->setObjectName(u"environmentLooking"_s);
    m_looking->setProperty("role", u"muted"_s);
    connect(m_found, &QListWidget::itemActivated, this,
        [this](const QListWidgetItem *item) { choose(item->data(Qt::UserRole).toString()); });
    rows->addWidget(heading(tr("Found on this machine"), parent));
    rows->addWidget(m_found);
    rows->addWidget(m_looking);
    makeFoundButtons(parent);
}

void EnvironmentPanel::makeFoundButtons(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    const auto button = [parent](const QString &name, const QString &text, const QString &tip) {
        auto *made = new QPushButton(text, parent);
        made->setObjectName(name);
        made->setToolTip(tip);
        return made;
    };
    m_use = button(u"environmentUse"_s, tr("Use"), tr("Compile with the selected environment"));
    m_useSecond = button(u"environmentSecond"_s, tr("Use for comparison"),
        tr("Compile with this one too, to see what another version makes of the model"));
    m_remove = button(u"environmentRemove"_s, tr("Remove…"),
        tr("Remove the folder of an environment that Tosaic made"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    for (auto *one : { m_use, m_useSecond, m_remove })
        line->addWidget(one);
    line->addStretch();
    rows->addLayout(line);
    m_removal = new QWidget(parent);
    m_removal->setObjectName(u"environmentRemoval"_s);
    m_removalText = selectable(m_removal, u"environmentRemovalText"_s);
    auto *yes = button(u"environmentRemoveYes"_s, tr("Remove the folder"), {});
    auto *no = button(u"environmentRemoveNo"_s, tr("Keep it"), {});
    auto *ask = new QHBoxLayout(m_removal);
    ask->setContentsMargins(0, 0, 0, 0);
    ask->addWidget(m_removalText, 1);
    ask->addWidget(yes);
    ask->addWidget(no);
    m_removal->hide();
    rows->addWidget(m_removal);
    connect(m_use, &QPushButton::clicked, this, [this] { choose(selected()); });
    connect(m_useSecond, &QPushButton::clicked, this, &EnvironmentPanel::toggleSecond);
    connect(m_remove, &QPushButton::clicked, this, &EnvironmentPanel::askRemoval);
    connect(yes, &QPushButton::clicked, this, &EnvironmentPanel::remove);
    connect(no, &QPushButton::clicked, m_removal, &QWidget::hide);
}

void EnvironmentPanel::makeCreation(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    m_what = new QComboBox(parent);
    m_what->setObjectName(u"environmentWhat"_s);
    m_what->setAccessibleName(tr("What the new environment holds"));
    m_what->addItems({ tr("ExecuTorch and Vela in the tested versions"), tr("Vela only") });
    m_velaVersion = new QLineEdit(u"5.0.0"_s, parent);
    m_velaVersion->setObjectName(u"environmentVelaVersion"_s);
    m_velaVersion->setAccessibleName(tr("Version of Vela"));
    m_velaVersion->setPlaceholderText(tr("Version of Vela, as 5.0.0"));
    m_velaVersion->setMaximumWidth(180);
    auto *kind = new QHBoxLayout;
    kind->setSpacing(8);
    kind->addWidget(m_what, 1);
    kind->addWidget(m_velaVersion);
    m_whatNote = new QLabel(parent);
    m_whatNote->setObjectName(u"environmentWhatNote"_s);
    m_whatNote->setProperty("role", u"muted"_s);
    m_whatNote->setWordWrap(true);
    m_folder = new QLineEdit(QDir::toNativeSeparators(toolchain::createdEnvironmentDir()), parent);
    m_folder->setObjectName(u"environmentFolder"_s);
    m_folder->setAccessibleName(tr("Folder of the new environment"));
    m_cpuIndex
        = new QCheckBox(tr("Take torch's CPU build from its own index (saves gigabytes)"), parent);
    m_cpuIndex->setObjectName(u"environmentCpuIndex"_s);
    m_cpuIndex->setToolTip(
        tr("The default index brings a build with CUDA on Linux. If the index of the CPU build "
           "cannot be reached, the default one is used."));
    m_cpuIndex->setChecked(true);
    m_packages = new QLineEdit(parent);
    m_packages->setObjectName(u"environmentPackages"_s);
    m_packages->setAccessibleName(tr("Package index or folder of wheels"));
    m_packages->setPlaceholderText(tr("Package index (URL) or folder of wheels, optional"));
    m_create = new QPushButton(tr("Create tool environment…"), parent);
    m_create->setObjectName(u"environmentCreate"_s);
    m_cancel = new QPushButton(tr("Cancel"), parent);
    m_cancel->setObjectName(u"environmentCancel"_s);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_create);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    m_stage = selectable(parent, u"environmentStage"_s);
    m_progress = new QProgressBar(parent);
    m_progress->setObjectName(u"environmentProgress"_s);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_log = new QPlainTextEdit(parent);
    m_log->setObjectName(u"environmentLog"_s);
    m_log->setAccessibleName(tr("Log"));
    m_log->setReadOnly(true);
    m_log->setMaximumBlockCount(LogLines);
    m_log->setFont(m_theme.codeFont());
    m_log->setMinimumHeight(140);
    rows->addWidget(heading(tr("A new environment"), parent));
    rows->addLayout(kind);
    rows->addWidget(m_whatNote);
    rows->addWidget(m_folder);
    rows->addWidget(m_packages);
    rows->addWidget(m_cpuIndex);
    rows->addLayout(buttons);
    for (auto *widget : std::initializer_list<QWidget *>{ m_stage, m_progress, m_log })
        rows->addWidget(widget);
    m_stage->hide();
    m_log->hide();
    m_progress->hide();
    m_cancel->hide();
    connect(m_what, &QComboBox::currentIndexChanged, this, &EnvironmentPanel::updateCreation);
    connect(m_velaVersion, &QLineEdit::textChanged, this, &EnvironmentPanel::updateCreation);
    updateCreation();
    connect(m_create, &QPushButton::clicked, this, &EnvironmentPanel::startCreation);
    connect(m_cancel, &QPushButton::clicked, &m_creator, &toolchain::EnvironmentCreator::cancel);
}

void EnvironmentPanel::fillVersions()
{
    while (auto *item = m_versions->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto *environment = detailed();
    m_versionArea->setVisible(environment && m_pins);
    if (!environment || !m_pins)
        return;
    const auto put = [this](int row, int column, const QString &text, bool isMuted) {
        auto *label = selectable(m_versionArea, {});
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

} // namespace tosaic::views
