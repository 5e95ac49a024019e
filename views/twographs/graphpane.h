// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/graph/graphdiff.h"
#include "views/graph/graphpage.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace tosaic::views {

/// A file or the folder of a compile that can stand on a side.
struct GraphSource
{
    QString title;
    QString path;
    bool operator==(const GraphSource &) const = default;
};

/// One of the two sides: which file, and its graph with everything a GraphPage can do. Has a
/// document and a selection of its own. What is shown in it is the user's choice, as in the model.
class GraphPane : public QWidget
{
    Q_OBJECT
public:
    /// `name`: "leftGraph"; of the objects in it. `title`: "Left".
    GraphPane(const QString &name, const QString &title, JobList &jobs, const Theme &theme,
        QWidget *parent = nullptr);
    ~GraphPane() override;

    /// What can be chosen; what is shown stays.
    void setSources(const std::vector<GraphSource> &sources);
    /// Opens it; one that is not among the sources joins them.
    void choose(const QString &path);
    QString path() const { return m_path; }
    /// Of what is chosen, as it is offered.
    QString title() const;

    const ModelDocument &document() const { return m_document; }
    SelectionContext &selection() { return m_selection; }
    GraphPage &page() { return *m_page; }
    const GraphPage &page() const { return *m_page; }
    /// What names in the shown graph refer to: DiffSide::names.
    QString names() const;

Q_SIGNALS:
    /// Another file is shown, or nothing: document() and path().
    void sourceChanged();
    /// The user wants to look for a file.
    void fileWanted();

private:
    void onPicked(int row);
    void fill();
    void load(const QString &path);

    ModelDocument m_document;
    SelectionContext m_selection;
    std::vector<GraphSource> m_sources;
    QString m_path;
    JobSlot m_loading;
    QComboBox *m_picker;
    QLabel *m_problemText;
    GraphPage *m_page;
};

} // namespace tosaic::views
