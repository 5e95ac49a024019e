// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "core/base/jobslot.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/graph/graphtext.h"
#include "core/graph/nodedata.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphpage.h"
#include "views/graph/nodedataoverlay.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLocale>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int LookEveryMs = 100;
constexpr int MostLooks = 100; ///< while something works
constexpr int LookOfIdle = 20; ///< counts as so many: nothing may come any more

/// What goes to a file, as values of its own: it is written on a pool thread.
struct Export
{
    views::GraphDrawing drawing;
    std::shared_ptr<const ProfileSubject> subject;
    std::shared_ptr<const profile::OperationTable> table;
    QString path;
};

Result<QByteArray> bytesOf(const Export &wanted, const JobControl &control)
{
    const auto &[graph, layout, overlay, colors, json] = wanted.drawing;
    const auto ending = QFileInfo(wanted.path).suffix().toLower();
    if (ending == "dot"_L1)
        return graph::toDot(graph, views::fillsOf(graph, overlay));
    if (ending == "json"_L1)
        return QJsonDocument(json
                ? json()
                : views::graphToJson(graph, overlay, wanted.subject.get(), wanted.table.get()))
            .toJson();
    if (ending == "png"_L1)
        return views::graphToPng(
            graph, layout, colors, 2, overlay, [control] { return control.isCancelled(); });
    return ending == "pdf"_L1 ? views::graphToPdf(graph, layout, colors, overlay)
                              : views::graphToSvg(graph, layout, colors, overlay);
}

/// The graph as it is shown, or what its operators cost, as a file.
class GraphExportController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::GraphExportController)
public:
    explicit GraphExportController(const ShellContext &context);

private:
    QAction *add(const QString &id, const QString &text, const QKeySequence &keys,
        const QString &tip, void (GraphExportController::*ask)());
    /// Asked again while it waits for a layout, or while the dialog is open: still one dialog.
    void askForPicture();
    /// Two graphs may be laid out still: then it looks again, m_looks times at most.
    void showDialog();
    void askForNodeData();
    void save(views::GraphDrawing drawing, const QString &path);
    void saveNodeData(const QString &path);
    void report(const Result<void> &written);

    ShellContext m_context;
    JobSlot m_slot;
    QTimer m_again; ///< runs while it waits
    int m_looks = 0;
    QPointer<QFileDialog> m_dialog;
};

GraphExportController::GraphExportController(const ShellContext &context)
    : QObject(&context.window), m_context(context), m_slot(&context.session.jobs())
{
    m_again.setSingleShot(true);
    m_again.setInterval(LookEveryMs);
    connect(&m_again, &QTimer::timeout, this, &GraphExportController::showDialog);
    auto *save
        = add(u"model.exportPicture"_s, tr("&Export the graph..."), QKeySequence(u"Ctrl+E"_s),
            tr("Save the graph, or two side by side, as shown: SVG, PDF, PNG of any size, DOT or "
               "JSON"),
            &GraphExportController::askForPicture);
    auto *data = add(u"model.exportNodeData"_s, tr("Export node &data..."), {},
        tr("Save the cycles of the operators as node data for Model Explorer"),
        &GraphExportController::askForNodeData);
    const auto enable = [this, save, data] {
        const auto &model = m_context.session.model();
        const bool isOpen = model.program() || model.compileResult() || model.network();
        save->setEnabled(isOpen || dynamic_cast<views::DrawsGraph *>(m_context.pages.inModel()));
        data->setEnabled(isOpen && m_context.session.profile().table());
    };
    connect(&m_context.pages, &Pages::inModelChanged, this, enable);
    connect(&m_context.session.model(), &ModelDocument::changed, this, enable);
    connect(&m_context.session.profile(), &ProfileDocument::changed, this, enable);
    enable();
}

QAction *GraphExportController::add(const QString &id, const QString &text,
    const QKeySequence &keys, const QString &tip, void (GraphExportController::*ask)())
{
    return m_context.actions.add(
        { .id = id, .text = text, .iconName = u"document-export"_s, .shortcut = keys, .tip = tip },
        [this, ask] { (this->*ask)(); });
}

void GraphExportController::askForPicture()
{
    if (m_again.isActive() || m_dialog)
        return;
    m_looks = MostLooks;
    showDialog();
}

void GraphExportController::showDialog()
{
    const auto *other = dynamic_cast<views::DrawsGraph *>(m_context.pages.inModel());
    auto drawing = other ? other->drawing() : std::nullopt;
    if (other && !drawing && m_looks > 0) {
        m_looks -= m_context.session.jobs().isIdle() ? LookOfIdle : 1;
        return m_again.start();
    }
    if (!drawing) {
        auto &page = m_context.pages.graph();
        drawing = page.drawing();
        if (!drawing) { // still being laid out
            connect(&page, &views::GraphPage::shown, this, &GraphExportController::askForPicture,
                static_cast<Qt::ConnectionType>(Qt::UniqueConnection | Qt::SingleShotConnection));
            return;
        }
    }
    // Nobody should find out afterwards that a bitmap has a gigabyte.
    const auto pixels = views::pixelsOf(drawing->graph, drawing->layout, drawing->overlay);
    const QLocale locale;
    const QStringList filters{ tr("SVG picture (*.svg)"), tr("PDF, one page (*.pdf)"),
        tr("PNG picture, %1 × %2 pixels (*.png)")
            .arg(locale.toString(pixels.width()), locale.toString(pixels.height())),
        tr("Graphviz DOT (*.dot)"), tr("JSON with cycles (*.json)") };
    m_dialog = makeFileDialog({ .name = u"exportDialog"_s,
                                  .title = tr("Export the graph"),
                                  .start = m_context.session.settings().value(settings::LastFolder),
                                  .filter = filters.join(u";;"_s),
                                  .saveSuffix = u"svg"_s },
        &m_context.window);
    connect(m_dialog, &QFileDialog::filterSelected, m_dialog,
        [dialog = m_dialog.get()](const QString &filter) {
            static const QRegularExpression suffix(u"\\*\\.(\\w+)"_s);
            dialog->setDefaultSuffix(suffix.match(filter).captured(1));
        });
    // What was measured is what is written, whatever is shown by then.
    connect(m_dialog, &QFileDialog::fileSelected, this,
        [this, drawing = *drawing](const QString &path) { save(drawing, path); });
    m_dialog->open();
}

void GraphExportController::askForNodeData()
{
    askForFile(m_context,
        { .name = u"exportNodeDataDialog"_s,
            .title = tr("Export node data"),
            .filter = tr("Node data of Model Explorer (*.json)"),
            .saveSuffix = u"json"_s },
        this, &GraphExportController::saveNodeData);
}

void GraphExportController::save(views::GraphDrawing drawing, const QString &path)
{
    const auto &profile = m_context.session.profile();
    m_slot.start(
        tr("Exporting the graph"),
        [wanted = Export{ std::move(drawing), profile.subject(), profile.table(), path }](
            const JobControl &control) -> Result<void> {
            const auto bytes = TRY(bytesOf(wanted, control));
            return saveFile(wanted.path, bytes);
        },
        [this](const Result<void> &written) { report(written); });
}

void GraphExportController::saveNodeData(const QString &path)
{
    const auto &graph = m_context.pages.graph().wholeGraph();
    const auto subject = m_context.session.profile().subject();
    const auto table = m_context.session.profile().table();
    if (subject && table)
        report(saveFile(path, graph::writeNodeData(views::nodeDataOf(graph, *subject, *table))));
}

void GraphExportController::report(const Result<void> &written)
{
    auto &problems = m_context.session.problems();
    if (written || written.error().code == ErrorCode::Cancelled)
        problems.clear(u"export"_s);
    else
        problems.set(u"export"_s, std::vector{ diagnosticOf(written.error()) });
}

} // namespace

void addGraphExport(const ShellContext &context)
{
    new GraphExportController(context);
}

} // namespace tosaic::shell
