// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/commandpalette.h"
#include "app/shell/shellcontext.h"
#include "core/base/joblist.h"
#include "core/graph/graph.h"
#include "core/layout/layoutengine.h"

#include <QObject>

#include <memory>
#include <vector>

namespace tosaic::shell {

/// Going places: back and forward, an operator by name, anything by the command palette; and taking
/// along what is there.
class GoController : public QObject
{
    Q_OBJECT
public:
    explicit GoController(const ShellContext &context, QObject *parent = nullptr);
    ~GoController() override;

private:
    void registerHistory();
    void registerPalette();
    void registerModelActions();
    std::vector<PaletteEntry> operatorEntries() const;
    std::vector<PaletteEntry> actionEntries() const;
    std::vector<PaletteEntry> viewEntries();
    std::vector<PaletteEntry> fileEntries() const;
    void showPalette(std::vector<PaletteEntry> entries, const QString &placeholder);
    void exportPicture(const QString &path);
    Result<void> writePicture(
        const graph::Graph &graph, const layout::Layout &layout, const QString &path) const;

    ShellContext m_context;
    std::unique_ptr<layout::LayoutEngine> m_engine;
    JobId m_layoutJob;
};

} // namespace tosaic::shell
