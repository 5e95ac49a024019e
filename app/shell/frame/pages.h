// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/mode.h"
#include "views/report/reportpage.h"

#include <QWidget>

#include <functional>
#include <map>

class QStackedWidget;

namespace tosaic::views {
class FilePage;
class GraphPage;
class HomePage;
class Navigable;
class PartitionPage;
class SpecPage;
class Theme;
}

namespace tosaic::shell {

class Requests;
class Session;

/// The main view of each mode, built when it is first shown. To add a mode: an entry in Mode and a
/// case in create().
class Pages : public QObject
{
    Q_OBJECT
public:
    Pages(Session &session, views::Theme &theme, Requests &requests, QObject *parent = nullptr);
    /// With the pages that nobody has put into a layout.
    ~Pages() override;

    /// Built on first use; its parent becomes whoever puts it into a layout.
    QWidget *page(Mode mode);
    bool isBuilt(Mode mode) const { return m_pages.contains(mode); }

    views::HomePage &home();
    views::GraphPage &graph();
    views::SpecPage &spec();
    views::ReportPage &report();

    /// In place of the graph, until another model is open or showGraph().
    void showInModel(QWidget *other);
    void showGraph();
    /// What is shown there; null: the graph, or nothing was ever shown.
    QWidget *inModel() const;

    /// Ctrl+F: in the panel that has the focus if it can, else in the page of the mode. False:
    /// there is nothing to search in.
    bool find(Mode mode, QWidget *focused);
    /// F, + and -. False: the page shows nothing that could be zoomed.
    bool fit(Mode mode);
    bool zoom(Mode mode, bool in);
    /// Its keys work without a click; nothing if it has no view of its own that takes keys.
    void giveFocus(Mode mode);

Q_SIGNALS:
    /// A page was built: who has something to show there can connect to it now.
    void built(tosaic::shell::Mode mode, QWidget *page);
    /// inModel().
    void inModelChanged();

private:
    QWidget *front(Mode mode);
    views::Navigable *navigable(Mode mode);
    QWidget *create(Mode mode);
    QWidget *createHome();
    QWidget *createGraph();
    QWidget *createPartition();
    QWidget *createMemory();
    QWidget *createSpec();
    QWidget *createRuns();
    QWidget *createCompare();
    QWidget *createReport();

    Session &m_session;
    views::Theme &m_theme;
    Requests &m_requests;
    std::map<Mode, QWidget *> m_pages;
    views::GraphPage *m_graph = nullptr; ///< inside the page of the model
    views::FilePage *m_file = nullptr; ///< beside it, once a file was open that is no graph
    QStackedWidget *m_modelStack = nullptr; ///< of both
};

} // namespace tosaic::shell
