// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/workspace/workspacemodel.h"

#include "views/models/roles.h"
#include "views/workspace/workspaceitemtext.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using Kind = WorkspaceItem::Kind;

namespace {

enum Group : size_t
{
    Models,
    Specs,
    Jobs,
    Runs,
    Notes
};

QString groupName(size_t group)
{
    switch (group) {
    case Models:
        return WorkspaceModel::tr("Models");
    case Specs:
        return WorkspaceModel::tr("Specs");
    case Jobs:
        return WorkspaceModel::tr("Jobs");
    case Runs:
        return WorkspaceModel::tr("Runs");
    case Notes:
        return WorkspaceModel::tr("Notes");
    default:
        return {};
    }
}

QString specName(const workspace::SpecRecord &spec)
{
    return spec.name == "current"_L1 ? WorkspaceModel::tr("The spec worked on") : spec.name;
}

} // namespace

void WorkspaceModel::setContents(std::shared_ptr<const workspace::Contents> contents)
{
    rebuild([&] {
        m_contents = std::move(contents);
        m_noteIsPlaced.assign(m_contents ? m_contents->notes.size() : 0, false);
        if (!m_contents)
            return;
        const auto addAll = [this](size_t group, Kind kind, size_t count) {
            const int parent = count > 0 ? addGroup(group) : -1;
            for (size_t i = 0; i < count; ++i)
                addNotes(addNode(parent, { kind, i }), subjectOf({ kind, i }));
        };
        addAll(Models, Kind::Model, m_contents->models.size());
        addSpecs();
        addJobs();
        addAll(Runs, Kind::Run, m_contents->runs.size());
        int notes = -1;
        for (size_t i = 0; i < m_contents->notes.size(); ++i) {
            if (m_noteIsPlaced[i])
                continue;
            if (notes < 0)
                notes = addGroup(Notes);
            addNode(notes, { Kind::Note, i });
        }
    });
}

int WorkspaceModel::addGroup(size_t group)
{
    return addNode(-1, { Kind::Group, group });
}

/// Those with a history have its versions below them, newest first.
void WorkspaceModel::addSpecs()
{
    const auto &versions = m_contents->specVersions;
    m_versionTexts.assign(versions.size(), {});
    const int group = m_contents->specs.empty() ? -1 : addGroup(Specs);
    for (size_t i = 0; i < m_contents->specs.size(); ++i) {
        const auto &spec = m_contents->specs[i];
        const int parent = addNode(group, { Kind::Spec, i });
        const auto isOther = [&](const auto &version) { return version.owner != spec.id; };
        const auto first = std::find_if_not(versions.begin(), versions.end(), isOther);
        const auto last = std::find_if(first, versions.end(), isOther);
        for (auto it = first; it != last; ++it) {
            const auto row = static_cast<size_t>(it - versions.begin());
            const auto title = tr("Version %1 of \"%2\"").arg(last - it).arg(specName(spec));
            m_versionTexts[row] = { it == first ? tr("%1, now").arg(title) : title,
                it + 1 == last ? tr("The oldest that is kept")
                               : specChangeText((it + 1)->spec, it->spec) };
            addNode(parent, { Kind::SpecVersion, row });
        }
    }
}

/// Newest first.
void WorkspaceModel::addJobs()
{
    if (m_contents->jobs.empty())
        return;
    QHash<quint32, std::vector<size_t>> artefacts;
    for (size_t i = 0; i < m_contents->artefacts.size(); ++i)
        artefacts[m_contents->artefacts[i].job.value].push_back(i);
    const int group = addGroup(Jobs);
    for (size_t i = m_contents->jobs.size(); i-- > 0;) {
        const int job = addNode(group, { Kind::Job, i });
        addNotes(job, subjectOf({ Kind::Job, i }));
        for (const auto row : artefacts.value(m_contents->jobs[i].id.value))
            addNode(job, { Kind::Artefact, row });
    }
}

void WorkspaceModel::addNotes(int parent, const QString &subject)
{
    for (size_t i = 0; !subject.isEmpty() && i < m_contents->notes.size(); ++i) {
        if (m_contents->notes[i].subject != subject)
            continue;
        addNode(parent, { Kind::Note, i });
        m_noteIsPlaced[i] = true;
    }
}

WorkspaceItem WorkspaceModel::item(const QModelIndex &index) const
{
    return index.isValid() ? nodes()[index.internalId()] : WorkspaceItem{};
}

QString WorkspaceModel::subjectOf(const WorkspaceItem &item) const
{
    switch (item.kind) {
    case Kind::Model:
        return u"model %1"_s.arg(m_contents->models[item.row].id.value);
    case Kind::Job:
        return u"job %1"_s.arg(m_contents->jobs[item.row].id.value);
    case Kind::Run:
        return u"run %1"_s.arg(m_contents->runs[item.row].id.value);
    default:
        return {};
    }
}

std::pair<QString, QString> WorkspaceModel::fileOf(const WorkspaceItem &item) const
{
    if (item.kind == Kind::Model) {
        const auto &model = m_contents->models[item.row];
        return { model.path, model.sha256 };
    }
    if (item.kind == Kind::Artefact) {
        const auto &artefact = m_contents->artefacts[item.row];
        return { artefact.path, artefact.sha256 };
    }
    return {};
}

const QJsonObject *WorkspaceModel::specOf(const WorkspaceItem &item) const
{
    if (item.kind == Kind::Spec)
        return &m_contents->specs[item.row].spec;
    return item.kind == Kind::SpecVersion ? &m_contents->specVersions[item.row].spec : nullptr;
}

QString WorkspaceModel::name(const WorkspaceItem &item) const
{
    switch (item.kind) {
    case Kind::Group:
        return groupName(item.row);
    case Kind::Model:
        return QFileInfo(m_contents->models[item.row].path).fileName();
    case Kind::Spec:
        return specName(m_contents->specs[item.row]);
    case Kind::SpecVersion:
        return m_versionTexts[item.row].name;
    case Kind::Job:
        return jobTitle(m_contents->jobs[item.row]);
    case Kind::Artefact:
        return m_contents->artefacts[item.row].relativePath;
    case Kind::Run:
        return m_contents->runs[item.row].name;
    case Kind::Note:
        return m_contents->notes[item.row].text.simplified();
    }
    return {};
}

QString WorkspaceModel::summary(const WorkspaceItem &item) const
{
    switch (item.kind) {
    case Kind::Group:
        return {};
    case Kind::Model:
        return QDir::toNativeSeparators(
            QFileInfo(m_contents->models[item.row].path).absolutePath());
    case Kind::Spec: {
        const auto &spec = m_contents->specs[item.row];
        const auto target = spec.spec.value(u"target"_s).toString();
        return spec.versions > 1 ? tr("%1, %n version(s)", nullptr, spec.versions).arg(target)
                                 : target;
    }
    case Kind::SpecVersion:
        return m_versionTexts[item.row].change;
    case Kind::Job:
        return jobSummary(m_contents->jobs[item.row]);
    case Kind::Artefact:
        return artefactSummary(m_contents->artefacts[item.row]);
    case Kind::Run:
        return runSummary(m_contents->runs[item.row]);
    case Kind::Note:
        return tr("Note");
    }
    return {};
}

QDateTime WorkspaceModel::time(const WorkspaceItem &item) const
{
    switch (item.kind) {
    case Kind::Model:
        return m_contents->models[item.row].added;
    case Kind::Spec:
        return m_contents->specs[item.row].saved;
    case Kind::SpecVersion:
        return m_contents->specVersions[item.row].saved;
    case Kind::Job: {
        const auto &job = m_contents->jobs[item.row];
        return job.ended.isValid() ? job.ended : job.started;
    }
    case Kind::Run:
        return m_contents->runs[item.row].imported;
    case Kind::Note: {
        const auto &note = m_contents->notes[item.row];
        return note.changed.isValid() ? note.changed : note.written;
    }
    default:
        return {};
    }
}

QString WorkspaceModel::toolTip(const WorkspaceItem &item) const
{
    if (item.kind == Kind::Note)
        return m_contents->notes[item.row].text;
    if (item.kind == Kind::SpecVersion)
        return m_versionTexts[item.row].change;
    if (item.kind == Kind::Job) {
        const auto &job = m_contents->jobs[item.row];
        const auto folder = QDir::toNativeSeparators(job.folder);
        return job.status == "cut-off"_L1
            ? tr("The program that ran it was closed or killed.\n%1").arg(folder)
            : folder;
    }
    const auto [path, sha256] = fileOf(item);
    return path.isEmpty() ? QString() : tr("%1\nSHA-256 %2").arg(path, sha256);
}

QVariant WorkspaceModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case NameColumn:
        return tr("Name");
    case SummaryColumn:
        return tr("What it is");
    case TimeColumn:
        return tr("When");
    default:
        return {};
    }
}

QVariant WorkspaceModel::cell(const WorkspaceItem &node, int column, int role) const
{
    if (role == Qt::ToolTipRole) {
        const auto text = toolTip(node);
        return text.isEmpty() ? QVariant() : QVariant(text);
    }
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) {
        if (column == NameColumn)
            return name(node);
        if (column == SummaryColumn)
            return summary(node);
        const auto when = time(node);
        return when.isValid()
            ? QVariant(QLocale().toString(when.toLocalTime(), QLocale::ShortFormat))
            : QVariant();
    }
    if (role == StateRole)
        return static_cast<int>(node.kind);
    return {};
}

} // namespace tosaic::views
