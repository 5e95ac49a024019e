// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/contents.h"
#include "views/models/treemodel.h"

#include <memory>

namespace tosaic::views {

/// A row of the workspace: a group, or a thing of one of the tables.
struct WorkspaceItem
{
    enum class Kind
    {
        Group,
        Model,
        Spec,
        SpecVersion, ///< what a spec was, or is
        Job,
        Artefact,
        Run,
        Note
    };
    Kind kind = Kind::Group;
    size_t row = 0; ///< in its table of the contents; for a group, which one
};

/// Models, specs with their versions, jobs with their artefacts, runs and notes of a workspace. A
/// note stands under what it is about; notes about nothing in particular have a group.
class WorkspaceModel : public TreeModel<WorkspaceItem>
{
    Q_OBJECT
public:
    enum Column
    {
        NameColumn,
        SummaryColumn,
        TimeColumn,
        ColumnCount
    };

    using TreeModel::TreeModel;

    void setContents(std::shared_ptr<const workspace::Contents> contents);
    const workspace::Contents *contents() const { return m_contents.get(); }
    /// The row's thing; a group for an invalid index.
    WorkspaceItem item(const QModelIndex &index) const;
    /// What a note about it has as subject ("job 3"); empty for what has no notes.
    QString subjectOf(const WorkspaceItem &item) const;
    /// Its file: path and hash; empty for what is none.
    std::pair<QString, QString> fileOf(const WorkspaceItem &item) const;
    /// SPEC.json of a spec or a version of one; null for what is none.
    const QJsonObject *specOf(const WorkspaceItem &item) const;
    QString name(const WorkspaceItem &item) const;
    QDateTime time(const WorkspaceItem &item) const;

protected:
    int columns() const override { return ColumnCount; }
    QVariant header(int column, int role) const override;
    QVariant cell(const WorkspaceItem &node, int column, int role) const override;

private:
    int addGroup(size_t group);
    void addSpecs();
    void addJobs();
    void addNotes(int parent, const QString &subject);
    QString summary(const WorkspaceItem &item) const;
    QString toolTip(const WorkspaceItem &item) const;

    std::shared_ptr<const workspace::Contents> m_contents;
    struct VersionText
    {
        QString name;
        QString change; ///< since the version before
    };
    std::vector<VersionText> m_versionTexts; ///< of the contents' specVersions
    std::vector<bool> m_noteIsPlaced;
};

} // namespace tosaic::views
