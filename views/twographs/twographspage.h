// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "views/graph/graphplace.h"
#include "views/twographs/comparedgraphs.h"
#include "views/twographs/graphpane.h"
#include "views/widgets/navigable.h"

#include <QSet>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QCheckBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace tosaic::views {

class DifferenceTable;
class FurtherButton;
class LinkedCameras;
class MergedView;

/// Two graphs side by side or one over the other, node by node: what was added, removed, changed or
/// moved is coloured in both and listed below. Selecting, panning and zooming in one does the same
/// in the other. Each side is a file, a compile or another level of the same one.
class TwoGraphsPage : public QWidget, public Navigable, public DrawsGraph
{
    Q_OBJECT
public:
    TwoGraphsPage(JobList &jobs, const Theme &theme, QWidget *parent = nullptr);
    ~TwoGraphsPage() override;

    /// What both sides can be.
    void setSources(const std::vector<GraphSource> &sources);
    /// Empty: that side stays as it is.
    void show(const QString &left, const QString &right);
    using QWidget::show;
    /// Further files as columns of the table.
    void addFurther(const QString &path);
    GraphPane &pane(int side) { return *m_panes[size_t(side)]; }

    /// One over the other in place of side by side.
    void setMerged(bool isMerged);

    /// Null while it is computed, and while a side is empty.
    const graph::GraphDiff *diff() const { return m_found ? &m_found->diff : nullptr; }
    /// One sentence: how many are added, moved ...
    QString sentence() const;

    /// As it is shown: side by side, each in a frame with its name, or one over the other.
    std::optional<GraphDrawing> drawing() const override;

    void fit() override;
    void zoomIn() override;
    void zoomOut() override;
    bool openFind() override;

Q_SIGNALS:
    /// The user wants to look for a file for a side: 0 or 1, or 2: for the table alone.
    void fileWanted(int side);
    /// Back to what is open.
    void closeRequested();
    /// diff() was computed.
    void compared();

private:
    /// What the answer depends on.
    struct Question
    {
        std::array<QString, 2> paths;
        std::array<GraphPlace, 2> places;
        std::array<const void *, 2> material{};
        bool operator==(const Question &) const = default;
    };

    QWidget *makeLegend();
    void compare();
    void take(std::shared_ptr<const ComparedGraphs> found);
    GraphOverlay overlayOf(size_t side, const graph::Graph &shown) const;
    void refresh();
    void showCounts();
    void anchor();
    void follow(size_t side, const model::EntityRef &entity);
    void choosePair(int row);
    void selectOnSides(size_t pair);
    bool isMerged() const;
    void toggle(graph::Difference difference, bool isShown);

    const Theme &m_theme;
    std::array<GraphPane *, 2> m_panes{};
    JobSlot m_comparing;
    Question m_question;
    std::shared_ptr<const ComparedGraphs> m_found;
    QSet<graph::Difference> m_shown;
    std::array<QToolButton *, graph::AllDifferences.size()> m_filters{};
    QStackedWidget *m_stack; ///< side by side, or one over the other
    MergedView *m_merged;
    LinkedCameras *m_cameras;
    FurtherButton *m_further;
    DifferenceTable *m_table;
    QLabel *m_sentence;
    QCheckBox *m_link;
    QCheckBox *m_overlay;
    bool m_isFollowing = false;
};

} // namespace tosaic::views
