// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/trackingdialog.h"

#include "profiler/exports/tracking.h"
#include "views/widgets/building.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TrackingDialog::TrackingDialog(const QString &server, const QString &experiment, QWidget *parent)
    : QDialog(parent), m_what(new QComboBox(this)), m_server(new QLineEdit(server, this)),
      m_experiment(new QLineEdit(experiment, this)),
      m_note(makeText(this, u"trackingNote"_s, u"muted"_s)),
      m_state(makeText(this, u"trackingState"_s)),
      m_send(makeButton(this, u"trackingSend"_s, tr("&Send")))
{
    named(this, u"trackingDialog"_s, tr("Send to MLflow"));
    setWindowTitle(tr("Send to MLflow"));
    setAttribute(Qt::WA_DeleteOnClose);
    named(m_what, u"trackingWhat"_s, tr("What is sent"));
    named(m_server, u"trackingServer"_s, tr("Address of the server"));
    named(m_experiment, u"trackingExperiment"_s, tr("Experiment"));
    m_server->setPlaceholderText(u"https://host"_s);
    m_server->setMinimumWidth(360);
    m_note->setMinimumHeight(3 * fontMetrics().lineSpacing());
    auto *form = new QFormLayout;
    form->addRow(tr("&What"), m_what);
    form->addRow(tr("Se&rver"), m_server);
    form->addRow(tr("&Experiment"), m_experiment);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->setObjectName(u"trackingButtons"_s);
    m_send->setAutoDefault(false);
    makeColumn(this,
        { form, m_note, makeRow(nullptr, { m_send, stretch(1) }), m_state, stretch(1), buttons }, 8,
        { 16, 12, 16, 12 });
    for (auto *field : { m_server, m_experiment })
        connect(field, &QLineEdit::textChanged, this, &TrackingDialog::refresh);
    connect(m_send, &QPushButton::clicked, this, [this] {
        Q_EMIT sendRequested(m_what->currentIndex(), QUrl(m_server->text().trimmed()),
            m_experiment->text().trimmed());
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void TrackingDialog::setChoices(const QStringList &names)
{
    const int chosen = m_what->count() == names.size() ? m_what->currentIndex() : 0;
    m_what->clear();
    m_what->addItems(names);
    m_what->setCurrentIndex(names.isEmpty() ? -1 : chosen);
    refresh();
}

void TrackingDialog::setState(const QString &text, bool isBusy)
{
    m_state->setText(text);
    m_isBusy = isBusy;
    refresh();
}

void TrackingDialog::refresh()
{
    const auto server = m_server->text().trimmed();
    const auto problem = server.isEmpty() ? QString() : profile::trackingProblem(QUrl(server));
    const bool isWhole = !server.isEmpty() && problem.isEmpty()
        && !m_experiment->text().trimmed().isEmpty() && m_what->count() > 0;
    m_send->setEnabled(isWhole && !m_isBusy);
    m_note->setText(!problem.isEmpty() ? problem
            : m_what->count() == 0
            ? tr("There is nothing to send yet: open a compile, run the what-if grid, or look at a "
                 "run that the workspace keeps.")
            : tr(
                "Each number goes with who says it (est, fvp, board). User, password and token are "
                "those of MLflow's own variables (MLFLOW_TRACKING_USERNAME and others)."));
}

} // namespace tosaic::views
