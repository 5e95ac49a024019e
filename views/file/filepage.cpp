// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/file/filepage.h"

#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "views/file/descriptionmodels.h"
#include "views/file/sectionpage.h"
#include "views/models/formatwords.h"
#include "views/models/problemsmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/celldelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/searchline.h"
#include "views/widgets/statestack.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int ShownProblems = 4; // rows before the list scrolls
constexpr int SectionRow = 28; // px
constexpr int SectionPadding = 12; // px, as in the tables
constexpr int SmallestList = 128; // px
constexpr int LargestList = 240; // px
constexpr int WidestCell = 220; // px of a place or a code
constexpr int RoomForCodes = 760; // px; below it the text of a problem needs the room

/// The name of a section as far from the border as the text of tables.
class SectionDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        auto cell = option;
        initStyleOption(&cell, index);
        paintCellGround(*painter, cell);
        const auto area = cell.rect.adjusted(SectionPadding, 0, -SectionPadding / 2, 0);
        painter->setPen(cellTextColor(cell));
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
            cell.fontMetrics.elidedText(cell.text, Qt::ElideRight, area.width()));
    }
};

} // namespace

class FilePage::Private
{
public:
    Private(FilePage &owner, ModelDocument &modelDocument)
        : page(owner), document(modelDocument), diagnostics(new ProblemsModel(&owner, true))
    {
        build();
        connectAll();
        rebuild();
    }

    void build();
    QWidget *makeHeader();
    void makeProblems();
    void makeSections();
    void connectAll();
    void rebuild();
    void listSections();
    void showSection();
    void fitProblems();
    void fitProblemColumns();
    void fitList();

    FilePage &page;
    ModelDocument &document;
    ProblemsModel *diagnostics;
    StateStack *states = nullptr;
    QLabel *title = nullptr;
    QLabel *facts = nullptr;
    SearchLine *filter = nullptr;
    DataTable *problems = nullptr;
    QSplitter *splitter = nullptr;
    QListWidget *sections = nullptr;
    SectionPage *section = nullptr;
};

void FilePage::Private::build()
{
    auto *content = new QWidget(&page);
    section = new SectionPage(content);
    makeProblems();
    makeSections();
    splitter = named(new QSplitter(Qt::Horizontal, content), u"fileSplitter"_s);
    splitter->addWidget(sections);
    splitter->addWidget(section);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    keepSides(*splitter);
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeHeader());
    rows->addWidget(problems);
    rows->addWidget(splitter, 1);
    states = named(new StateStack(content, &page), u"fileStates"_s);
    fillWith(&page, states);
}

QWidget *FilePage::Private::makeHeader()
{
    auto *bar = barIn(&page);
    title = named(new QLabel(bar), u"fileTitle"_s, {}, u"title"_s);
    facts = named(new QLabel(bar), u"fileFacts"_s, {}, u"muted"_s);
    for (auto *label : { title, facts }) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    filter = named(new SearchLine(FilePage::tr("Filter all sections"), bar), u"fileFilter"_s,
        FilePage::tr("Filter all sections"));
    filter->setTarget(sections);
    filter->setMinimumWidth(240);
    filter->setMaximumWidth(320);
    auto *names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(title);
    names->addWidget(facts);
    auto *row = makeRow(bar, {}, 12, { 12, 10, 12, 10 });
    row->addLayout(names, 1);
    row->addWidget(filter);
    return bar;
}

void FilePage::Private::makeProblems()
{
    problems = new DataTable(u"fileProblems"_s, FilePage::tr("Problems in this file"), &page);
    problems->setSortedModel(diagnostics);
    auto *header = problems->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(problems->columnOf(u"text"), QHeaderView::Stretch);
}

void FilePage::Private::makeSections()
{
    sections = named(new QListWidget(&page), u"fileSections"_s, FilePage::tr("Sections"));
    sections->setFrameShape(QFrame::NoFrame);
    sections->setUniformItemSizes(true);
    sections->setMinimumWidth(SmallestList);
    sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    sections->setItemDelegate(new SectionDelegate(sections));
}

void FilePage::Private::connectAll()
{
    connect(&document, &ModelDocument::changed, &page, [this] { rebuild(); });
    connect(states, &StateStack::actionTriggered, &page, &FilePage::openRequested);
    connect(filter, &QLineEdit::textChanged, &page, [this] { listSections(); });
    connect(sections, &QListWidget::currentRowChanged, &page, [this] { showSection(); });
}

void FilePage::Private::rebuild()
{
    const auto &description = document.description();
    if (!description) {
        const bool isOpen = !document.isEmpty();
        states->showEmpty({ .iconName = u"document-open"_s,
            .title = isOpen ? FilePage::tr("This file has views of its own")
                            : FilePage::tr("No file is open"),
            .text = isOpen ? FilePage::tr("Outline, graph and inspector show what it holds.")
                           : FilePage::tr("Open any file of the toolchain: what it holds stands "
                                          "here, section by section."),
            .actionText = isOpen ? QString() : FilePage::tr("Open a file…") });
        return;
    }
    const QFileInfo file(document.path());
    title->setText(file.fileName());
    title->setToolTip(document.path());
    const auto format = formatWord(description->format);
    QStringList parts{ description->formatVersion.isEmpty()
            ? format
            : FilePage::tr("%1, version %2").arg(format, description->formatVersion) };
    if (const auto source = document.source())
        parts << formatBytes(source->size());
    facts->setText(parts.join(u"  ·  "_s));
    auto worstFirst = description->diagnostics;
    std::ranges::stable_sort(worstFirst, std::ranges::greater(), &Diagnostic::severity);
    std::vector<Problem> rows;
    for (auto &diagnostic : worstFirst)
        rows.push_back({ std::move(diagnostic), {} });
    diagnostics->set(collapsed(rows));
    fitProblems();
    filter->clear();
    listSections();
    fitList();
    states->showContent();
}

void FilePage::Private::fitProblems()
{
    problems->fitHeight(ShownProblems);
    fitProblemColumns();
}

/// The text of the problem takes what severity, place and code leave.
void FilePage::Private::fitProblemColumns()
{
    problems->setHasRoom(problems->columnOf(u"code"), page.width() >= RoomForCodes);
    for (const auto *key : { u"severity", u"place", u"code" }) {
        const auto column = problems->columnOf(key);
        if (problems->isColumnHidden(column))
            continue;
        problems->resizeColumnToContents(column);
        problems->setColumnWidth(column,
            std::min(problems->columnWidth(column), std::min(WidestCell, page.width() / 4)));
    }
}

/// As wide as its names; a file of one section needs no list.
void FilePage::Private::fitList()
{
    sections->setVisible(document.description()->sections.size() > 1);
    int widest = 0;
    for (int i = 0; i < sections->count(); ++i)
        widest = std::max(
            widest, sections->fontMetrics().horizontalAdvance(sections->item(i)->text()));
    const auto width = std::clamp(widest + 3 * SectionPadding, SmallestList, LargestList);
    splitter->setSizes({ width, std::max(width, page.width() - width) });
}

/// Those that contain what is looked for, with how often; the shown one stays if it can.
void FilePage::Private::listSections()
{
    const auto &description = document.description();
    if (!description)
        return;
    const auto text = filter->text().trimmed();
    const auto *current = sections->currentItem();
    const auto wanted = current ? current->data(Qt::UserRole).toInt() : 0;
    {
        const QSignalBlocker quiet(sections);
        sections->clear();
        for (size_t i = 0; i < description->sections.size(); ++i) {
            const auto &one = description->sections[i];
            const auto name
                = one.title.isEmpty() ? FilePage::tr("The file") : descriptionLabel(one.title);
            const auto matches
                = text.isEmpty() ? qsizetype(one.table.rows.size()) : matchesIn(one, text);
            if (!text.isEmpty() && matches == 0)
                continue;
            auto *item = new QListWidgetItem(matches == 0
                    ? name
                    : FilePage::tr("%1 (%2)").arg(name, formatCount(static_cast<quint64>(matches))),
                sections);
            item->setData(Qt::UserRole, static_cast<int>(i));
            item->setToolTip(name);
            item->setSizeHint({ 0, SectionRow });
        }
    }
    int row = sections->count() > 0 ? 0 : -1;
    for (int i = 0; i < sections->count(); ++i) {
        if (sections->item(i)->data(Qt::UserRole).toInt() == wanted)
            row = i;
    }
    sections->setCurrentRow(row);
    showSection();
}

void FilePage::Private::showSection()
{
    const auto *item = sections->currentItem();
    const auto &description = document.description();
    if (!item || !description) {
        DescriptionSection none;
        none.title = filter->text().isEmpty() ? FilePage::tr("Nothing to show")
                                              : FilePage::tr("Nothing matches the filter");
        section->set(none);
        return;
    }
    section->set(description->sections[static_cast<size_t>(item->data(Qt::UserRole).toInt())]);
    section->setFilter(filter->text().trimmed());
}

FilePage::FilePage(ModelDocument &document, const Theme &, QWidget *parent) : QWidget(parent)
{
    setObjectName(u"filePage"_s);
    setAccessibleName(tr("File"));
    m = std::make_unique<Private>(*this, document);
    setFocusProxy(m->sections);
}

FilePage::~FilePage() = default;

void FilePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m->fitProblemColumns();
}

} // namespace tosaic::views
