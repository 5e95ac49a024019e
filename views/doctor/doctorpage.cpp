// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/doctor/doctorpage.h"

#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QHeaderView>
#include <QPlainTextEdit>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using profile::CheckedTool;
using State = CheckedTool::State;

namespace {

constexpr int CommandLines = 5;

QString stateWord(State state)
{
    switch (state) {
    case State::Fits:
        return DoctorPage::tr("Fits");
    case State::Differs:
        return DoctorPage::tr("Another version");
    case State::Missing:
        return DoctorPage::tr("Missing");
    case State::Broken:
        return DoctorPage::tr("Broken");
    case State::NotNeeded:
        return DoctorPage::tr("Not needed");
    }
    return {};
}

QString kindWord(const CheckedTool &tool)
{
    if (tool.kind == "compilers"_L1)
        return DoctorPage::tr("Compilers");
    if (tool.kind == "executorch"_L1)
        return DoctorPage::tr("Runner");
    if (tool.kind == "arm-toolchain"_L1)
        return DoctorPage::tr("Arm GNU toolchain");
    if (tool.kind == "fvp"_L1)
        return DoctorPage::tr("FVP");
    if (tool.kind == "serial"_L1)
        return DoctorPage::tr("Serial port");
    if (tool.kind == "board"_L1)
        return DoctorPage::tr("Board");
    if (tool.kind == "store"_L1)
        return DoctorPage::tr("Team's store");
    if (tool.kind == "cluster"_L1)
        return DoctorPage::tr("Cluster");
    return tool.kind;
}

Severity severityOf(State state)
{
    const bool isFine = state == State::Fits || state == State::NotNeeded;
    return state == State::Broken ? Severity::Error : isFine ? Severity::Info : Severity::Warning;
}

Columns<CheckedTool> toolColumns()
{
    return columnsOf<CheckedTool>({
        { u"state"_s, DoctorPage::tr("State"), &CheckedTool::state,
            { .text = [](const CheckedTool &tool) { return stateWord(tool.state); },
                .isOrder = true } },
        { u"kind"_s, DoctorPage::tr("What"), kindWord },
        { u"tool"_s, DoctorPage::tr("Tool"), &CheckedTool::name },
        { u"version"_s, DoctorPage::tr("Version"), &CheckedTool::version },
        { u"name"_s, DoctorPage::tr("Where"), &CheckedTool::path, { .mayBeEmpty = true } },
        { u"note"_s, DoctorPage::tr("Note"), &CheckedTool::note, { .mayBeEmpty = true } },
    });
}

QVariant toolMore(const CheckedTool &tool, QStringView key, int role)
{
    static const QStringList Icons{ u"dialog-ok-apply"_s, u"dialog-warning"_s,
        u"dialog-information"_s, u"dialog-error"_s, u"dialog-information"_s };
    if (key != u"state")
        return {};
    if (role == SeverityRole)
        return static_cast<int>(severityOf(tool.state));
    return role == IconRole ? QVariant(Icons[static_cast<int>(tool.state)]) : QVariant();
}

} // namespace

class DoctorModel : public ColumnModel<CheckedTool>
{
public:
    explicit DoctorModel(QObject *parent) : ColumnModel(toolColumns(), parent, MoreByKey(toolMore))
    {
    }
};

DoctorPage::DoctorPage(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new DoctorModel(this))
{
    named(this, u"doctorPage"_s, tr("What this machine has"));
    m_table = new DataTable(u"doctorTable"_s, tr("Tools of this machine"), this);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->horizontalHeader()->setStretchLastSection(true);
    makeColumn(this, { makeBar(), { m_table, 1 }, makeDetails(theme) }, 0);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &DoctorPage::showDetails);
    connect(m_table, &DataTable::sourceRowActivated, this, &DoctorPage::checkRequested);
    showDetails();
}

DoctorPage::~DoctorPage() = default;

QWidget *DoctorPage::makeBar()
{
    auto *bar = named(new QFrame(this), u"doctorBar"_s, {}, u"bar"_s);
    m_all = makeButton(bar, u"doctorCheckAll"_s, tr("Check &all"));
    m_all->setToolTip(tr("Look at this machine again; changes and downloads nothing"));
    m_status = wrapped(named(new QLabel(bar), u"doctorStatus"_s, {}, u"muted"_s));
    makeRow(bar, { m_all, { m_status, 1 } }, 8, { 16, 6, 16, 6 });
    connect(m_all, &QPushButton::clicked, this, &DoctorPage::checkAllRequested);
    return bar;
}

QWidget *DoctorPage::makeDetails(const Theme &theme)
{
    auto *area = new QFrame(this);
    m_details = makeText(area, u"doctorDetails"_s);
    m_details->setMinimumHeight(4 * fontMetrics().lineSpacing()); // nothing jumps with a choice
    m_details->setAlignment(Qt::AlignTop);
    m_commands = named(
        new QPlainTextEdit(area), u"doctorCommands"_s, tr("Commands that bring or mend it"));
    m_commands->setReadOnly(true);
    m_commands->setFont(theme.codeFont());
    m_commands->setWordWrapMode(QTextOption::WordWrap);
    m_commands->setFixedHeight(CommandLines * m_commands->fontMetrics().lineSpacing() + 16);
    m_one = makeButton(area, u"doctorCheckOne"_s, tr("&Check this one"));
    m_one->setToolTip(tr("Runs the smallest check of the chosen tool"));
    m_copy = makeButton(area, u"doctorCopy"_s, tr("C&opy commands"));
    m_compilers = makeButton(area, u"doctorCompilers"_s, tr("Co&mpilers…"));
    m_compilers->setToolTip(tr("Where environments with the compilers are chosen and made"));
    auto *buttons = makeRow(nullptr, { m_one, m_copy, m_compilers, stretch() }, 8);
    makeColumn(area, { m_details, m_commands, buttons }, 8, { 16, 6, 16, 6 });
    connect(m_one, &QPushButton::clicked, this,
        [this] { Q_EMIT checkRequested(m_table->currentSourceRow()); });
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(m_commands->toPlainText()); });
    connect(m_compilers, &QPushButton::clicked, this, &DoctorPage::compilersRequested);
    return area;
}

void DoctorPage::setTools(const std::vector<CheckedTool> &tools)
{
    const bool isFirst = m_model->rows().size() != tools.size();
    const auto chosen = m_table->currentSourceRow();
    m_model->set(tools);
    if (isFirst)
        m_table->fitColumns(360);
    m_table->setCurrentSourceRow(isFirst ? 0 : std::max(chosen, 0));
    showDetails();
}

void DoctorPage::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    showDetails();
}

const CheckedTool *DoctorPage::current() const
{
    const auto row = m_table->currentSourceRow();
    return row < 0 ? nullptr : &m_model->rows()[static_cast<size_t>(row)];
}

void DoctorPage::showDetails()
{
    const auto &rows = m_model->rows();
    const auto fitting = std::ranges::count(rows, State::Fits, &CheckedTool::state);
    const auto idle = std::ranges::count(rows, State::NotNeeded, &CheckedTool::state);
    m_status->setText(m_isBusy
            ? tr("Checking…")
            : tr("%1 of %2 fit. What is missing is only needed for what its note says.")
                  .arg(fitting)
                  .arg(qsizetype(rows.size()) - idle));
    m_all->setEnabled(!m_isBusy);
    const auto *tool = current();
    m_one->setEnabled(tool && !m_isBusy);
    const bool hasRemedy = tool && !tool->remedy.isEmpty();
    m_commands->setVisible(hasRemedy);
    m_copy->setVisible(hasRemedy);
    m_compilers->setVisible(tool && tool->kind == "compilers"_L1);
    if (!tool)
        return m_details->setText(tr("Choose a tool: what does not fit stands here, and how to "
                                     "mend it."));
    m_commands->setPlainText(tool->remedy.join(u'\n'));
    QStringList lines{ tool->name + u": "_s + stateWord(tool->state) };
    for (const auto &line : { tool->path, tool->note }) {
        if (!line.isEmpty())
            lines.append(line);
    }
    if (!tool->check.isEmpty())
        lines.append(tr("Checked with: %1").arg(tool->check));
    if (!tool->license.isEmpty())
        lines.append(tr("Licence of what the commands bring: %1").arg(tool->license));
    m_details->setText(lines.join(u'\n'));
}

} // namespace tosaic::views
