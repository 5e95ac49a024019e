// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/registerpanel.h"

#include "views/disassembly/operationwords.h"
#include "views/disassembly/registermodel.h"
#include "views/widgets/datatable.h"

#include <QHeaderView>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int NameColumn = 132; // px at least
constexpr int ValueColumn = 92;
constexpr int DecimalColumn = 96;
constexpr int SetAtColumn = 148;

std::vector<RegisterRow> registerRows(const npu::Stream &stream, quint32 operation)
{
    std::vector<RegisterRow> rows;
    const auto firstFresh = stream.operations[operation].firstCommand;
    for (auto &value : npu::registersAt(stream, operation)) {
        RegisterRow row;
        row.offset = value.command < stream.commands.size() ? stream.commands[value.command].offset
                                                            : quint64(0);
        row.isFresh = value.command >= firstFresh;
        row.value = std::move(value);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

RegisterPanel::RegisterPanel(QWidget *parent)
    : QWidget(parent), m_slot(nullptr, this), m_model(new RegisterModel(this)),
      m_title(new QLabel(this)), m_empty(new QLabel(this)),
      m_table(new DataTable(u"registerTable"_s, tr("Register state"), this))
{
    setObjectName(u"registerPanel"_s);
    setAccessibleName(tr("Register state"));
    setMinimumWidth(200);
    m_title->setObjectName(u"registerTitle"_s);
    m_title->setProperty("role", u"section"_s);
    m_title->setContentsMargins(12, 6, 12, 6);
    m_title->setWordWrap(true);
    m_table->setSortedModel(m_model);
    auto *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(m_table->columnOf(u"register"), QHeaderView::Stretch);
    header->resizeSection(m_table->columnOf(u"hex"), ValueColumn);
    header->resizeSection(m_table->columnOf(u"value"), DecimalColumn);
    header->resizeSection(m_table->columnOf(u"setAt"), SetAtColumn);
    m_empty->setObjectName(u"registerEmpty"_s);
    m_empty->setText(tr("Select an operation to see the registers it runs with"));
    m_empty->setProperty("role", u"muted"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(24, 8, 24, 8);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_title);
    rows->addWidget(m_table, 1);
    rows->addWidget(m_empty, 1);
    connect(m_table, &DataTable::sourceRowActivated, this, [this](int row) {
        Q_EMIT commandChosen(
            static_cast<int>(m_model->rows()[static_cast<size_t>(row)].value.command));
    });
    show(nullptr, -1);
}

void RegisterPanel::show(const std::shared_ptr<const NpuAnalysis> &analysis, int operation)
{
    if (analysis == m_analysis && operation == m_operation && operation >= 0)
        return;
    m_analysis = analysis;
    m_operation = operation;
    m_slot.cancel();
    const auto *stream = analysis ? analysis->stream() : nullptr;
    const auto at = static_cast<size_t>(operation);
    if (!stream || operation < 0 || at >= stream->operations.size()) {
        m_title->clear();
        take({});
        showTable(false);
        return;
    }
    showTable(true);
    m_title->setText(tr("Registers of %1").arg(operationTitle(stream->operations[at])));
    m_slot.start(
        tr("Register state"),
        [shared = analysis->placed.stream, operation](
            JobControl) -> Result<std::vector<RegisterRow>> {
            return registerRows(*shared, static_cast<quint32>(operation));
        },
        [this](Result<std::vector<RegisterRow>> rows) {
            if (rows)
                take(std::move(*rows));
        });
}

void RegisterPanel::showTable(bool on)
{
    m_title->setVisible(on);
    m_table->setVisible(on);
    m_empty->setVisible(!on);
}

/// Name and value always; the rest where it fits, it is in the tool tip too.
void RegisterPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    auto room = event->size().width() - m_table->verticalScrollBar()->sizeHint().width()
        - NameColumn - ValueColumn;
    for (const auto &[key, width] :
        { std::pair(u"value", DecimalColumn), std::pair(u"setAt", SetAtColumn) }) {
        room -= width;
        m_table->setHasRoom(m_table->columnOf(key), room >= 0);
    }
}

void RegisterPanel::take(std::vector<RegisterRow> rows)
{
    m_model->set(std::move(rows));
}

} // namespace tosaic::views
