// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/documents/modeldocument.h"
#include "views/graph/graphpage.h"
#include "views/graph/nodedataoverlay.h"
#include "views/models/problemlist.h"

#include <QAction>
#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr qint64 LargestFile = 64 << 20; // bytes

Result<graph::NodeData> readData(const QString &path)
{
    return graph::readNodeData(TRY(readStored(path, LargestFile)));
}

/// Colours the model's graph by values from a file, until it is chosen again or another model is
/// open.
class NodeDataController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::NodeDataController)
public:
    explicit NodeDataController(const ShellContext &context);

private:
    void read(const QString &path);
    void clear();

    ShellContext m_context;
    QAction *m_action;
};

NodeDataController::NodeDataController(const ShellContext &context)
    : QObject(&context.window), m_context(context)
{
    m_action = m_context.actions.add({ .id = u"model.nodeData"_s,
                                         .text = tr("&Colour by node data…"),
                                         .tip = tr("Colours from a node data file of Model "
                                                   "Explorer; again: the usual colours"),
                                         .isCheckable = true },
        [this] {
            if (!m_action->isChecked())
                return clear();
            m_action->setChecked(false); // until a file is read
            askForFile(m_context,
                { .name = u"nodeDataFile"_s,
                    .title = tr("Node data of Model Explorer"),
                    .filter = tr("JSON (*.json)") },
                this, [this](const QString &path) { read(path); });
        });
    connect(&m_context.session.model(), &ModelDocument::changed, this, &NodeDataController::clear);
}

void NodeDataController::read(const QString &path)
{
    const auto data = readData(path);
    auto &problems = m_context.session.problems();
    if (!data) {
        auto error = data.error();
        error.location.file = path;
        problems.set(u"nodeData"_s, std::vector{ diagnosticOf(error) });
        Q_EMIT m_context.requests.panelRequested(u"problems"_s);
        return;
    }
    problems.set(u"nodeData"_s, std::vector<views::Problem>());
    m_context.modes.show(Mode::Model);
    m_context.pages.showGraph();
    m_action->setChecked(true);
    m_context.pages.graph().setOverlaySource(
        [data = *data, &theme = m_context.theme](const graph::Graph &shown) {
            return views::nodeDataOverlay(shown, data, theme.colors());
        });
}

void NodeDataController::clear()
{
    m_action->setChecked(false);
    if (m_context.pages.isBuilt(Mode::Model))
        m_context.pages.graph().setOverlaySource({});
}

} // namespace

void addNodeData(const ShellContext &context)
{
    new NodeDataController(context);
}

} // namespace tosaic::shell
