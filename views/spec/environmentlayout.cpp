// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The part of EnvironmentPanel that builds its widgets.
#include "core/toolchain/environmentfolder.h"
#include "views/spec/environmentpanel.h"
#include "views/widgets/building.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LogLines = 5000; // older ones are dropped

QLabel *makeText(QWidget *parent, const QString &name)
{
    return selectable(wrapped(named(new QLabel(parent), name)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
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
    m_status = makeText(parent, u"environmentStatus"_s);
    m_status->setProperty("role", u"title"_s);
    m_path = makeText(parent, u"environmentPath"_s);
    m_path->setProperty("role", u"muted"_s);
    auto *choose = named(new QPushButton(tr("Choose…"), parent), u"environmentChoose"_s);
    choose->setToolTip(
        tr("Choose the Python interpreter of an environment that has the compilers"));
    auto *again = named(new QPushButton(tr("Look again"), parent), u"environmentRefresh"_s);
    connect(choose, &QPushButton::clicked, this, &EnvironmentPanel::chooseInterpreter);
    connect(again, &QPushButton::clicked, this, &EnvironmentPanel::refresh);
    auto *buttons = makeRow(nullptr, { choose, again, stretch() }, 8);
    rows->addWidget(m_status);
    rows->addWidget(m_path);
    rows->addLayout(buttons);
}

void EnvironmentPanel::makeDetails(QWidget *parent)
{
    auto *rows = qobject_cast<QVBoxLayout *>(layout());
    m_detailTitle = heading(QString(), parent);
    m_detailTitle->setObjectName(u"environmentDetailTitle"_s);
    m_versionArea = named(new QWidget(parent), u"environmentVersions"_s);
    m_versions = new QGridLayout(m_versionArea);
    m_versions->setContentsMargins(0, 4, 0, 4);
    m_versions->setHorizontalSpacing(16);
    m_versions->setVerticalSpacing(4);
    m_versions->setColumnStretch(3, 1);
    m_problems = makeText(parent, u"environmentProblems"_s);
    m_commands = named(new QPlainTextEdit(parent), u"environmentCommands"_s,
        tr("Commands that make an environment"));
    m_commands->setReadOnly(true);
    m_commands->setFont(m_theme.codeFont());
    m_commands->setWordWrapMode(QTextOption::WordWrap);
    m_commands->setFixedHeight(m_commands->fontMetrics().lineSpacing() * 7 + 16);
    m_copyCommands
        = named(new QPushButton(QIcon::fromTheme(u"edit-copy"_s), tr("Copy commands"), parent),
            u"environmentCopyCommands"_s);
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
    m_found
        = named(new QListWidget(parent), u"environmentFound"_s, tr("Interpreters that were found"));
    m_found->setFixedHeight(fontMetrics().lineSpacing() * 6 + 32); // three of two lines
    m_found->setSpacing(3);
    m_found->setUniformItemSizes(false);
    m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_found->setToolTip(tr("Double click or Enter to use one"));
    connect(m_found, &QListWidget::currentItemChanged, this, [this] {
        showDetails();
        updateButtons();
    });
    m_looking = named(new QLabel(parent), u"environmentLooking"_s, {}, u"muted"_s);
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
        auto *made = named(new QPushButton(text, parent), name);
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
    m_removal = named(new QWidget(parent), u"environmentRemoval"_s);
    m_removalText = makeText(m_removal, u"environmentRemovalText"_s);
    auto *yes = button(u"environmentRemoveYes"_s, tr("Remove the folder"), {});
    auto *no = button(u"environmentRemoveNo"_s, tr("Keep it"), {});
    makeRow(m_removal, { { m_removalText, 1 }, yes, no });
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
    m_what
        = named(new QComboBox(parent), u"environmentWhat"_s, tr("What the new environment holds"));
    m_what->addItems({ tr("ExecuTorch and Vela in the tested versions"), tr("Vela only") });
    m_velaVersion = named(
        new QLineEdit(u"5.0.0"_s, parent), u"environmentVelaVersion"_s, tr("Version of Vela"));
    m_velaVersion->setPlaceholderText(tr("Version of Vela, as 5.0.0"));
    m_velaVersion->setMaximumWidth(180);
    auto *kind = makeRow(nullptr, { { m_what, 1 }, m_velaVersion }, 8);
    m_whatNote = wrapped(named(new QLabel(parent), u"environmentWhatNote"_s, {}, u"muted"_s));
    m_folder
        = named(new QLineEdit(QDir::toNativeSeparators(toolchain::createdEnvironmentDir()), parent),
            u"environmentFolder"_s, tr("Folder of the new environment"));
    m_cpuIndex
        = new QCheckBox(tr("Take torch's CPU build from its own index (saves gigabytes)"), parent);
    m_cpuIndex->setObjectName(u"environmentCpuIndex"_s);
    m_cpuIndex->setToolTip(
        tr("The default index brings a build with CUDA on Linux. If the index of the CPU build "
           "cannot be reached, the default one is used."));
    m_cpuIndex->setChecked(true);
    m_packages = named(
        new QLineEdit(parent), u"environmentPackages"_s, tr("Package index or folder of wheels"));
    m_packages->setPlaceholderText(tr("Package index (URL) or folder of wheels, optional"));
    m_create
        = named(new QPushButton(tr("Create tool environment…"), parent), u"environmentCreate"_s);
    m_cancel = named(new QPushButton(tr("Cancel"), parent), u"environmentCancel"_s);
    auto *buttons = makeRow(nullptr, { m_create, m_cancel, stretch() }, 8);
    m_stage = makeText(parent, u"environmentStage"_s);
    m_progress = named(new QProgressBar(parent), u"environmentProgress"_s, tr("Progress"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_log = named(new QPlainTextEdit(parent), u"environmentLog"_s, tr("Log"));
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

} // namespace tosaic::views
