// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is put together; what it does is in debuggerpage.cpp.
#include "core/base/units.h"
#include "views/debugger/bytespane.h"
#include "views/debugger/debuggerpage.h"
#include "views/debugger/mappane.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LeastOperations = 228; // px: number, operation and operator can be told apart
constexpr int NarrowPage = 760; // px: where they have no more than that
constexpr int NarrowColumn = 79; // px
constexpr int WideColumn = 200; // px

QString hexText(quint64 value)
{
    return u"0x%1"_s.arg(value, 0, 16);
}

} // namespace

QWidget *DebuggerPage::makeBar()
{
    auto *bar = named(new QWidget(this), u"debugBar"_s, {}, u"bar"_s);
    m_stream = named(new QComboBox(bar), u"debugStream"_s, tr("Command stream"));
    m_stream->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seed = named(new QSpinBox(bar), u"debugSeed"_s, tr("Seed of the inputs"));
    m_seed->setRange(0, 999'999'999);
    m_seed->setPrefix(tr("Seed "));
    m_target = named(new QLineEdit(bar), u"debugTarget"_s, tr("Run to"));
    m_target->setPlaceholderText(tr("op:12, offset:0x40, write:1+0x40, name of an operator"));
    m_target->setToolTip(
        tr("Enter runs before an operation, before the command at an offset of the stream, or "
           "behind the next operation that writes to an address of a region"));
    m_target->setMinimumWidth(120);
    const auto add = [&](Step step, const QString &name, const QString &text, const QString &tip) {
        auto *button = makeButton(bar, name, text, tip);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, [this, step] { this->step(step); });
        m_buttons[step] = button;
        return button;
    };
    auto *restart = add(Step::Restart, u"debugRestart"_s, tr("Restart"),
        tr("Back to the first command, with the inputs as they are now"));
    auto *back
        = add(Step::BackOperation, u"debugBack"_s, tr("◀ Back"), tr("Back over an operation"));
    auto *over = add(Step::Operation, u"debugOver"_s, tr("Step ▶"), tr("Step over an operation"));
    auto *whole = add(Step::Operator, u"debugOperator"_s, tr("Operator ▶"),
        tr("Step over all operations of the compiler's operator"));
    auto *into = add(Step::Command, u"debugInto"_s, tr("Command"), tr("Step one command"));
    auto *end = add(Step::ToEnd, u"debugEnd"_s, tr("To the end"), tr("Run to the end"));
    auto *difference = add(Step::ToDifference, u"debugDifference"_s, tr("First difference"),
        tr("Run behind the first operation that is not as the TOSA reference model says"));
    auto *stop = add(Step::Stop, u"debugStop"_s, tr("Stop"), tr("Stop what runs"));
    connect(m_target, &QLineEdit::returnPressed, this, [this] { runTo(m_target->text()); });
    // In a small window they take two rows: a button that is cut says nothing.
    auto *steps = makeFlow(nullptr, { m_stream, m_seed, restart, back, over, whole, into }, 6);
    auto *places = makeRow(nullptr, { { m_target, 1 }, difference, end, stop }, 6);
    makeColumn(bar, { steps, places }, 6, { 8, 6, 8, 6 });
    return bar;
}

QWidget *DebuggerPage::makePanes(const Theme &theme)
{
    m_panes = named(new QTabWidget(this), u"debugPanes"_s, tr("What it looks like at this place"));
    m_panes->setDocumentMode(true);
    m_maps = new MapPane(theme);
    m_bytes = new BytesPane(theme);
    const ColumnMore<RegisterRow> asHex{ .text
        = [](const RegisterRow &row) { return hexText(row.value); } };
    m_registers = new ColumnModel<RegisterRow>(
        columnsOf<RegisterRow>({ { u"register"_s, tr("Register"), &RegisterRow::name },
            { u"hex"_s, tr("Value"), &RegisterRow::value, asHex },
            { u"value"_s, tr("Decimal"), &RegisterRow::value },
            { u"fresh"_s, tr("Set"),
                [](const RegisterRow &row) { return row.isFresh ? tr("● for this") : QString(); },
                { .about = tr("Set since the operation before"), .mayBeEmpty = true } } }),
        this);
    m_registerTable = new DataTable(u"debugRegisters"_s, tr("Registers"), m_panes);
    m_registerTable->setSortedModel(m_registers);
    m_changes = new ColumnModel<ChangeRow>(
        columnsOf<ChangeRow>({ { u"region"_s, tr("Region"), &ChangeRow::region },
            { u"address"_s, tr("Address"), &ChangeRow::address,
                { .text = [](const ChangeRow &row) { return hexText(row.address); } } },
            { u"length"_s, tr("Written"), &ChangeRow::length, { column_unit::Bytes } },
            { u"differing"_s, tr("Of them changed"), &ChangeRow::differing,
                { column_unit::Bytes } } }),
        this);
    m_changeTable = new DataTable(u"debugChanges"_s, tr("What the last operation wrote"), m_panes);
    m_changeTable->setSortedModel(m_changes);
    m_changeTable->setToolTip(tr("Enter shows the bytes"));
    m_checks = new ColumnModel<CheckRow>(
        columnsOf<CheckRow>({ { u"kind"_s, tr("Check"), &CheckRow::kind },
            { u"offset"_s, tr("Offset"), &CheckRow::offset,
                { .text = [](const CheckRow &row) { return hexText(row.offset); } } },
            { u"text"_s, tr("What was found"), &CheckRow::text } }),
        this, ColumnModel<CheckRow>::entityBy(&CheckRow::entity));
    m_checkTable = new DataTable(u"debugChecks"_s, tr("Checks"), m_panes);
    m_checkTable->setSortedModel(m_checks);
    m_panes->addTab(m_maps, tr("Maps"));
    m_panes->addTab(m_bytes, tr("Bytes"));
    m_panes->addTab(m_registerTable, tr("Registers"));
    m_panes->addTab(m_changeTable, tr("Changed"));
    m_panes->addTab(m_checkTable, tr("Checks"));
    connect(m_changeTable, &DataTable::sourceRowActivated, this, [this](int row) {
        const auto &change = m_changes->rows()[size_t(row)];
        m_panes->setCurrentWidget(m_bytes);
        m_bytes->showRange(change.region, change.address, change.length);
    });
    return m_panes;
}

void DebuggerPage::fitOperations()
{
    m_operationTable->fitColumns(width() < NarrowPage ? NarrowColumn : WideColumn);
}

void DebuggerPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitOperations();
}

QWidget *DebuggerPage::makeContent(const Theme &theme)
{
    auto *content = new QWidget;
    m_place = wrapped(named(new QLabel(content), u"debugPlace"_s, tr("Where it stands")));
    m_place->setContentsMargins(8, 4, 8, 4);
    m_operations = new ColumnModel<OperationRow>(
        columnsOf<OperationRow>({ { u"index"_s, tr("#"), &OperationRow::index },
            { u"operation"_s, tr("Operation"), &OperationRow::kind },
            { u"name"_s, tr("Operator"), &OperationRow::operatorName, { .mayBeEmpty = true } },
            { u"shape"_s, tr("Output"), &OperationRow::shape, { .mayBeEmpty = true } },
            { u"offset"_s, tr("Offset"), &OperationRow::offset,
                { .text = [](const OperationRow &row) { return hexText(row.offset); } } },
            { u"checks"_s, tr("Checks"),
                [](const OperationRow &row) {
                    return row.checks > 0 ? std::optional(row.checks) : std::nullopt;
                },
                { .mayBeEmpty = true } },
            { u"saturated"_s, tr("Saturated"), &OperationRow::saturated,
                { .about = tr("Elements of the result at an end of the type, when it was executed "
                              "last; not where that end is the zero of a ReLU"),
                    .mayBeEmpty = true } },
            { u"used"_s, tr("Range used"), &OperationRow::used,
                { .unit = column_unit::Share,
                    .about = tr("Part of the type between the smallest and the largest element"),
                    .mayBeEmpty = true } } }),
        this,
        ColumnModel<OperationRow>::MoreByKey(
            [](const OperationRow &row, QStringView key, int role) -> QVariant {
                if (role == EntityRole)
                    return QVariant::fromValue(row.entity);
                if (role == IconRole && key == u"operation" && row.isNext)
                    return u"go-next"_s;
                return {};
            }));
    m_operationTable = new DataTable(u"debugOperations"_s, tr("Operations"), content);
    m_operationTable->setSortedModel(m_operations);
    m_operationTable->setItemDelegate(new DataDelegate(theme, m_operationTable));
    m_operationTable->setMinimumWidth(LeastOperations);
    m_operationTable->setToolTip(tr("Enter runs to the operation"));
    auto *splitter = named(new QSplitter(Qt::Horizontal, content), u"debugSplitter"_s);
    splitter->addWidget(m_operationTable);
    splitter->addWidget(makePanes(theme));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    makeColumn(content, { m_place, { splitter, 1 } }, 0, {});
    return content;
}

} // namespace tosaic::views
