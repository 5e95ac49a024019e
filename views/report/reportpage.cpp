// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpage.h"

#include "core/report/textwriters.h"
#include "views/report/reportsheet.h"
#include "views/widgets/layouts.h"
#include "views/widgets/statestack.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int SideWidth = 232; // px
}

ReportPage::ReportPage(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(u"reportPage"_s);
    setAccessibleName(tr("Report"));
    m_stack = new StateStack(createContent(), this);
    fillWith(this, m_stack);
    connect(m_stack, &StateStack::actionTriggered, this, &ReportPage::openModelRequested);
    refresh();
}

ReportPage::~ReportPage() = default;

QWidget *ReportPage::createContent()
{
    auto *content = new QWidget(this);
    auto *layout = rowIn(content);
    m_sheet = new ReportSheet(m_theme, content);
    layout->addWidget(createSide(content));
    layout->addWidget(m_sheet, 1);
    return content;
}

QWidget *ReportPage::createSide(QWidget *parent)
{
    auto *side = new QWidget(parent);
    side->setFixedWidth(SideWidth);
    auto *layout = columnIn(side, { 16, 16, 8, 16 }, 8);
    auto *title = new QLabel(tr("&Sections"), side);
    title->setProperty("role", u"section"_s);
    m_sections = new QListWidget(side);
    m_sections->setObjectName(u"reportSections"_s);
    m_sections->setAccessibleName(tr("Sections in the report"));
    m_sections->setWordWrap(true);
    m_sections->setSpacing(3);
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    title->setBuddy(m_sections);
    connect(m_sections, &QListWidget::itemChanged, this, [this](const QListWidgetItem *item) {
        if (item->checkState() == Qt::Checked)
            m_hidden.remove(item->text());
        else
            m_hidden.insert(item->text());
        refresh();
    });
    connect(m_sections, &QListWidget::currentTextChanged, m_sheet, &ReportSheet::goTo);
    layout->addWidget(title);
    layout->addWidget(m_sections, 1);
    createButtons(layout);
    return side;
}

QPushButton *ReportPage::addButton(
    QVBoxLayout *layout, const QString &name, const QString &text, const QString &iconName)
{
    auto *button = new QPushButton(QIcon::fromTheme(iconName), text, layout->parentWidget());
    button->setObjectName(name);
    button->setAccessibleName(QString(text).remove(u'&').remove(u'…'));
    layout->addWidget(button);
    return button;
}

void ReportPage::createButtons(QVBoxLayout *layout)
{
    const auto save
        = [&](const QString &name, const QString &text, const QString &icon, Format format) {
              auto *button = addButton(layout, name, text, icon);
              connect(button, &QPushButton::clicked, this,
                  [this, format] { Q_EMIT saveRequested(format); });
              return button;
          };
    m_save = save(u"saveHtml"_s, tr("Save &HTML…"), u"document-save"_s, Format::Html);
    m_save->setProperty("role", u"primary"_s);
    save(u"savePdf"_s, tr("Save &PDF…"), u"application-pdf"_s, Format::Pdf);
    auto *copy = addButton(layout, u"copyMarkdown"_s, tr("&Copy as Markdown"), u"edit-copy"_s);
    connect(copy, &QPushButton::clicked, this, &ReportPage::copyMarkdown);
    m_notice = new QLabel(layout->parentWidget());
    m_notice->setObjectName(u"reportNotice"_s);
    m_notice->setProperty("role", u"muted"_s);
    m_notice->setWordWrap(true);
    m_notice->setText(
        tr("The HTML is one file that needs nothing else: mail it, attach it, print it."));
    layout->addWidget(m_notice);
}

void ReportPage::fillSections()
{
    const QSignalBlocker blocker(m_sections);
    m_sections->clear();
    for (const auto &section : m_report.sections) {
        auto *item = new QListWidgetItem(section.title, m_sections);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_hidden.contains(section.title) ? Qt::Unchecked : Qt::Checked);
    }
}

void ReportPage::setReport(report::Report report)
{
    m_report = std::move(report);
    fillSections();
    refresh();
}

report::Report ReportPage::chosenReport() const
{
    report::Report chosen{ .title = m_report.title, .subtitle = m_report.subtitle };
    for (const auto &section : m_report.sections) {
        if (!m_hidden.contains(section.title))
            chosen.sections.push_back(section);
    }
    return chosen;
}

void ReportPage::refresh()
{
    if (m_report.sections.empty()) {
        m_stack->showEmpty({ .iconName = u"x-office-document"_s,
            .title = tr("Nothing to report yet"),
            .text
            = tr("Open a model, a compile result or a console log: the report of what is open "
                 "is then ready here, as one file for people without the tool."),
            .actionText = tr("Open a file…") });
        return;
    }
    m_sheet->setReport(chosenReport());
    m_stack->showContent();
}

void ReportPage::copyMarkdown()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(report::toMarkdown(chosenReport())));
    m_notice->setText(tr("Copied: paste it into an issue, a wiki or a mail."));
    Q_EMIT copied();
}

} // namespace tosaic::views
