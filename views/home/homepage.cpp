// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/home/homepage.h"

#include "views/widgets/building.h"
#include "views/widgets/themeicon.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ColumnWidth = 940; // px

QLabel *makeText(const QString &text, const char *role, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setProperty("role", QString::fromLatin1(role));
    label->setWordWrap(true);
    return label;
}

/// One step of the loop: number, what to do, what comes of it.
QWidget *makeStep(int number, const QString &title, const QString &text, QWidget *parent)
{
    auto *step = new QWidget(parent);
    auto *layout = new QGridLayout(step);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(10);
    layout->setVerticalSpacing(2);
    auto *badge = new QLabel(QString::number(number), step);
    badge->setAlignment(Qt::AlignCenter);
    badge->setFixedSize(24, 24);
    badge->setProperty("role", u"stepNumber"_s);
    auto *heading = new QLabel(title, step);
    auto font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    layout->addWidget(badge, 0, 0, Qt::AlignTop);
    layout->addWidget(heading, 0, 1);
    layout->addWidget(makeText(text, "muted", step), 1, 1);
    layout->setColumnStretch(1, 1);
    layout->setRowStretch(2, 1);
    return step;
}

} // namespace

HomePage::HomePage(const Theme &theme, QWidget *parent) : QScrollArea(parent), m_theme(theme)
{
    setObjectName(u"homePage"_s);
    setAccessibleName(tr("Home"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto *page = named(new QWidget(this), u"homeContent"_s);
    auto *column = new QWidget(page);
    column->setMaximumWidth(ColumnWidth);
    auto *outer = new QHBoxLayout(page);
    outer->setContentsMargins(24, 24, 24, 24);
    outer->addStretch();
    outer->addWidget(column, 100);
    outer->addStretch();

    auto *grid = new QGridLayout(column);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(16);
    grid->addWidget(makeWelcome(), 0, 0, 1, 2);
    QVBoxLayout *tools = nullptr;
    grid->addWidget(makeCard(u"homeSamples"_s, tr("Samples"), m_samples), 1, 1);
    grid->addWidget(makeCard(u"homeRecent"_s, tr("Recent files"), m_recent), 1, 0, 2, 1);
    grid->addWidget(makeCard(u"homeTools"_s, tr("Tools on this machine"), tools), 2, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(3, 1);
    makeToolsCard(tools);
    setWidget(page);
    setRecent({});
    setSamples({});
    setTools({});
    connect(&m_theme, &Theme::changed, this, &HomePage::applyTheme);
    applyTheme();
}

QWidget *HomePage::makeWelcome()
{
    auto *card = named(new QFrame(this), u"homeWelcome"_s, {}, u"card"_s);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(16);
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    m_logo = new QLabel(card);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(4);
    auto *title = new QLabel(tr("See what runs on the NPU, and why the rest does not"), card);
    auto font = title->font();
    font.setPixelSize(20);
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    title->setWordWrap(true);
    texts->addWidget(title);
    texts->addWidget(makeText(
        tr("Tosaic opens ExecuTorch programs for Arm Ethos-U, shows their partitions, compiles "
           "them again your way and puts old and new side by side."),
        "muted", card));
    auto *open
        = named(new QPushButton(tr("Open a file..."), card), u"homeOpen"_s, {}, u"primary"_s);
    connect(open, &QPushButton::clicked, this, &HomePage::openRequested);
    head->addWidget(m_logo, 0, Qt::AlignTop);
    head->addLayout(texts, 1);
    head->addWidget(open, 0, Qt::AlignVCenter);
    layout->addLayout(head);

    auto *steps = new QHBoxLayout;
    steps->setSpacing(24);
    steps->addWidget(makeStep(1, tr("Open"),
        tr("A .pte program, or a model (.py, .pt2, .tosa, .tflite). Drop it anywhere."), card));
    steps->addWidget(makeStep(2, tr("Change and compile"),
        tr("Keep operators on the CPU, choose target and memory mode, press Ctrl+B."), card));
    steps->addWidget(makeStep(3, tr("Measure and report"),
        tr("Drop a console log with PMU counters; save one report for the hardware team."), card));
    layout->addLayout(steps);
    return card;
}

QFrame *HomePage::makeCard(const QString &name, const QString &title, QVBoxLayout *&content)
{
    auto *card = named(new QFrame(this), name, title, u"card"_s);
    auto *layout = new QVBoxLayout(card);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(8);
    layout->addWidget(makeText(title, "section", card));
    content = new QVBoxLayout;
    content->setSpacing(4);
    layout->addLayout(content);
    layout->addStretch();
    return card;
}

QWidget *HomePage::makeFileRow(const HomeFile &file, const QString &name)
{
    auto *row = new QWidget(this);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 2, 0, 6);
    layout->setSpacing(0);
    auto *link = named(new QPushButton(file.title, row), name, tr("Open %1").arg(file.title));
    link->setAccessibleDescription(file.detail);
    link->setProperty("role", u"link"_s);
    link->setCursor(Qt::PointingHandCursor);
    link->setToolTip(file.path);
    connect(link, &QPushButton::clicked, this,
        [this, path = file.path] { Q_EMIT openFileRequested(path); });
    layout->addWidget(link, 0, Qt::AlignLeft);
    auto *detail = makeText(file.detail, "muted", row);
    layout->addWidget(detail);
    return row;
}

void HomePage::fill(QVBoxLayout *list, const std::vector<HomeFile> &files, const QString &emptyText,
    const QString &name)
{
    while (auto *item = list->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    if (files.empty())
        list->addWidget(makeText(emptyText, "muted", this));
    for (const auto &file : files)
        list->addWidget(makeFileRow(file, name));
}

void HomePage::setRecent(const std::vector<HomeFile> &files)
{
    fill(m_recent, files, tr("Files you open are listed here."), u"recentFile"_s);
}

void HomePage::setSamples(const std::vector<HomeFile> &files)
{
    fill(m_samples, files, tr("No samples are installed. They come with Tosaic's data files."),
        u"sampleFile"_s);
}

void HomePage::makeToolsCard(QVBoxLayout *content)
{
    m_toolsText = makeText({}, "plain", this);
    m_toolsText->setObjectName(u"toolsText"_s);
    m_toolsVersions = makeText({}, "muted", this);
    m_toolsVersions->setObjectName(u"toolsVersions"_s);
    m_create = named(new QPushButton(tr("Create tool environment"), this), u"createEnvironment"_s);
    m_choose
        = named(new QPushButton(tr("Choose an existing one..."), this), u"chooseEnvironment"_s);
    connect(m_create, &QPushButton::clicked, this, &HomePage::createEnvironmentRequested);
    connect(m_choose, &QPushButton::clicked, this, &HomePage::chooseEnvironmentRequested);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 8, 0, 0);
    buttons->addWidget(m_create);
    buttons->addWidget(m_choose);
    buttons->addStretch();
    content->addWidget(m_toolsText);
    content->addWidget(m_toolsVersions);
    content->addLayout(buttons);
}

void HomePage::setTools(const HomeTools &tools)
{
    using State = HomeTools::State;
    m_toolsText->setText(
        tools.sentence.isEmpty() ? tr("Looking for the compilers...") : tools.sentence);
    m_toolsVersions->setText(tools.versions.join(u'\n'));
    m_toolsVersions->setVisible(!tools.versions.isEmpty());
    m_create->setVisible(tools.state == State::Missing || tools.state == State::Failed);
    m_create->setProperty("role", u"primary"_s);
    m_choose->setVisible(tools.state != State::Looking && tools.state != State::Creating);
}

void HomePage::applyTheme()
{
    const auto &colors = m_theme.colors();
    m_logo->setPixmap(QIcon(u":/icons/tosaic.svg"_s).pixmap(48, 48));
    setStyleSheet(
        u"#homePage, #homeContent { background: %1; }"_s
        u"QLabel[role=\"stepNumber\"] { background: %2; border: 1px solid %3; border-radius: 12px; color: %4; }"_s
            .arg(colors.window.name(), colors.sunken.name(), colors.border.name(),
                colors.text.name()));
}

} // namespace tosaic::views
