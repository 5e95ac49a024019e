// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memorypicturepage.h"

#include "core/base/jobslot.h"
#include "core/documents/estimatedocument.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/documents/specdocument.h"
#include "views/memory/boardbox.h"
#include "views/memory/memorynumbers.h"
#include "views/memory/memorypictureview.h"
#include "views/memory/memorytablemodel.h"
#include "views/memory/memorytext.h"
#include "views/memory/modebuttons.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/scrolled.h"
#include "views/widgets/statestack.h"
#include "views/widgets/theme.h"
#include "views/widgets/wrappedlabel.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int SmallestPicture = 200; // px in which no part covers another
constexpr int SmallestTable = 100; // px: its header and a few rows
}

class MemoryPicturePage::Private
{
public:
    Private(MemoryPicturePage &owner, const MemoryPictureContext &all, const Theme &theme)
        : page(owner), context(all), slot(nullptr, &owner)
    {
        build(theme);
        connectDocuments();
        connectWidgets();
        readFacts();
    }

    void build(const Theme &theme);
    QWidget *makeBar(QWidget *parent);
    QWidget *makeStatus(QWidget *parent);
    QWidget *makePicture(QWidget *parent, const Theme &theme);
    void connectDocuments();
    void connectWidgets();
    void readFacts();
    void takeEstimate();
    void takeFacts(Result<analysis::MemoryFacts> facts, bool isCompile);
    void update();
    void updateModes();
    void updateStatus();
    void chooseMode(const QString &mode);
    void showAsCompiled();
    void select(const PartRef &part);
    void follow(const model::EntityRef &entity);
    const analysis::MemoryPart *partOf(const PartRef &ref) const;

    MemoryPicturePage &page;
    MemoryPictureContext context;
    JobSlot slot;
    MemoryNumbers numbers;
    analysis::MemoryPicture picture;
    std::optional<analysis::Budget> budget;
    /// About the model that was open before.
    std::shared_ptr<const compiled::Estimate> foreign;
    std::vector<Diagnostic> problems; ///< reports that could not be read
    StateStack *states = nullptr;
    ModeButtons *modes = nullptr;
    BoardBox *board = nullptr;
    QLabel *verdict = nullptr;
    QLabel *source = nullptr;
    WrappedLabel *notes = nullptr;
    QPushButton *asCompiled = nullptr;
    MemoryPictureView *view = nullptr;
    DataTable *table = nullptr;
    MemoryTableModel *rows = nullptr;
};

void MemoryPicturePage::Private::build(const Theme &theme)
{
    auto *content = new QWidget(&page);
    auto *layout = makeColumn(content, {}, 0);
    layout->addWidget(makeBar(content));
    layout->addWidget(makeStatus(content));
    notes = named(
        new WrappedLabel(content), u"memoryNotes"_s, MemoryPicturePage::tr("Notes"), u"muted"_s);
    notes->setTextFormat(Qt::PlainText);
    notes->setContentsMargins(16, 0, 16, 4);
    layout->addWidget(notes);
    layout->addWidget(makePicture(content, theme), 1);
    states = named(new StateStack(scrolled(content), &page), u"memoryStates"_s);
    fillWith(&page, states);
}

QWidget *MemoryPicturePage::Private::makeBar(QWidget *parent)
{
    auto *bar = barIn(parent);
    modes = new ModeButtons(bar);
    board = new BoardBox(bar);
    auto *label = new QLabel(MemoryPicturePage::tr("&Board"), bar);
    label->setBuddy(board);
    auto *row = makeRow(bar, {}, 8, { 16, 6, 16, 6 });
    row->addWidget(modes, 1);
    row->addWidget(label);
    row->addWidget(board);
    return bar;
}

QWidget *MemoryPicturePage::Private::makeStatus(QWidget *parent)
{
    auto *line = new QWidget(parent);
    verdict = named(new QLabel(line), u"memoryVerdict"_s);
    verdict->setTextFormat(Qt::PlainText);
    verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    source = named(new QLabel(line), u"memorySource"_s, {}, u"muted"_s);
    source->setTextFormat(Qt::PlainText);
    asCompiled = named(new QPushButton(MemoryPicturePage::tr("Show as compiled"), line),
        u"memoryAsCompiled"_s, {}, u"link"_s);
    asCompiled->setToolTip(
        MemoryPicturePage::tr("Set target, memory mode and system configuration of the spec to "
                              "those that the open file was compiled with"));
    auto *row = makeRow(line, {}, 12, { 16, 6, 16, 4 });
    row->addWidget(verdict);
    row->addWidget(source, 1);
    row->addWidget(asCompiled);
    return line;
}

QWidget *MemoryPicturePage::Private::makePicture(QWidget *parent, const Theme &theme)
{
    auto *splitter = named(new QSplitter(Qt::Vertical, parent), u"memorySplitter"_s);
    view = new MemoryPictureView(theme, splitter);
    view->setMinimumHeight(SmallestPicture);
    splitter->addWidget(view);
    table = new DataTable(u"memoryTable"_s, MemoryPicturePage::tr("Memory in numbers"), splitter);
    rows = new MemoryTableModel(table);
    table->setSortedModel(rows);
    table->setMinimumHeight(SmallestTable);
    splitter->addWidget(table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({ 330, 190 });
    keepSides(*splitter);
    // Takes what there is, and is scrolled below that.
    splitter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    splitter->setMinimumHeight(SmallestPicture + SmallestTable);
    return splitter;
}

void MemoryPicturePage::Private::connectDocuments()
{
    connect(&context.model, &ModelDocument::changed, &page, [this] {
        foreign = context.estimate.view().estimate;
        readFacts();
    });
    connect(&context.spec, &SpecDocument::changed, &page, [this] { update(); });
    connect(&context.estimate, &EstimateDocument::changed, &page, [this] {
        takeEstimate();
        update();
    });
    connect(&context.selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                follow(entity);
        });
}

void MemoryPicturePage::Private::connectWidgets()
{
    connect(states, &StateStack::actionTriggered, &page, &MemoryPicturePage::openRequested);
    connect(
        modes, &ModeButtons::modeChosen, &page, [this](const QString &mode) { chooseMode(mode); });
    connect(board, &BoardBox::boardChosen, &page, [this](const QString &id) {
        update();
        Q_EMIT page.boardChosen(id);
    });
    connect(board, &BoardBox::ownBoardRequested, &page, &MemoryPicturePage::ownBoardRequested);
    connect(asCompiled, &QPushButton::clicked, &page, [this] { showAsCompiled(); });
    connect(view, &MemoryPictureView::partSelected, &page, [this](const PartRef &part) {
        table->setCurrentSourceRow(rows->rowOf(part));
        select(part);
    });
    connect(view, &MemoryPictureView::partActivated, &page, [this](const PartRef &ref) {
        if (const auto *part = partOf(ref); part && !part->entity.isEmpty())
            Q_EMIT context.selection.activated(part->entity);
    });
    connect(table, &DataTable::currentSourceRowChanged, &page, [this](int row) {
        const auto part = rows->partOf(row);
        view->setSelectedPart(part);
        if (part)
            select(*part);
    });
}

void MemoryPicturePage::Private::readFacts()
{
    slot.cancel();
    numbers.setFacts({}, false);
    problems.clear();
    const auto result = context.model.compileResult();
    const auto program = context.model.program();
    if (!result && !program) {
        update();
        return;
    }
    states->showLoading(MemoryPicturePage::tr("Reading the compiler's reports…"));
    slot.start(
        MemoryPicturePage::tr("Memory picture"),
        [result, program](const JobControl &) -> Result<analysis::MemoryFacts> {
            return result ? analysis::detailedMemoryFacts(*result, program)
                          : analysis::memoryFacts(*program);
        },
        [this, isCompile = bool(result)](
            Result<analysis::MemoryFacts> facts) { takeFacts(std::move(facts), isCompile); });
}

void MemoryPicturePage::Private::takeEstimate()
{
    const auto &estimate = context.estimate.view().estimate;
    if (estimate && estimate != foreign && !slot.isRunning())
        numbers.addEstimate(*estimate);
}

void MemoryPicturePage::Private::takeFacts(Result<analysis::MemoryFacts> facts, bool isCompile)
{
    if (facts) {
        problems = facts->diagnostics;
        numbers.setFacts(std::move(*facts), isCompile);
        takeEstimate();
    }
    update();
}

void MemoryPicturePage::Private::update()
{
    if (slot.isRunning())
        return;
    if (numbers.isEmpty()) {
        const bool isOpen = !context.model.isEmpty();
        states->showEmpty({ .iconName = u"memory"_s,
            .title = isOpen ? MemoryPicturePage::tr("Nothing of this file is for an Ethos-U")
                            : MemoryPicturePage::tr("No model to place"),
            .text = MemoryPicturePage::tr(
                "Open a compiled model, or compile one: where the memory mode puts its weights and "
                "feature maps, and whether that fits a board, stands here."),
            .actionText = MemoryPicturePage::tr("Open a model…") });
        return;
    }
    picture = numbers.picture(context.spec.spec());
    budget.reset();
    if (const auto *chosen = board->current())
        budget = analysis::checkBudget(picture, *chosen);
    view->setPicture(picture, budget);
    rows->set(picture, budget ? &*budget : nullptr);
    table->fitColumns(300);
    updateModes();
    updateStatus();
    states->showContent();
}

void MemoryPicturePage::Private::updateModes()
{
    const auto spec = context.spec.spec();
    const auto need = [&](const QString &mode) {
        auto other = spec;
        other.memoryMode = mode;
        const auto there = numbers.picture(other);
        const auto *sram = there.box(analysis::MemoryRole::Sram);
        const auto bytes = sram && !sram->parts.empty() ? sram->needBytes() : std::nullopt;
        return bytes ? MemoryPicturePage::tr("SRAM %1").arg(sizeText(bytes)) : sizeText({});
    };
    const auto reason
        = [&](analysis::ModeObstacle obstacle) { return obstacleText(obstacle, spec); };
    modes->setModes(analysis::modeChoices(spec), picture.memoryMode, need, reason);
}

void MemoryPicturePage::Private::updateStatus()
{
    verdict->setText(budget ? budgetSentence(*budget) : QString());
    verdict->setVisible(budget.has_value());
    auto font = page.font();
    font.setWeight(QFont::DemiBold);
    verdict->setFont(font);
    verdict->setProperty("verdict",
        !budget                                   ? u"none"_s
            : budget->fits()                      ? u"good"_s
            : budget->isOver() || !budget->hasNpu ? u"bad"_s
                                                  : u"unknown"_s);
    verdict->style()->unpolish(verdict);
    verdict->style()->polish(verdict);
    const auto *known = numbers.find(context.spec.spec());
    QString text = MemoryPicturePage::tr("Sizes of this spec are not known: nobody compiled or "
                                         "estimated it yet.");
    if (known && known->source == KnownNumbers::Source::Compile)
        text = MemoryPicturePage::tr("Sizes and traffic from the compile's reports (est)");
    else if (known && known->source == KnownNumbers::Source::Estimate)
        text = MemoryPicturePage::tr("Sizes and traffic from the live estimate (est)");
    else if (known)
        text = MemoryPicturePage::tr("Sizes from the file; traffic and fast scratch are not in it");
    if (!known && context.estimate.view().isBusy)
        text = MemoryPicturePage::tr("Vela estimates this spec…");
    source->setText(text);
    asCompiled->setVisible(!known && !numbers.factsSpec().target.isEmpty());
    QStringList lines;
    for (const auto note : picture.notes)
        lines << noteText(note, picture);
    if (budget && !budget->hasNpu)
        lines << MemoryPicturePage::tr("%1 has no %2.").arg(budget->boardName, picture.target);
    for (const auto &problem : problems)
        lines << problem.toText();
    notes->setText(lines.join(u'\n'));
    notes->setVisible(!lines.isEmpty());
}

void MemoryPicturePage::Private::chooseMode(const QString &mode)
{
    auto spec = context.spec.spec();
    if (spec::resolved(spec).memoryMode == mode)
        return;
    spec.memoryMode = mode;
    context.spec.addStep(spec, u"memoryMode"_s);
}

void MemoryPicturePage::Private::showAsCompiled()
{
    const auto &compiled = numbers.factsSpec();
    auto spec = context.spec.spec();
    spec.target = compiled.target;
    spec.systemConfig = compiled.systemConfig;
    spec.memoryMode = compiled.memoryMode;
    spec.configIni = compiled.configIni;
    spec.extraFlags = compiled.extraFlags;
    context.spec.addStep(spec, QString());
}

const analysis::MemoryPart *MemoryPicturePage::Private::partOf(const PartRef &ref) const
{
    const auto *box = picture.box(ref.role);
    return box ? box->part(ref.kind) : nullptr;
}

void MemoryPicturePage::Private::select(const PartRef &ref)
{
    const auto *part = partOf(ref);
    if (part && !part->entity.isEmpty())
        context.selection.select(part->entity, &page);
}

/// A part that stands for the entity is marked; several may (a delegate's scratch and fast
/// scratch): the first, unless one of them is already.
void MemoryPicturePage::Private::follow(const model::EntityRef &entity)
{
    if (entity.isEmpty())
        return;
    std::optional<PartRef> found;
    for (const auto &box : picture.boxes) {
        for (const auto &part : box.parts) {
            const PartRef ref{ box.role, part.kind };
            if (part.entity != entity)
                continue;
            if (!found || view->selectedPart() == ref)
                found = ref;
        }
    }
    view->setSelectedPart(found);
    table->setCurrentSourceRow(found ? rows->rowOf(*found) : -1);
}

MemoryPicturePage::MemoryPicturePage(
    const MemoryPictureContext &context, const Theme &theme, QWidget *parent)
    : QWidget(parent), m(std::make_unique<Private>(*this, context, theme))
{
    setObjectName(u"memoryPicturePage"_s);
    setAccessibleName(tr("Memory picture"));
}

MemoryPicturePage::~MemoryPicturePage() = default;

void MemoryPicturePage::setBoards(const boards::BoardCatalogue &catalogue)
{
    m->board->setCatalogue(catalogue);
    m->update();
}

QString MemoryPicturePage::board() const
{
    return m->board->currentId();
}

void MemoryPicturePage::setBoard(const QString &id)
{
    m->board->setCurrentId(id);
    m->update();
}

} // namespace tosaic::views
