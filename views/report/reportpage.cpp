// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reportpage.h"

#include "core/report/textwriters.h"
#include "views/report/reportsheet.h"
#include "views/widgets/building.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/statestack.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QStyledItemDelegate>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int SideWidth = 256; // px
constexpr int NoteLines = 3;
constexpr int SectionLines = 6; // at least in sight
constexpr int SectionSpacing = 3; // px around each title

/// The list asks for the height of a row of its whole width, and paints it within the spacing: a
/// title that fits only without would be cut.
class TitleDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        auto painted = option;
        painted.rect.setWidth(option.rect.width() - 2 * SectionSpacing);
        return QStyledItemDelegate::sizeHint(painted, index);
    }
};
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
    auto *layout = makeRow(content, {}, 0);
    m_sheet = new ReportSheet(m_theme, content);
    layout->addWidget(createSide(content));
    layout->addWidget(m_sheet, 1);
    return content;
}

QWidget *ReportPage::createSide(QWidget *parent)
{
    auto *choices = new QWidget(parent);
    choices->setAccessibleName(tr("What the report says"));
    auto *layout = makeColumn(choices, {}, 8, { 16, 16, 8, 0 });
    createWords(layout);
    createSections(layout);
    createPaper(layout);
    auto *ways = new QWidget(parent);
    createButtons(makeColumn(ways, {}, 8, { 16, 0, 8, 16 }));
    auto *side = new QWidget(parent);
    side->setFixedWidth(SideWidth);
    // Where a window is low, the choices scroll; the ways out stay in sight.
    auto *scrolling = scrolled(choices, side);
    scrolling->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *column = makeColumn(side, {}, 8);
    column->addWidget(scrolling, 1);
    column->addWidget(ways);
    return side;
}

void ReportPage::createWords(QVBoxLayout *layout)
{
    auto *side = layout->parentWidget();
    const auto add = [&](const QString &label, auto *field, const QString &name) {
        auto *title = new QLabel(label, side);
        title->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(QString(label).remove(u'&'));
        layout->addWidget(title);
        layout->addWidget(field);
        return field;
    };
    m_title = add(tr("&Title"), new QLineEdit(side), u"reportTitle"_s);
    m_author = add(tr("&Author"), new QLineEdit(side), u"reportAuthor"_s);
    m_note = add(tr("&Note"), new QPlainTextEdit(side), u"reportNote"_s);
    m_note->setFixedHeight(fontMetrics().lineSpacing() * NoteLines + 12);
    m_note->setTabChangesFocus(true);
    connect(m_title, &QLineEdit::textEdited, this, &ReportPage::takeWords);
    connect(m_author, &QLineEdit::textEdited, this, &ReportPage::takeWords);
    connect(m_note, &QPlainTextEdit::textChanged, this, &ReportPage::takeWords);
}

void ReportPage::createSections(QVBoxLayout *layout)
{
    auto *side = layout->parentWidget();
    auto *title = new QLabel(tr("&Sections"), side);
    m_sections = new QListWidget(side);
    m_sections->setObjectName(u"reportSections"_s);
    m_sections->setAccessibleName(tr("Sections in the report"));
    m_sections->setToolTip(
        tr("Drag a section, or press Ctrl+Up and Ctrl+Down, to change the order"));
    m_sections->setAccessibleDescription(m_sections->toolTip());
    m_sections->setWordWrap(true);
    m_sections->setMinimumHeight(SectionLines * (fontMetrics().height() + 2 * SectionSpacing));
    m_sections->setSpacing(SectionSpacing);
    m_sections->setItemDelegate(new TitleDelegate(m_sections));
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sections->setDragDropMode(QAbstractItemView::InternalMove);
    title->setBuddy(m_sections);
    connect(m_sections, &QListWidget::itemChanged, this, &ReportPage::takeSections);
    connect(m_sections->model(), &QAbstractItemModel::rowsMoved, this, &ReportPage::takeSections);
    connect(m_sections, &QListWidget::currentTextChanged, m_sheet, &ReportSheet::goTo);
    for (const auto &[key, by] : { std::pair(Qt::Key_Up, -1), std::pair(Qt::Key_Down, 1) }) {
        auto *shortcut = new QShortcut(QKeySequence(Qt::CTRL | key), m_sections);
        shortcut->setContext(Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, [this, by] { moveSection(by); });
    }
    layout->addWidget(title);
    layout->addWidget(m_sections, 1);
}

void ReportPage::createPaper(QVBoxLayout *layout)
{
    auto *label = new QLabel(tr("Pa&per"), layout->parentWidget());
    m_paper = new QComboBox(layout->parentWidget());
    m_paper->setObjectName(u"reportPaper"_s);
    m_paper->setAccessibleName(tr("Paper"));
    m_paper->setSizeAdjustPolicy(
        QComboBox::AdjustToMinimumContentsLengthWithIcon); // not wider than the side
    m_paper->setToolTip(tr("Of the PDF, and of the HTML when it is printed"));
    for (const auto &[text, paper] : { std::pair(tr("Usual in this region"), report::Paper::Usual),
             std::pair(tr("A4"), report::Paper::A4),
             std::pair(tr("Letter"), report::Paper::Letter) })
        m_paper->addItem(text, int(paper));
    label->setBuddy(m_paper);
    connect(m_paper, &QComboBox::activated, this, &ReportPage::takeWords);
    auto *line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(m_paper, 1);
    layout->addLayout(line);
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
    auto *other = addButton(layout, u"saveOther"_s, tr("Save &otherwise"), u"document-save-as"_s);
    auto *forms = new QMenu(other);
    for (const auto &[text, format] :
        { std::pair(tr("&Markdown…"), Format::Markdown), std::pair(tr("&JSON…"), Format::Json),
            std::pair(tr("&CSV, a file for each table…"), Format::Csv),
            std::pair(tr("&Excel (XLSX), a sheet for each table…"), Format::Xlsx) })
        forms->addAction(text, this, [this, format] { Q_EMIT saveRequested(format); });
    other->setMenu(forms);
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

void ReportPage::fillWords()
{
    const QSignalBlocker blocker(m_note);
    m_title->setText(m_template.title);
    m_title->setPlaceholderText(m_report.title);
    m_author->setText(m_template.author);
    m_paper->setCurrentIndex(m_paper->findData(int(m_template.paper)));
    if (m_note->toPlainText() != m_template.note)
        m_note->setPlainText(m_template.note);
}

void ReportPage::fillSections()
{
    const QSignalBlocker blocker(m_sections);
    m_sections->clear();
    for (const auto &section : m_template.ordered(m_report)) {
        auto *item = new QListWidgetItem(section.title, m_sections);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
            | Qt::ItemIsDragEnabled);
        item->setCheckState(
            m_template.hidden.contains(section.title) ? Qt::Unchecked : Qt::Checked);
    }
}

void ReportPage::takeWords()
{
    m_template.title = m_title->text();
    m_template.author = m_author->text();
    m_template.note = m_note->toPlainText();
    m_template.paper = static_cast<report::Paper>(m_paper->currentData().toInt());
    refresh();
    Q_EMIT templateChanged();
}

/// What the list shows; what was chosen for sections that this report has not stays.
void ReportPage::takeSections()
{
    QStringList shown;
    for (int i = 0; i < m_sections->count(); ++i) {
        const auto *item = m_sections->item(i);
        shown << item->text();
        m_template.hidden.removeAll(item->text());
        if (item->checkState() == Qt::Unchecked)
            m_template.hidden << item->text();
    }
    QStringList own;
    for (const auto &section : m_report.sections)
        own << section.title;
    m_template.order = shown == own ? QStringList() : shown;
    refresh();
    Q_EMIT templateChanged();
}

void ReportPage::moveSection(int by)
{
    const auto from = m_sections->currentRow();
    const auto to = from + by;
    if (from < 0 || to < 0 || to >= m_sections->count())
        return;
    {
        const QSignalBlocker blocker(m_sections);
        m_sections->insertItem(to, m_sections->takeItem(from));
        m_sections->setCurrentRow(to);
    }
    takeSections();
    m_sheet->goTo(m_sections->item(to)->text());
}

void ReportPage::setReport(report::Report report)
{
    m_report = std::move(report);
    fillWords();
    fillSections();
    refresh();
}

void ReportPage::setTemplate(const ReportTemplate &chosen)
{
    if (chosen == m_template)
        return;
    m_template = chosen;
    fillWords();
    fillSections();
    refresh();
}

void ReportPage::showBuilding()
{
    if (m_report.sections.empty())
        m_stack->showLoading(tr("Putting the report together…"));
}

void ReportPage::refresh()
{
    if (m_report.sections.empty()) {
        m_stack->showEmpty({ .iconName = u"x-office-document"_s,
            .title = tr("Nothing to report yet"),
            .text = tr("Compile the open model, or open a program, a compile result, what Vela "
                       "wrote or a console log: the report is then ready here, as one file for "
                       "people without the tool."),
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
