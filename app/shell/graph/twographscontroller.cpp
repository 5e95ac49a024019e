// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/graph/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "views/compare/resulttitles.h"
#include "views/twographs/twographspage.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// Keeps what can stand on either side, and shows the page where it is wanted.
class TwoGraphsController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::TwoGraphsController)
public:
    explicit TwoGraphsController(const ShellContext &context);

private:
    std::vector<views::GraphSource> sources() const;
    QString openSource() const;
    void showPage();
    void refresh();
    void askForSide(int side);

    ShellContext m_context;
    QPointer<views::TwoGraphsPage> m_page; ///< null until it is asked for
};

TwoGraphsController::TwoGraphsController(const ShellContext &context)
    : QObject(&context.window), m_context(context)
{
    m_context.actions.add({ .id = u"model.twoGraphs"_s,
                              .text = tr("&Two graphs side by side"),
                              .iconName = u"vcs-diff"_s,
                              .shortcut = QKeySequence(u"Ctrl+Shift+G"_s),
                              .tip = tr("Compare the graph with that of another compile, another "
                                        "file or another level of the same one") },
        [this] { showPage(); });
    auto &session = m_context.session;
    connect(&m_context.requests, &Requests::graphsRequested, this, &TwoGraphsController::showPage);
    connect(&session.results(), &ResultsDocument::changed, this, &TwoGraphsController::refresh);
    connect(&session.model(), &ModelDocument::changed, this, &TwoGraphsController::refresh);
    connect(&session, &Session::recentChanged, this, &TwoGraphsController::refresh);
}

/// What is open; the compile that made it stands for it, since it knows the model's operators.
QString TwoGraphsController::openSource() const
{
    const auto &model = m_context.session.model();
    return model.compileResult() ? model.compileResult()->folder : model.path();
}

std::vector<views::GraphSource> TwoGraphsController::sources() const
{
    std::vector<views::GraphSource> sources;
    const auto add = [&sources](const QString &title, const QString &path) {
        if (!path.isEmpty()
            && std::ranges::find(sources, path, &views::GraphSource::path) == sources.end())
            sources.push_back({ title, path });
    };
    int number = 0;
    for (const auto &result : m_context.session.results().results()) {
        ++number;
        if (result->status == compiled::Status::Succeeded)
            add(views::resultTitle(number, *result), result->folder);
    }
    const auto files = QStringList{ openSource() } + m_context.session.recentFiles();
    // Every compile calls its program alike: the folder tells them apart.
    const auto nameOf = [&files](const QString &path) {
        const QFileInfo file(path);
        const auto alike = std::ranges::count_if(files, [&](const QString &other) {
            return other != path && QFileInfo(other).fileName() == file.fileName();
        });
        return alike == 0 ? file.fileName() : file.dir().dirName() + u'/' + file.fileName();
    };
    add(tr("%1 (open)").arg(nameOf(openSource())), openSource());
    for (const auto &path : m_context.session.recentFiles())
        add(nameOf(path), path);
    return sources;
}

void TwoGraphsController::refresh()
{
    if (m_page)
        m_page->setSources(sources());
}

void TwoGraphsController::showPage()
{
    auto &session = m_context.session;
    if (!m_page) {
        m_page = new views::TwoGraphsPage(session.jobs(), m_context.theme);
        connect(m_page, &views::TwoGraphsPage::fileWanted, this, &TwoGraphsController::askForSide);
        connect(m_page, &views::TwoGraphsPage::closeRequested, this,
            [this] { m_context.pages.showGraph(); });
    }
    refresh();
    const auto &results = session.results();
    if (results.oldSide() && results.newSide())
        m_page->show(results.oldSide()->folder, results.newSide()->folder);
    else
        m_page->show(openSource(), openSource());
    m_context.pages.showInModel(m_page);
    m_context.modes.show(Mode::Model);
    auto *fold = m_context.actions.action(u"view.foldPanels"_s); // two graphs need the height
    if (!fold->isChecked())
        fold->trigger();
}

void TwoGraphsController::askForSide(int side)
{
    askForFile(m_context,
        { .name = u"twoGraphsFile"_s,
            .title = side < 2 ? tr("A model for this side") : tr("A model for the table") },
        this, [this, side](const QString &path) {
            if (side < 2)
                m_page->pane(side).choose(path);
            else
                m_page->addFurther(path);
        });
}

} // namespace

void addTwoGraphs(const ShellContext &context)
{
    new TwoGraphsController(context);
}

} // namespace tosaic::shell
