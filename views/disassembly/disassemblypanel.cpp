// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/disassemblypanel.h"

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "profiler/session/profiledocument.h"
#include "views/disassembly/disassemblybar.h"
#include "views/disassembly/disassemblymodel.h"
#include "views/disassembly/disassemblytree.h"
#include "views/disassembly/operationwords.h"
#include "views/disassembly/registerpanel.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QIcon>
#include <QPointer>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

class DisassemblyPanel::Private
{
public:
    Private(DisassemblyPanel &owner, ModelDocument &modelDocument, SelectionContext &context,
        const Theme &theme)
        : panel(owner), document(modelDocument), selection(context),
          model(new DisassemblyModel(&owner)), filterSlot(nullptr, &owner)
    {
        build(theme);
        connectAll();
        rebuild();
    }

    void build(const Theme &theme);
    void addActions();
    void connectAll();
    void rebuild();
    void showStream(int index);
    void updateFacts();
    void applyFilter();
    void follow(const model::EntityRef &entity);
    model::EntityRef inStream(const model::EntityRef &entity) const;
    void select(const model::EntityRef &entity);
    void rowChosen(const QModelIndex &row);
    void showBytes();
    bool chooseStreamOf(const model::EntityRef &entity);
    std::shared_ptr<const NpuAnalysis> current() const;

    DisassemblyPanel &panel;
    ModelDocument &document;
    SelectionContext &selection;
    QPointer<const ProfileDocument> profile;
    DisassemblyModel *model;
    JobSlot filterSlot;
    bool isFollowing = false;
    StateStack *states = nullptr;
    StateStack *streamStates = nullptr;
    DisassemblyBar *bar = nullptr;
    DisassemblyTree *tree = nullptr;
    RegisterPanel *registers = nullptr;
};

void DisassemblyPanel::Private::build(const Theme &theme)
{
    tree = new DisassemblyTree(*model, theme, &panel);
    registers = new RegisterPanel(&panel);
    auto *splitter = named(new QSplitter(Qt::Horizontal, &panel), u"disassemblySplitter"_s);
    splitter->addWidget(tree);
    splitter->addWidget(registers);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({ 600, 400 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    streamStates = new StateStack(splitter, &panel);
    auto *content = new QWidget(&panel);
    auto *rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    bar = new DisassemblyBar(content);
    bar->setTarget(tree);
    rows->addWidget(bar);
    rows->addWidget(streamStates, 1);
    states = named(new StateStack(content, &panel), u"disassemblyStates"_s);
    auto *layout = new QVBoxLayout(&panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(states);
    addActions();
}

void DisassemblyPanel::Private::addActions()
{
    auto *action = named(
        new QAction(QIcon::fromTheme(u"code-context"_s), DisassemblyPanel::tr("Show bytes"), tree),
        u"showBytesAction"_s);
    tree->addAction(action);
    connect(action, &QAction::triggered, &panel, [this] { showBytes(); });
}

void DisassemblyPanel::Private::connectAll()
{
    connect(&document, &ModelDocument::changed, &panel, [this] { rebuild(); });
    connect(&document, &ModelDocument::streamsChanged, &panel, [this] { rebuild(); });
    connect(&selection, &SelectionContext::changed, &panel,
        [this](const model::EntityRef &entity, const QObject *origin) {
            if (origin != &panel)
                follow(entity);
        });
    connect(bar, &DisassemblyBar::streamChosen, &panel, [this](int index) { showStream(index); });
    connect(bar, &DisassemblyBar::filterChanged, &panel, [this] { applyFilter(); });
    connect(bar, &DisassemblyBar::operationsOnlyToggled, &panel, [this](bool on) {
        model->setOperationsOnly(on);
        select(inStream(selection.current()));
    });
    connect(bar, &DisassemblyBar::expandAllRequested, tree, &DisassemblyTree::unfoldAll);
    connect(bar, &DisassemblyBar::collapseAllRequested, tree, &QTreeView::collapseAll);
    connect(bar, &DisassemblyBar::bytesRequested, &panel, [this] { showBytes(); });
    // Not what is current: a view that gets the focus makes its first row current by itself.
    connect(tree->selectionModel(), &QItemSelectionModel::selectionChanged, &panel, [this] {
        const auto &rows = tree->selectionModel()->selection();
        const bool isOne = rows.size() == 1 && rows.first().height() == 1;
        rowChosen(isOne ? QModelIndex(rows.first().topLeft()) : QModelIndex());
    });
    connect(registers, &RegisterPanel::commandChosen, &panel, [this](int command) {
        const auto entity = model::EntityRef::npuCommand(current()->owner(), command);
        selection.select(entity, &panel);
        select(entity);
    });
}

std::shared_ptr<const NpuAnalysis> DisassemblyPanel::Private::current() const
{
    const auto index = bar->stream();
    const auto &streams = document.streams();
    return index >= 0 && static_cast<size_t>(index) < streams.size()
        ? streams[static_cast<size_t>(index)]
        : nullptr;
}

void DisassemblyPanel::Private::rebuild()
{
    const auto &streams = document.streams();
    bar->setStreams(streams);
    if (document.isAnalysing()) {
        model->setAnalysis(nullptr);
        states->showLoading(DisassemblyPanel::tr("Taking the command streams apart…"));
        return;
    }
    if (streams.empty()) {
        model->setAnalysis(nullptr);
        registers->show(nullptr, -1);
        const bool isOpen = !document.isEmpty();
        states->showEmpty({ .iconName = u"format-text-code"_s,
            .title = isOpen ? DisassemblyPanel::tr("No command stream in this file")
                            : DisassemblyPanel::tr("Nothing to disassemble"),
            .text = isOpen
                ? DisassemblyPanel::tr("Nothing in it runs on an Ethos-U.")
                : DisassemblyPanel::tr("Open a .pte or a Vela-compiled .tflite: the commands of "
                                       "its Ethos-U operators stand here.") });
        return;
    }
    states->showContent();
    showStream(0);
    follow(selection.current());
}

void DisassemblyPanel::Private::showStream(int index)
{
    bar->setStream(index);
    const auto analysis = current();
    {
        const QScopedValueRollback guard(isFollowing, true);
        filterSlot.cancel();
        bar->clearFilter();
        model->setAnalysis(analysis);
    }
    registers->show(analysis, -1);
    updateFacts();
    bar->setBytesEnabled(false);
    if (analysis->stream()) {
        streamStates->showContent();
        return;
    }
    const auto &error = analysis->placed.error;
    streamStates->showError(errorText(error ? *error : Error{}));
}

void DisassemblyPanel::Private::updateFacts()
{
    const auto analysis = current();
    bar->setFacts(analysis ? analysis->stream() : nullptr,
        model->isFiltered() ? std::optional(model->shownCommands()) : std::nullopt);
}

void DisassemblyPanel::Private::applyFilter()
{
    if (isFollowing)
        return;
    filterSlot.cancel();
    const auto analysis = current();
    const auto text = bar->filter();
    const auto show = [this](std::optional<FoundCommands> found) {
        const QScopedValueRollback guard(isFollowing, true);
        const bool isFiltered = found.has_value();
        model->setFound(std::move(found));
        if (isFiltered)
            tree->unfoldAll();
        updateFacts();
        select(inStream(selection.current()));
    };
    if (!analysis || !analysis->stream())
        return;
    if (text.isEmpty()) {
        show(std::nullopt);
        return;
    }
    filterSlot.start(
        DisassemblyPanel::tr("Filtering commands"),
        [analysis, text](JobControl control) { return findCommands(*analysis, text, control); },
        [show](Result<FoundCommands> found) {
            if (found)
                show(std::move(*found));
        });
}

void DisassemblyPanel::Private::rowChosen(const QModelIndex &row)
{
    const auto entity = model->entityOf(row);
    const auto analysis = current();
    bar->setBytesEnabled( // those in a .ptd are not in the file that is open
        !entity.isEmpty() && analysis && analysis->placed.place.inFile(0, 0));
    registers->show(current(), model->operationOf(row));
    if (!isFollowing && !entity.isEmpty())
        selection.select(entity, &panel);
}

void DisassemblyPanel::Private::select(const model::EntityRef &entity)
{
    const QScopedValueRollback guard(isFollowing, true);
    const auto index = model->indexOf(entity);
    if (!index.isValid()) {
        tree->selectionModel()->clear();
        return;
    }
    if (index.parent().isValid())
        tree->expand(index.parent());
    tree->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    tree->scrollTo(index, QAbstractItemView::EnsureVisible);
    rowChosen(index);
}

bool DisassemblyPanel::Private::chooseStreamOf(const model::EntityRef &entity)
{
    const auto wanted = document.streamOf(entity);
    const auto &streams = document.streams();
    const auto at = std::ranges::find(streams, wanted);
    if (!wanted || at == streams.end())
        return false;
    if (wanted != current())
        showStream(static_cast<int>(at - streams.begin()));
    return true;
}

/// An operator of the model: the first operation of the NPU that it became.
model::EntityRef DisassemblyPanel::Private::inStream(const model::EntityRef &entity) const
{
    const auto subject = profile ? profile->subject() : nullptr;
    return subject ? subject->inStream(entity) : entity;
}

void DisassemblyPanel::Private::follow(const model::EntityRef &entity)
{
    using Kind = model::EntityRef::Kind;
    auto target = inStream(entity);
    if (!chooseStreamOf(target)) {
        const QScopedValueRollback guard(isFollowing, true);
        tree->selectionModel()->clear();
        return;
    }
    const auto &buffers = current()->dataflow.buffers;
    const auto at = static_cast<size_t>(std::max(0, entity.subIndex));
    if (entity.kind == Kind::NpuBuffer && at < buffers.size())
        target = model::EntityRef::npuOperation(current()->owner(), buffers[at].firstOperation);
    // What is selected elsewhere is shown, also where the filter hides it.
    if (target.isPartOfStream() && !model->indexOf(target).isValid()) {
        if (model->isFiltered()) {
            const QScopedValueRollback guard(isFollowing, true);
            bar->clearFilter();
            model->setFound(std::nullopt);
            updateFacts();
        }
    }
    select(target);
}

void DisassemblyPanel::Private::showBytes()
{
    const auto analysis = current();
    const auto entity = model->entityOf(tree->currentIndex());
    if (!analysis || !analysis->stream() || entity.isEmpty())
        return;
    const auto &stream = *analysis->stream();
    auto first = static_cast<size_t>(entity.subIndex);
    auto last = first;
    if (entity.kind == model::EntityRef::Kind::NpuOperation) {
        const auto &operation = stream.operations[static_cast<size_t>(entity.subIndex)];
        first = operation.firstCommand;
        last = operation.command;
    }
    const auto start = stream.commands[first].offset;
    const auto end = stream.commands[last].offset + lengthOf(stream.commands[last]);
    if (const auto bytes = analysis->placed.place.inFile(stream.streamOffset + start, end - start))
        Q_EMIT selection.activated(model::EntityRef::byteRange(*bytes));
}

DisassemblyPanel::DisassemblyPanel(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent)
{
    named(this, u"disassemblyPanel"_s, tr("Disassembly"));
    m = std::make_unique<Private>(*this, document, selection, theme);
    setFocusProxy(m->tree);
}

DisassemblyPanel::~DisassemblyPanel() = default;

void DisassemblyPanel::setProfile(const ProfileDocument *profile)
{
    if (m->profile)
        disconnect(m->profile, nullptr, this, nullptr);
    m->profile = profile;
    if (profile)
        connect(profile, &ProfileDocument::changed, this, [this] {
            if (!m->inStream(m->selection.current()).isPartOfStream())
                return;
            if (!m->tree->selectionModel()->hasSelection())
                m->follow(m->selection.current());
        });
}

} // namespace tosaic::views
