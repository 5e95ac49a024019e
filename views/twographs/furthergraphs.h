// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/graph/manygraphs.h"
#include "views/twographs/comparedgraphs.h"
#include "views/twographs/graphpane.h"

#include <QObject>
#include <QToolButton>

#include <memory>
#include <vector>

namespace tosaic::views {

/// More graphs than the two that are drawn, each as its file opens. Immutable.
struct FurtherGraphs
{
    struct One
    {
        QString title;
        graph::Graph graph;
        QString names; ///< DiffSide::names
    };
    std::vector<One> graphs;
    std::shared_ptr<const ComparedGraphs> base;
    graph::ManyGraphs many; ///< left, right, then these
};

/// The button that adds further graphs to the table of differences, and what they are. UI thread.
class FurtherButton : public QToolButton
{
    Q_OBJECT
public:
    FurtherButton(JobList &jobs, QWidget *parent);

    /// What can be added.
    void setSources(const std::vector<GraphSource> &sources);
    /// What they are compared with; null: nothing.
    void setBase(std::shared_ptr<const ComparedGraphs> base);
    void add(const QString &path);
    /// Null while there are none, and while they are compared.
    std::shared_ptr<const FurtherGraphs> graphs() const { return m_found; }

Q_SIGNALS:
    /// graphs().
    void changed();
    /// The user wants to look for a file.
    void fileWanted();
    /// A file could not be added: why.
    void failed(const tosaic::Error &error);

private:
    void fill();
    void compare();

    std::vector<GraphSource> m_sources;
    std::vector<GraphSource> m_added;
    std::shared_ptr<const ComparedGraphs> m_base;
    std::shared_ptr<const FurtherGraphs> m_found;
    JobSlot m_comparing;
};

} // namespace tosaic::views
