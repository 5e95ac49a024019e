// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/arena/arenapage.h"

#include "profiler/session/profiledocument.h"

#include "core/base/jobslot.h"
#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "views/arena/alivepanel.h"
#include "views/arena/arenasources.h"
#include "views/arena/arenaview.h"
#include "views/canvas/legend.h"
#include "views/canvas/zoombuttons.h"
#include "views/widgets/building.h"
#include "views/widgets/partslabel.h"
#include "views/widgets/statestack.h"
#include "views/widgets/theme.h"
#include "views/widgets/wrappedlabel.h"

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using Arenas = std::vector<std::shared_ptr<const Arena>>;

Result<Arenas> collect(const std::shared_ptr<const model::Program> &program,
    const NpuAnalyses &streams, const QStringList &titles, const JobControl &control)
{
    Arenas arenas;
    const auto add = [&](std::vector<Arena> more) {
        for (auto &arena : more)
            arenas.push_back(std::make_shared<const Arena>(std::move(arena)));
    };
    for (size_t i = 0; i < streams.size() && !control.isCancelled(); ++i)
        add(npuArenas(*streams[i], titles.value(static_cast<qsizetype>(i))));
    if (program && !control.isCancelled())
        add(plannedArenas(*program));
    return arenas;
}

std::vector<FlowLegend::Entry> legendOf(const Arena &arena)
{
    using Kind = ArenaBuffer::Kind;
    std::vector<FlowLegend::Entry> entries;
    const auto add = [&](const QString &text, Kind kind, bool isKnown, bool isHeld = false) {
        entries.push_back({ text,
            [kind, isKnown, isHeld, isNpu = arena.isNpu](
                QPainter &painter, const QRectF &area, const ThemeColors &colors) {
                ArenaView::paintSwatch(painter, area, kind, isNpu, isKnown, colors);
                if (isHeld)
                    ArenaView::paintHeld(painter, area.adjusted(8, 0, 0, 0), colors);
            } });
    };
    for (const auto kind :
        { Kind::Input, Kind::FeatureMap, Kind::Output, Kind::Weights, Kind::Other }) {
        if (std::ranges::find(arena.buffers, kind, &ArenaBuffer::kind) != arena.buffers.end())
            add(bufferKindWord(kind), kind, true);
    }
    if (arena.unknownBuffers > 0)
        add(ArenaPage::tr("Size not known"), Kind::FeatureMap, false);
    const auto held = std::ranges::find_if(
        arena.buffers, [](const ArenaBuffer &buffer) { return buffer.last > buffer.lastUse; });
    if (held != arena.buffers.end())
        add(ArenaPage::tr("Held until the DMA beside it is done"), held->kind, true, true);
    return entries;
}

} // namespace

class ArenaPage::Private
{
public:
    Private(ArenaPage &owner, ModelDocument &model, SelectionContext &context, const Theme &theme)
        : page(owner), document(model), selection(context), slot(nullptr, &owner)
    {
        build(theme);
        connectAll();
        rebuild();
    }

    void build(const Theme &theme);
    QWidget *makeBar();
    void connectAll();
    void rebuild();
    void take(Arenas found);
    void showArena(int index);
    void updateFacts();
    void updateNote();
    QStringList streamTitles() const;
    void follow(const model::EntityRef &entity);
    bool followBuffer(const model::EntityRef &entity);
    bool followStep(const model::EntityRef &entity);
    model::EntityRef inStream(const model::EntityRef &entity) const;
    qsizetype stepOf(const Arena &arena, const model::EntityRef &entity) const;
    void goTo(int arenaIndex);
    const Arena *current() const { return view->arena(); }
    model::EntityRef bufferEntity(int buffer) const
    {
        return current()->buffers[static_cast<size_t>(buffer)].entity;
    }

    ArenaPage &page;
    ModelDocument &document;
    const ProfileDocument *profile = nullptr; ///< null: not set
    SelectionContext &selection;
    JobSlot slot;
    Arenas arenas;
    StateStack *states = nullptr;
    QComboBox *chooser = nullptr;
    PartsLabel *facts = nullptr;
    WrappedLabel *note = nullptr;
    ArenaView *view = nullptr;
    FlowLegend *legend = nullptr;
    AlivePanel *alive = nullptr;
};

void ArenaPage::Private::build(const Theme &theme)
{
    auto *content = new QWidget(&page);
    view = new ArenaView(theme, content);
    legend = new FlowLegend(theme, u"arenaLegend"_s, content);
    auto *left = new QWidget(content);
    auto *leftRows = makeColumn(left, {}, 0);
    leftRows->addWidget(view, 1);
    leftRows->addWidget(legend);
    auto *splitter = named(new QSplitter(Qt::Horizontal, content), u"arenaSplitter"_s);
    splitter->addWidget(left);
    alive = new AlivePanel(content);
    splitter->addWidget(alive);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({ 600, 400 });
    keepSides(*splitter);
    note = named(new WrappedLabel(content), u"arenaNote"_s, {}, u"muted"_s);
    note->setContentsMargins(12, 6, 12, 6);
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeBar());
    rows->addWidget(note);
    rows->addWidget(splitter, 1);
    states = named(new StateStack(content, &page), u"arenaStates"_s);
    fillWith(&page, states);
}

QWidget *ArenaPage::Private::makeBar()
{
    auto *bar = barIn(&page);
    chooser = named(new QComboBox(bar), u"arenaChooser"_s, ArenaPage::tr("Arena"));
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    chooser->setMinimumWidth(160);
    chooser->setMaximumWidth(300);
    facts = named(new PartsLabel(bar), u"arenaFacts"_s);
    auto *origin
        = named(new QLabel(ArenaPage::tr("from the file"), bar), u"arenaOrigin"_s, {}, u"muted"_s);
    origin->setToolTip(ArenaPage::tr("Follows from addresses and the order of steps in the file; "
                                     "nothing is measured or estimated"));
    auto *row = makeRow(bar, {}, 8, { 12, 6, 12, 6 });
    row->addWidget(chooser);
    row->addWidget(facts, 1);
    row->addWidget(origin);
    addZoomButtons(*row, *view, u"arena"_s);
    return bar;
}

void ArenaPage::Private::connectAll()
{
    connect(&document, &ModelDocument::changed, &page, [this] { rebuild(); });
    connect(&document, &ModelDocument::streamsChanged, &page, [this] { rebuild(); });
    connect(&selection, &SelectionContext::changed, &page,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &page)
                follow(entity);
        });
    connect(states, &StateStack::actionTriggered, &page, &ArenaPage::openRequested);
    connect(chooser, &QComboBox::activated, &page, [this](int index) { showArena(index); });
    connect(alive, &AlivePanel::peakRequested, &page, [this] {
        view->setSelectedStep(-1);
        alive->showStep(current()->peakStep);
        alive->setCurrentBuffer(view->selectedBuffer());
        view->showStep(current()->peakStep);
    });
    connect(view, &ArenaView::bufferSelected, &page, [this](int buffer) {
        alive->setCurrentBuffer(buffer);
        selection.select(bufferEntity(buffer), &page);
    });
    connect(view, &ArenaView::stepSelected, &page, [this](qsizetype step) {
        alive->showStep(step);
        alive->setCurrentBuffer(view->selectedBuffer());
        selection.select(current()->step(step), &page);
    });
    connect(alive, &AlivePanel::bufferChosen, &page, [this](int buffer) {
        view->setSelectedBuffer(buffer);
        view->showBuffer(buffer);
        selection.select(bufferEntity(buffer), &page);
    });
    const auto activate = [this](int buffer) { Q_EMIT selection.activated(bufferEntity(buffer)); };
    connect(view, &ArenaView::bufferActivated, &page, activate);
    connect(alive, &AlivePanel::bufferActivated, &page, activate);
}

QStringList ArenaPage::Private::streamTitles() const
{
    QStringList titles;
    const auto &streams = document.streams();
    for (size_t i = 0; i < streams.size(); ++i) {
        const auto *stream = streams[i]->stream();
        const auto npu = stream ? stream->config.name() : ArenaPage::tr("Ethos-U");
        titles << (streams.size() == 1
                ? npu
                : ArenaPage::tr("%1, stream %2").arg(npu, QString::number(i + 1)));
    }
    return titles;
}

void ArenaPage::Private::rebuild()
{
    slot.cancel();
    const auto program = document.program();
    if (!program && document.streams().empty() && !document.isAnalysing()) {
        take({});
        return;
    }
    states->showLoading(ArenaPage::tr("Following the buffers…"));
    if (document.isAnalysing())
        return; // streamsChanged() comes
    slot.start(
        ArenaPage::tr("Live ranges"),
        [program, streams = document.streams(), titles = streamTitles()](
            JobControl control) { return collect(program, streams, titles, control); },
        [this](Result<Arenas> found) { take(found ? std::move(*found) : Arenas()); });
}

void ArenaPage::Private::take(Arenas found)
{
    arenas = std::move(found);
    chooser->clear();
    for (const auto &arena : arenas)
        chooser->addItem(arena->title);
    chooser->setEnabled(arenas.size() > 1);
    updateNote();
    if (arenas.empty()) {
        view->setArena(nullptr);
        const bool isOpen = !document.isEmpty();
        states->showEmpty({ .iconName = u"memory"_s,
            .title
            = isOpen ? ArenaPage::tr("No arena in this file") : ArenaPage::tr("No arena to show"),
            .text = isOpen ? ArenaPage::tr("It holds neither memory-planned tensors nor an Ethos-U "
                                           "command stream that can be followed.")
                           : ArenaPage::tr("Open a compiled model: when each of its buffers is "
                                           "alive, and what makes the peak, stands here."),
            .actionText = ArenaPage::tr("Open a model…") });
        return;
    }
    // The one that costs most is asked for first.
    const auto largest
        = std::ranges::max_element(arenas, {}, [](const auto &arena) { return arena->peakBytes; });
    states->showContent();
    showArena(static_cast<int>(largest - arenas.begin()));
    follow(selection.current());
}

void ArenaPage::Private::updateNote()
{
    QStringList problems;
    for (const auto &stream : document.streams()) {
        if (stream->placed.error)
            problems << ArenaPage::tr("A command stream is missing here: %1")
                            .arg(stream->placed.error->toText());
    }
    note->setText(problems.join(u'\n'));
    note->setVisible(!problems.isEmpty());
}

void ArenaPage::Private::showArena(int index)
{
    const auto &arena = arenas[static_cast<size_t>(index)];
    chooser->setCurrentIndex(index);
    chooser->setToolTip(arena->title);
    view->setArena(arena);
    legend->setEntries(legendOf(*arena));
    updateFacts();
    alive->setArena(arena);
}

void ArenaPage::Private::updateFacts()
{
    const auto &arena = *current();
    QStringList parts;
    if (arena.peakStep >= 0)
        parts << ArenaPage::tr("Peak %1").arg(formatBytes(arena.peakBytes));
    else
        parts << ArenaPage::tr("Peak not known");
    if (arena.capacity)
        parts << ArenaPage::tr("the file asks for %1").arg(formatBytes(*arena.capacity));
    parts << ArenaPage::tr("highest address %1").arg(formatBytes(arena.highWater));
    parts << ArenaPage::tr("%n buffer(s)", nullptr, static_cast<int>(arena.buffers.size()));
    facts->setParts(parts);
    facts->setToolTip(facts->toolTip() + u'\n'
        + ArenaPage::tr("Peak %1 bytes, highest address %2 bytes")
              .arg(formatCount(arena.peakBytes), formatCount(arena.highWater)));
}

void ArenaPage::Private::goTo(int arenaIndex)
{
    if (arenaIndex != chooser->currentIndex())
        showArena(arenaIndex);
}

bool ArenaPage::Private::followBuffer(const model::EntityRef &entity)
{
    for (size_t i = 0; i < arenas.size(); ++i) {
        const auto &buffers = arenas[i]->buffers;
        const auto at = std::ranges::find(buffers, entity, &ArenaBuffer::entity);
        if (at == buffers.end())
            continue;
        goTo(static_cast<int>(i));
        const auto buffer = static_cast<int>(at - buffers.begin());
        view->setSelectedBuffer(buffer);
        view->showBuffer(buffer);
        alive->setCurrentBuffer(buffer);
        return true;
    }
    return false;
}

qsizetype ArenaPage::Private::stepOf(const Arena &arena, const model::EntityRef &entity) const
{
    using Kind = model::EntityRef::Kind;
    if (!arena.isNpu) {
        return entity.kind == Kind::Instruction && entity.method == arena.owner.method
                && entity.index < arena.stepCount()
            ? entity.index
            : -1;
    }
    if (!entity.isInStreamOf(arena.owner))
        return -1;
    if (entity.kind == Kind::NpuOperation)
        return entity.subIndex < arena.stepCount() ? entity.subIndex : -1;
    const auto analysis = document.streamOf(arena.owner);
    if (entity.kind != Kind::NpuCommand || !analysis || !analysis->stream())
        return -1;
    const auto &operations = analysis->stream()->operations;
    const auto at = std::ranges::lower_bound(
        operations, static_cast<quint32>(entity.subIndex), {}, &npu::Operation::command);
    return at == operations.end() ? -1 : at - operations.begin();
}

bool ArenaPage::Private::followStep(const model::EntityRef &entity)
{
    // The arena in view first: a stream has several regions.
    const auto shown = chooser->currentIndex();
    for (int i = -1; i < static_cast<int>(arenas.size()); ++i) {
        const auto index = i < 0 ? shown : i;
        const auto step = stepOf(*arenas[static_cast<size_t>(index)], entity);
        if (step < 0)
            continue;
        goTo(index);
        view->setSelectedStep(step);
        view->showStep(step);
        alive->showStep(step);
        return true;
    }
    return false;
}

model::EntityRef ArenaPage::Private::inStream(const model::EntityRef &entity) const
{
    const auto subject = profile ? profile->subject() : nullptr;
    return subject ? subject->inStream(entity) : entity;
}

void ArenaPage::Private::follow(const model::EntityRef &entity)
{
    if (arenas.empty() || !current())
        return;
    view->setSelectedBuffer(-1);
    alive->setCurrentBuffer(-1);
    view->setSelectedStep(-1);
    if (followBuffer(entity) || followStep(inStream(entity)))
        return;
    const auto owned = std::ranges::find_if(
        arenas, [&](const auto &arena) { return arena->isNpu && arena->owner == entity; });
    if (owned != arenas.end() && current()->owner != entity)
        showArena(static_cast<int>(owned - arenas.begin()));
}

ArenaPage::ArenaPage(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent)
{
    named(this, u"arenaPage"_s, tr("Arena live ranges"));
    m = std::make_unique<Private>(*this, document, selection, theme);
    setFocusProxy(m->view);
}

ArenaPage::~ArenaPage() = default;

void ArenaPage::setProfile(const ProfileDocument *profile)
{
    m->profile = profile;
    connect(
        profile, &ProfileDocument::changed, this, [this] { m->follow(m->selection.current()); });
}

} // namespace tosaic::views
