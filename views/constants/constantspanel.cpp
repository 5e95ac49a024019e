// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/constantspanel.h"

#include "core/base/jobslot.h"
#include "core/base/units.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/model/numbertext.h"
#include "views/canvas/histogrampicture.h"
#include "views/constants/constantfacts.h"
#include "views/constants/slicebar.h"
#include "views/constants/valuesmodel.h"
#include "views/constants/valuestable.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/iconbutton.h"
#include "views/widgets/statestack.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int RoomForWords = 760; // px; below it a button with an icon shows only that
}

class ConstantsPanel::Private
{
public:
    Private(ConstantsPanel &owner, ModelDocument &modelDocument, SelectionContext &context,
        JobList &jobList, const Theme &theme)
        : panel(owner), document(modelDocument), selection(context),
          values(new ValuesModel(&owner)), facts(new FactsModel(&owner)), slot(&jobList, &owner)
    {
        build(theme);
        connectAll();
        follow(selection.current());
    }

    void build(const Theme &theme);
    QWidget *makeBar();
    QToolButton *makeToggle(QWidget *bar, const QString &name, const QString &text);
    void connectAll();
    void follow(const model::EntityRef &entity);
    void offer(const model::EntityRef &entity);
    void show(const model::EntityRef &tensor);
    void showConstant();
    void showReason();
    void setDequantised(bool dequantised);
    void count();
    void takeStatistics(const Result<model::ConstantStatistics> &statistics);
    void goTo(quint64 element);
    void showCell(const QModelIndex &cell);
    void activateEmpty();
    void showBytes();

    ConstantsPanel &panel;
    ModelDocument &document;
    SelectionContext &selection;
    ValuesModel *values;
    FactsModel *facts;
    JobSlot slot;
    std::vector<model::EntityRef> offered;
    std::optional<ConstantSubject> subject;
    bool isDequantised = false;
    StateStack *states = nullptr;
    StateStack *statisticsStates = nullptr;
    QComboBox *chooser = nullptr;
    QToolButton *stored = nullptr;
    QToolButton *dequantised = nullptr;
    SliceBar *slice = nullptr;
    QLabel *cellText = nullptr;
    DataTable *factsTable = nullptr;
    HistogramPicture *histogram = nullptr;
    ValuesTable *table = nullptr;
    QToolButton *bytes = nullptr;
};

void ConstantsPanel::Private::build(const Theme &theme)
{
    factsTable = new DataTable(u"constantFacts"_s, ConstantsPanel::tr("Facts"), &panel);
    factsTable->setSortedModel(facts);
    factsTable->horizontalHeader()->hide();
    factsTable->horizontalHeader()->resizeSection(0, 140);
    factsTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the values stretch
    factsTable->setMinimumWidth(200);
    histogram
        = new HistogramPicture(u"histogram"_s, ConstantsPanel::tr("Stored value"), theme, &panel);
    histogram->setContentsMargins(8, 8, 12, 8);
    histogram->setBackgroundRole(QPalette::Base); // one surface with the tables beside it
    histogram->setAutoFillBackground(true);
    statisticsStates = named(new StateStack(histogram, &panel), u"statisticsStates"_s);
    statisticsStates->setMinimumWidth(150);
    table = new ValuesTable(*values, theme, &panel);
    auto *splitter = named(new QSplitter(Qt::Horizontal, &panel), u"constantsSplitter"_s);
    for (auto *widget : std::initializer_list<QWidget *>{ factsTable, statisticsStates, table })
        splitter->addWidget(widget);
    splitter->setSizes({ 420, 240, 400 });
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setStretchFactor(2, 3);
    keepSides(*splitter);
    auto *content = new QWidget(&panel);
    auto *rows = makeColumn(content, {}, 0);
    rows->addWidget(makeBar());
    rows->addWidget(splitter, 1);
    states = named(new StateStack(content, &panel), u"constantsStates"_s);
    fillWith(&panel, states);
}

QToolButton *ConstantsPanel::Private::makeToggle(
    QWidget *bar, const QString &name, const QString &text)
{
    auto *button = named(new QToolButton(bar), name);
    button->setText(text);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setAutoRaise(true);
    return button;
}

QWidget *ConstantsPanel::Private::makeBar()
{
    auto *bar = barIn(&panel);
    chooser = named(new QComboBox(bar), u"constantChooser"_s, ConstantsPanel::tr("Constant"));
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    chooser->setMaximumWidth(320);
    stored = makeToggle(bar, u"storedToggle"_s, ConstantsPanel::tr("Stored"));
    dequantised = makeToggle(bar, u"dequantisedToggle"_s, ConstantsPanel::tr("Dequantised"));
    auto *group = new QButtonGroup(bar);
    group->addButton(stored);
    group->addButton(dequantised);
    stored->setChecked(true);
    slice = new SliceBar(*values, bar);
    cellText = named(new QLabel(bar), u"cellText"_s, {}, u"muted"_s);
    cellText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    cellText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    bytes = iconButton(
        bar, u"showConstantBytes"_s, u"code-context"_s, ConstantsPanel::tr("Show bytes"));
    bytes->setText(ConstantsPanel::tr("Show bytes"));
    bytes->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(bytes, &QToolButton::clicked, &panel, [this] { showBytes(); });
    auto *row = makeRow(bar, {}, 4, { 8, 4, 8, 4 });
    row->addWidget(chooser);
    row->addWidget(stored);
    row->addWidget(dequantised);
    row->addSpacing(8);
    row->addWidget(slice);
    row->addSpacing(8);
    row->addWidget(cellText, 1);
    row->addWidget(bytes);
    return bar;
}

void ConstantsPanel::Private::connectAll()
{
    connect(&document, &ModelDocument::changed, &panel, [this] { follow(selection.current()); });
    connect(&document, &ModelDocument::relationsChanged, &panel, [this] {
        if (offered.empty()) // the selected tensor may be in a network that was found now
            follow(selection.current());
    });
    connect(&selection, &SelectionContext::changed, &panel,
        [this](const model::EntityRef &entity, const QObject *) { follow(entity); });
    connect(chooser, &QComboBox::activated, &panel,
        [this](int index) { show(offered[static_cast<size_t>(index)]); });
    connect(dequantised, &QToolButton::toggled, &panel, [this](bool on) { setDequantised(on); });
    connect(states, &StateStack::actionTriggered, &panel, [this] { activateEmpty(); });
    connect(statisticsStates, &StateStack::actionTriggered, &panel, [this] { count(); });
    connect(statisticsStates, &StateStack::cancelRequested, &panel, [this] {
        slot.cancel();
        takeStatistics(fail(ErrorCode::Cancelled, {}));
    });
    connect(factsTable, &DataTable::sourceRowActivated, &panel, [this](int row) {
        if (const auto element = facts->rows()[static_cast<size_t>(row)].place)
            goTo(*element);
    });
    connect(table->selectionModel(), &QItemSelectionModel::currentChanged, &panel,
        [this](const QModelIndex &cell) { showCell(cell); });
    connect(values, &QAbstractItemModel::modelReset, &panel, [this] { showCell({}); });
}

void ConstantsPanel::Private::follow(const model::EntityRef &entity)
{
    slot.cancel();
    subject.reset();
    values->set(nullptr);
    offered = tensorsOf(document, entity);
    chooser->clear();
    if (offered.empty()) {
        const bool isOpen = !document.isEmpty();
        states->showEmpty({ .iconName = u"view-form-table"_s,
            .title = ConstantsPanel::tr("No constant selected"),
            .text = isOpen
                ? ConstantsPanel::tr("Select a tensor whose values the file holds, or an operator "
                                     "with weights: its values, their statistics and their "
                                     "distribution stand here.")
                : ConstantsPanel::tr("Open a model, then select a tensor to see its values.") });
        return;
    }
    for (const auto &tensor : offered) {
        const auto named = subjectOf(document, tensor);
        chooser->addItem(named ? named->name : QString());
    }
    chooser->setEnabled(offered.size() > 1);
    show(offered.front());
}

void ConstantsPanel::Private::show(const model::EntityRef &tensor)
{
    slot.cancel();
    subject = subjectOf(document, tensor);
    if (!subject)
        return;
    chooser->setToolTip(subject->name);
    if (subject->kind == ConstantSubject::Kind::Constant)
        showConstant();
    else
        showReason();
}

void ConstantsPanel::Private::showConstant()
{
    const bool canDequantise = subject->dequantiser.has_value();
    dequantised->setEnabled(canDequantise);
    dequantised->setToolTip(canDequantise
            ? ConstantsPanel::tr("Scale × (stored − zero point)")
            : ConstantsPanel::tr("The file stores no usable quantisation for this tensor"));
    if (!canDequantise)
        stored->setChecked(true);
    const bool isHere = subject->file.isEmpty();
    bytes->setEnabled(isHere);
    bytes->setToolTip(isHere
            ? bytes->text()
            : ConstantsPanel::tr("The bytes are in %1").arg(QFileInfo(subject->file).fileName()));
    isDequantised = dequantised->isChecked();
    values->set(&*subject);
    values->setDequantised(isDequantised);
    slice->reset(subject->shape);
    facts->set(factsOf(*subject));
    states->showContent();
    count();
}

void ConstantsPanel::Private::showReason()
{
    values->set(nullptr);
    EmptyState empty{ .iconName = u"view-form-table"_s, .title = subject->name };
    switch (subject->kind) {
    case ConstantSubject::Kind::External:
        empty.text = ConstantsPanel::tr("Its values are in a separate .ptd file under this name; "
                                        "the program holds only their place. Open "
                                        "that file, or put it beside the program, to see them.");
        break;
    case ConstantSubject::Kind::Encoded:
        empty.title = ConstantsPanel::tr("Weights encoded by Vela");
        empty.text = ConstantsPanel::tr("%1 in the order and compression that the NPU reads; they "
                                        "cannot be decoded here. The source model holds them "
                                        "plainly.")
                         .arg(subject->bytes ? formatBytes(subject->bytes->size) : QString());
        if (subject->file.isEmpty())
            empty.actionText = ConstantsPanel::tr("Show bytes");
        break;
    case ConstantSubject::Kind::Damaged:
        states->showError(errorText(subject->error.value_or(Error())));
        return;
    case ConstantSubject::Kind::Computed:
    case ConstantSubject::Kind::Constant:
        empty.text = ConstantsPanel::tr(
            "No constant: its values are computed when the model runs, the file holds none.");
        break;
    }
    states->showEmpty(empty);
}

void ConstantsPanel::Private::setDequantised(bool on)
{
    if (!subject || on == isDequantised)
        return;
    isDequantised = on;
    const auto element = values->elementAt(table->currentIndex());
    values->setDequantised(on);
    if (element)
        table->goTo(*element);
    count();
}

void ConstantsPanel::Private::count()
{
    if (!subject || !subject->values)
        return;
    facts->set(factsOf(*subject));
    histogram->show({});
    statisticsStates->showLoading(ConstantsPanel::tr("Counting the values…"));
    slot.start(
        ConstantsPanel::tr("Statistics of %1").arg(subject->name),
        [values = *subject->values,
            dequantiser = isDequantised ? subject->dequantiser : std::nullopt](JobControl control) {
            model::StatisticsOptions options;
            options.dequantiser = dequantiser ? &*dequantiser : nullptr;
            return model::statisticsOf(values, options, [&] { return control.isCancelled(); });
        },
        [this](Result<model::ConstantStatistics> statistics) { takeStatistics(statistics); });
}

void ConstantsPanel::Private::takeStatistics(const Result<model::ConstantStatistics> &statistics)
{
    if (!statistics) {
        const bool isCancelled = statistics.error().code == ErrorCode::Cancelled;
        statisticsStates->showEmpty({ .iconName = {},
            .title
            = isCancelled ? ConstantsPanel::tr("Not counted") : ConstantsPanel::tr("No statistics"),
            .text = isCancelled ? ConstantsPanel::tr("The count was cancelled.")
                                : statistics.error().detail,
            .actionText = isCancelled ? ConstantsPanel::tr("Count again") : QString() });
        return;
    }
    auto all = factsOf(*subject);
    auto more = factsOf(*statistics, *subject);
    std::ranges::move(more, std::back_inserter(all));
    facts->set(std::move(all));
    histogram->setTitle(isDequantised ? ConstantsPanel::tr("Dequantised value")
                                      : ConstantsPanel::tr("Stored value"));
    const auto &counted = statistics->histogram;
    histogram->show(
        { counted.low, counted.low + counted.width * static_cast<double>(counted.bins.size()),
            counted.bins, !isDequantised && subject->values->kind() != model::NumberKind::Real,
            statistics->maximum });
    statisticsStates->showContent();
}

void ConstantsPanel::Private::goTo(quint64 element)
{
    slice->goTo(subject->values->position(element));
    table->goTo(element);
    table->setFocus(Qt::OtherFocusReason);
}

void ConstantsPanel::Private::showCell(const QModelIndex &cell)
{
    const auto element = values->elementAt(cell);
    if (!element || !subject || !subject->values) {
        cellText->clear();
        return;
    }
    const auto &held = *subject->values;
    auto text = ConstantsPanel::tr("%1 stored as %2")
                    .arg(positionText(held.position(*element)), held.text(*element));
    if (subject->dequantiser) {
        const auto real = subject->dequantiser->value(*element, held.real(*element));
        text = ConstantsPanel::tr("%1, means %2")
                   .arg(text, model::numberText(static_cast<float>(real)));
    }
    cellText->setText(ConstantsPanel::tr("%1, at byte 0x%2")
                          .arg(text, QString::number(held.byteOffset(*element), 16)));
    cellText->setToolTip(cellText->text());
}

void ConstantsPanel::Private::activateEmpty()
{
    if (subject && subject->kind == ConstantSubject::Kind::Encoded)
        showBytes();
}

void ConstantsPanel::Private::showBytes()
{
    if (subject && subject->bytes && subject->file.isEmpty())
        Q_EMIT selection.activated(model::EntityRef::byteRange(*subject->bytes));
}

ConstantsPanel::ConstantsPanel(ModelDocument &document, SelectionContext &selection, JobList &jobs,
    const Theme &theme, QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"constantsPanel"_s);
    setAccessibleName(tr("Values"));
    m = std::make_unique<Private>(*this, document, selection, jobs, theme);
    setFocusProxy(m->table);
}

ConstantsPanel::~ConstantsPanel() = default;

void ConstantsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m->bytes->setToolButtonStyle(event->size().width() < RoomForWords
            ? Qt::ToolButtonIconOnly
            : Qt::ToolButtonTextBesideIcon);
}

} // namespace tosaic::views
