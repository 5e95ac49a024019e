// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tools/approvalsdialog.h"

#include "views/widgets/datatable.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

QString kindWord(TrustSubject::Kind kind)
{
    switch (kind) {
    case TrustSubject::Kind::Interpreter:
        return ApprovalsDialog::tr("Python of tools");
    case TrustSubject::Kind::Command:
        return ApprovalsDialog::tr("Command");
    case TrustSubject::Kind::Connection:
        return ApprovalsDialog::tr("Connection");
    case TrustSubject::Kind::Model:
        return ApprovalsDialog::tr("Model that runs code");
    case TrustSubject::Kind::OutputFolder:
        return ApprovalsDialog::tr("Folder for intermediate files");
    case TrustSubject::Kind::Setting:
        return ApprovalsDialog::tr("Written here");
    }
    return {};
}

Columns<Approval> columns()
{
    return columnsOf<Approval>({
        { u"kind"_s, ApprovalsDialog::tr("Kind"),
            [](auto &approval) { return kindWord(approval.subject.kind); } },
        { u"what"_s, ApprovalsDialog::tr("What"),
            [](auto &approval) { return shownText(approval.subject); } },
        { u"since"_s, ApprovalsDialog::tr("Since"), &Approval::when,
            { .text =
                    [](auto &approval) {
                        return QLocale().toString(
                            approval.when.toLocalTime(), QLocale::ShortFormat);
                    },
                .isOrder = true } },
    });
}

} // namespace

ApprovalsDialog::ApprovalsDialog(Approvals &approvals, QWidget *parent)
    : QDialog(parent), m_approvals(approvals),
      m_rows(new views::ColumnModel<Approval>(columns(), this)),
      m_list(new views::DataTable(u"approvalsList"_s, tr("Approved programs"), this)),
      m_withdraw(new QPushButton(tr("&Withdraw"), this))
{
    setObjectName(u"approvalsDialog"_s);
    setWindowTitle(tr("Approved programs"));
    setAccessibleName(windowTitle());
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 360);
    auto *words = new QLabel(
        tr("Files of other people may start, connect to or write only what stands here. "
           "Each is approved with its content: when that changes, you are asked again."),
        this);
    words->setWordWrap(true);
    m_list->setSortedModel(m_rows);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->horizontalHeader()->setStretchLastSection(false);
    m_list->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    auto *where = new QLabel(tr("Kept in %1").arg(m_approvals.path()), this);
    where->setProperty("role", u"muted"_s);
    where->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_withdraw->setObjectName(u"approvalsWithdraw"_s);
    m_withdraw->setAccessibleName(tr("Withdraw the chosen approvals"));
    buttons->addButton(m_withdraw, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_list, 1);
    layout->addWidget(where);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_withdraw, &QPushButton::clicked, this, &ApprovalsDialog::withdraw);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        [this] { m_withdraw->setEnabled(m_list->selectionModel()->hasSelection()); });
    fill();
}

void ApprovalsDialog::fill()
{
    m_rows->set(m_approvals.list());
    m_withdraw->setEnabled(false);
}

void ApprovalsDialog::withdraw()
{
    for (const auto &index : m_list->selectionModel()->selectedRows()) {
        const auto &approval = m_rows->rows()[static_cast<size_t>(m_list->sourceRow(index))];
        const auto done = m_approvals.withdraw(approval.id);
        if (!done)
            qWarning("%s", qPrintable(done.error().toText()));
    }
    fill(); // what could not be withdrawn stays in it
    Q_EMIT withdrawn();
}

} // namespace tosaic::shell
