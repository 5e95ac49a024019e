// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/provenanceview.h"

#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using workspace::FileState;
using Step = workspace::ProvenanceStep;

namespace {

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

Columns<ProvenanceRow> provenanceColumns()
{
    return columnsOf<ProvenanceRow>({
        { u"step"_s, ProvenanceView::tr("Step"), &ProvenanceRow::name },
        { u"what"_s, ProvenanceView::tr("What"), &ProvenanceRow::text,
            { .tip = [](const ProvenanceRow &row) { return row.tip; } } },
    });
}

void addFacts(const QJsonObject &facts, const QString &prefix, std::vector<ProvenanceRow> &rows)
{
    for (auto it = facts.begin(); it != facts.end(); ++it) {
        if (it.value().isObject())
            addFacts(it.value().toObject(), prefix + it.key() + u'.', rows);
        else
            rows.push_back(
                { .name = prefix + it.key(), .text = valueText(it.value()), .isPart = true });
    }
}

void addStep(const Step &step, std::vector<ProvenanceRow> &rows)
{
    const auto path = QDir::toNativeSeparators(step.path);
    const bool isFile = step.kind == Step::Kind::File || step.kind == Step::Kind::Source;
    const bool isThere = step.state == FileState::Present || step.state == FileState::Changed;
    rows.push_back({ .name = stepName(step),
        .text = stepText(step),
        .tip = path,
        .file = isFile && isThere ? step.path : QString() });
    if (!step.path.isEmpty())
        rows.push_back({ .name = step.kind == Step::Kind::Job ? ProvenanceView::tr("Folder")
                                                              : ProvenanceView::tr("Path"),
            .text = path,
            .isPart = true });
    if (!step.sha256.isEmpty())
        rows.push_back(
            { .name = ProvenanceView::tr("SHA-256"), .text = step.sha256, .isPart = true });
    if (step.kind != Step::Kind::Job)
        addFacts(step.facts, {}, rows);
}

} // namespace

ProvenanceView::ProvenanceView(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_heading(named(new QLabel(this), u"provenanceHeading"_s, {}, u"muted"_s)),
      m_steps(
          new DataTable(u"provenanceSteps"_s, tr("Steps from the file back to its source"), this)),
      m_model(new ColumnModel<ProvenanceRow>(
          provenanceColumns(), this, [](const ProvenanceRow &row, int column, int role) {
              return role == IndentRole && column == 0 ? QVariant(row.isPart) : QVariant();
          }))
{
    named(this, u"provenanceView"_s, tr("Provenance"));
    m_heading->setWordWrap(true);
    m_heading->setContentsMargins(8, 6, 8, 6);
    m_steps->setSortedModel(m_model);
    m_steps->setItemDelegate(new DataDelegate(theme, m_steps));
    m_steps->verticalHeader()->setDefaultSectionSize(PanelRowHeight);
    m_steps->horizontalHeader()->resizeSection(0, 140);
    connect(m_steps, &DataTable::sourceRowActivated, this, [this](int row) {
        if (const auto &file = m_model->rows()[static_cast<size_t>(row)].file; !file.isEmpty())
            Q_EMIT openRequested(file);
    });
    makeColumn(this, { m_heading, { m_steps, 1 } }, 0);
    clear();
}

void ProvenanceView::clear()
{
    m_model->set({});
    m_steps->hide();
    m_heading->setText(
        tr("Choose \"Show provenance\" on a file to see which source, spec and tools made it."));
}

bool ProvenanceView::isEmpty() const
{
    return m_model->rowCount() == 0;
}

void ProvenanceView::show(const workspace::Provenance &provenance)
{
    m_steps->show();
    if (!provenance.isKnown())
        m_heading->setText(tr("No compile of this file is recorded in the workspace."));
    else if (provenance.isByPayload)
        m_heading->setText(
            tr("The file itself is not recorded, but a recorded compile wrote its delegates."));
    else
        m_heading->setText(tr("From the file back to its source"));
    std::vector<ProvenanceRow> rows;
    for (const auto &step : provenance.steps)
        addStep(step, rows);
    m_model->set(std::move(rows));
    m_steps->setCurrentSourceRow(0);
}

} // namespace tosaic::views
