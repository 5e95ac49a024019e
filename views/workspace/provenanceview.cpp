// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/provenanceview.h"

#include "views/widgets/celldelegate.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLocale>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using workspace::FileState;
using Step = workspace::ProvenanceStep;

namespace {

constexpr int PathRole = Qt::UserRole;

QString stepName(const Step &step)
{
    switch (step.kind) {
    case Step::Kind::File:
        return step.generation == 0 ? ProvenanceView::tr("File")
                                    : ProvenanceView::tr("Made from an earlier program");
    case Step::Kind::Job:
        return ProvenanceView::tr("Compile");
    case Step::Kind::Source:
        if (step.name == "model"_L1)
            return ProvenanceView::tr("Model source");
        if (step.name == "config"_L1)
            return ProvenanceView::tr("Vela configuration");
        if (step.name == "calibration"_L1)
            return ProvenanceView::tr("Calibration data");
        return ProvenanceView::tr("Input");
    case Step::Kind::SpecAsked:
        return ProvenanceView::tr("Spec as asked");
    case Step::Kind::SpecResolved:
        return ProvenanceView::tr("Spec with defaults");
    case Step::Kind::Tools:
        return ProvenanceView::tr("Tools");
    }
    return {};
}

QString stateText(const Step &step)
{
    switch (step.state) {
    case FileState::Present:
        return ProvenanceView::tr("still there, unchanged");
    case FileState::Changed:
        return step.isKept ? ProvenanceView::tr("changed since; a copy is in the workspace")
                           : ProvenanceView::tr("changed since");
    case FileState::Missing:
        return step.isKept ? ProvenanceView::tr("gone; a copy is in the workspace")
                           : ProvenanceView::tr("gone");
    case FileState::NotKnown:
        return ProvenanceView::tr("where it was is not known");
    }
    return {};
}

QString versionsText(const QJsonObject &facts)
{
    QStringList versions;
    for (auto it = facts.begin(); it != facts.end(); ++it) {
        if (it.key() != "interpreter"_L1)
            versions << ProvenanceView::tr("%1 %2").arg(it.key(), it.value().toString());
    }
    return versions.join(ProvenanceView::tr(", "));
}

QString jobText(const Step &step)
{
    const auto when = step.when.isValid()
        ? QLocale().toString(step.when.toLocalTime(), QLocale::ShortFormat)
        : ProvenanceView::tr("time not known");
    return step.facts.value(u"action"_s).toString() == "respec"_L1
        ? ProvenanceView::tr("Job %1, payloads exchanged, %2").arg(step.job->value).arg(when)
        : ProvenanceView::tr("Job %1, %2").arg(step.job->value).arg(when);
}

QString stepText(const Step &step)
{
    switch (step.kind) {
    case Step::Kind::File:
    case Step::Kind::Source: {
        const auto name = QFileInfo(step.path).fileName();
        return ProvenanceView::tr("%1, %2").arg(
            name.isEmpty() ? ProvenanceView::tr("Name not known") : name, stateText(step));
    }
    case Step::Kind::Job:
        return jobText(step);
    case Step::Kind::SpecAsked:
    case Step::Kind::SpecResolved: {
        const auto target = step.facts.value(u"target"_s).toString();
        return step.name.isEmpty() ? target
                                   : ProvenanceView::tr("%1, saved as %2").arg(target, step.name);
    }
    case Step::Kind::Tools:
        return versionsText(step.facts);
    }
    return {};
}

QString valueText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isBool())
        return value.toBool() ? ProvenanceView::tr("yes") : ProvenanceView::tr("no");
    if (value.isDouble())
        return QLocale::c().toString(value.toDouble(), 'g', 15);
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    return ProvenanceView::tr("not set");
}

} // namespace

ProvenanceView::ProvenanceView(QWidget *parent)
    : QWidget(parent), m_heading(new QLabel(this)), m_steps(new QTreeWidget(this))
{
    setObjectName(u"provenanceView"_s);
    setAccessibleName(tr("Provenance"));
    m_heading->setObjectName(u"provenanceHeading"_s);
    m_heading->setWordWrap(true);
    m_heading->setContentsMargins(8, 6, 8, 6);
    m_heading->setProperty("role", u"muted"_s);
    m_steps->setObjectName(u"provenanceSteps"_s);
    m_steps->setAccessibleName(tr("Steps from the file back to its source"));
    m_steps->setColumnCount(2);
    m_steps->setHeaderLabels({ tr("Step"), tr("What") });
    m_steps->header()->resizeSection(0, 120);
    m_steps->header()->setMinimumSectionSize(48);
    m_steps->setFrameShape(QFrame::NoFrame);
    m_steps->setUniformRowHeights(true);
    m_steps->setItemDelegate(new CellDelegate(m_steps, PanelRowHeight));
    auto *copyAction = new QAction(tr("Copy"), m_steps);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    m_steps->addAction(copyAction);
    connect(copyAction, &QAction::triggered, this, &ProvenanceView::copy);
    connect(m_steps, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        if (const auto path = item->data(0, PathRole).toString(); !path.isEmpty())
            Q_EMIT openRequested(path);
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_heading);
    layout->addWidget(m_steps, 1);
    clear();
}

void ProvenanceView::clear()
{
    m_steps->clear();
    m_steps->hide();
    m_heading->setText(
        tr("Choose \"Show provenance\" on a file to see which source, spec and tools made it."));
}

bool ProvenanceView::isEmpty() const
{
    return m_steps->topLevelItemCount() == 0;
}

void ProvenanceView::show(const workspace::Provenance &provenance)
{
    m_steps->clear();
    m_steps->show();
    if (!provenance.isKnown())
        m_heading->setText(tr("No compile of this file is recorded in the workspace."));
    else if (provenance.isByPayload)
        m_heading->setText(
            tr("The file itself is not recorded, but a recorded compile wrote its delegates."));
    else
        m_heading->setText(tr("From the file back to its source"));
    for (const auto &step : provenance.steps)
        addStep(step);
    m_steps->setCurrentItem(m_steps->topLevelItem(0));
}

void ProvenanceView::addStep(const Step &step)
{
    auto *item = new QTreeWidgetItem(m_steps, { stepName(step), stepText(step) });
    item->setToolTip(1, step.path.isEmpty() ? stepText(step) : QDir::toNativeSeparators(step.path));
    const bool isFile = step.kind == Step::Kind::File || step.kind == Step::Kind::Source;
    if (isFile && (step.state == FileState::Present || step.state == FileState::Changed))
        item->setData(0, PathRole, step.path);
    if (!step.path.isEmpty())
        new QTreeWidgetItem(item,
            { step.kind == Step::Kind::Job ? tr("Folder") : tr("Path"),
                QDir::toNativeSeparators(step.path) });
    if (!step.sha256.isEmpty())
        new QTreeWidgetItem(item, { tr("SHA-256"), step.sha256 });
    if (step.kind != Step::Kind::Job)
        addFacts(step.facts, {}, item);
}

void ProvenanceView::addFacts(
    const QJsonObject &facts, const QString &prefix, QTreeWidgetItem *parent)
{
    for (auto it = facts.begin(); it != facts.end(); ++it) {
        if (it.value().isObject())
            addFacts(it.value().toObject(), prefix + it.key() + u'.', parent);
        else
            new QTreeWidgetItem(parent, { prefix + it.key(), valueText(it.value()) });
    }
}

void ProvenanceView::copy() const
{
    if (const auto *item = m_steps->currentItem())
        QApplication::clipboard()->setText(tr("%1: %2").arg(item->text(0), item->text(1)));
}

} // namespace tosaic::views
