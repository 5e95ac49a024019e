// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jobslot.h"
#include "core/graph/graph.h"
#include "core/layout/layoutengine.h"
#include "core/spec/compilespec.h"
#include "views/widgets/theme.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace tosaic {
class ModelDocument;
class SelectionContext;
}

namespace tosaic::views {

class FindBar;
class GraphFooter;
class GraphHeader;
class GraphView;
class HoverCard;
class Minimap;
class StateStack;
struct GraphTarget;

/// The model as a graph: builds it from the document, has it laid out, shows it, and joins it to
/// the one selection. What is drawn is in GraphScene, how one moves over it in GraphView.
class GraphPage : public QWidget
{
    Q_OBJECT
public:
    enum class Level
    {
        Operators, ///< the model before it was cut, from the compile result
        Runtime ///< the instructions of the program
    };

    GraphPage(ModelDocument &document, SelectionContext &selection, JobList &jobs,
        const Theme &theme, QWidget *parent = nullptr);
    ~GraphPage() override;

    /// Replaces the engine (tests, other back ends) and lays out again.
    void setLayoutEngine(std::unique_ptr<layout::LayoutEngine> engine);

    Level level() const { return m_level; }
    void setLevel(Level level);
    /// Quantise and dequantise steps inside partitions as nodes of their own; hidden by default.
    void setQuantisationShown(bool shown);
    bool isCollapsed(graph::GroupId group) const { return m_collapsed.contains(group); }
    void setCollapsed(graph::GroupId group, bool collapsed);
    void collapseAll();
    void expandAll();

    /// Highlights what matches and goes to the first; returns how many do.
    int find(const QString &text);
    void findNext() { walkMatches(1); }
    void findPrevious() { walkMatches(-1); }
    /// Opens the search line (Ctrl+F).
    void showFind();

    /// The whole graph in the window, in columns that suit its shape.
    void fit();
    void zoomIn();
    void zoomOut();
    /// The whole graph as a picture on the clipboard.
    void copyPicture();
    /// Builds and lays out again: after an error.
    void retry();

    GraphView *view() const { return m_view; }
    const graph::Graph &shownGraph() const { return m_shown; }
    /// Valid once shown() was emitted; what reports and exports draw.
    const layout::Layout &shownLayout() const { return m_layout; }
    /// One sentence: what runs where.
    QString sentence() const;

Q_SIGNALS:
    /// The user wants these on the CPU at the next compile.
    void keepOnCpuRequested(const tosaic::spec::KeepOnCpu &what);
    /// Show the bytes of this in the hex view.
    void bytesRequested(const tosaic::model::EntityRef &entity);
    /// The button of the empty page.
    void openRequested();
    /// A graph has been laid out and is in the scene.
    void shown();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectBars();
    void connectView();
    void onDocumentChanged();
    void rebuild();
    void onBuilt(graph::Graph full);
    void relayout();
    void onLaidOut(Result<layout::Layout> result);
    void endLayoutJob();
    void place();
    void cancelWork();
    void showFailure(const Error &error);
    QSizeF windowSize() const;
    bool hasOtherShape() const;
    void onClicked(const GraphTarget &target);
    void onActivated(const GraphTarget &target);
    void onCollapse(const GraphTarget &target);
    void onHovered(const GraphTarget &target, QPoint globalPosition);
    void showMenu(const GraphTarget &target, QPoint globalPosition);
    void askForPattern(const QString &suggestion);
    void followSelection(const model::EntityRef &entity, const QObject *origin);
    GraphTarget targetOf(const model::EntityRef &entity) const;
    void walkMatches(int step);
    void goToMatch();
    void updateHeader();
    void applyTheme();
    int chosenMethod() const;

    ModelDocument &m_document;
    SelectionContext &m_selection;
    JobList &m_jobs;
    const Theme &m_theme;
    JobSlot m_buildSlot;
    std::unique_ptr<layout::LayoutEngine> m_engine;
    JobId m_layoutJob;

    graph::Graph m_full; ///< all nodes
    graph::Graph m_shown; ///< after folding and collapsing
    layout::Request m_request;
    layout::Layout m_raw; ///< as the engine answered
    layout::Layout m_layout; ///< in columns
    QSet<graph::GroupId> m_collapsed;
    graph::GroupId m_anchor; ///< the group just collapsed or expanded: it stays in its place
    Level m_level = Level::Runtime;
    bool m_quantisationShown = false;
    bool m_fitNext = true;
    QSizeF m_columnsFor; ///< window the columns were made for
    std::vector<int> m_matches;
    int m_match = -1;

    GraphHeader *m_header;
    GraphFooter *m_footer;
    GraphView *m_view;
    StateStack *m_states;
    Minimap *m_minimap;
    HoverCard *m_card;
    FindBar *m_findBar;
    QTimer m_reflow; ///< columns are made anew when the window has come to rest
};

} // namespace tosaic::views
