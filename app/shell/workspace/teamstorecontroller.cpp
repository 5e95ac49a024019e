// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/base/units.h"
#include "core/teamstore/storenews.h"
#include "core/teamstore/storetrust.h"
#include "core/teamstore/teamstore.h"
#include "core/workspace/settingkeys.h"
#include "views/widgets/errortext.h"
#include "views/workspace/storedialog.h"

#include <QAction>
#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using teamstore::Moved;

constexpr int NewsSettleMs = 1500; // a compile is several changes of the workspace

/// What a look at the store brought.
struct Synced
{
    Moved sent;
    Moved came;
    bool mayWrite = false;
    QString user;
};

Result<Synced> sync(const QString &path, const QString &address, const JobControl &control)
{
    const auto store = TRY(teamstore::TeamStore::open(TRY(teamstore::readStoreAddress(address))));
    const auto file = TRY(workspace::Workspace::open(path));
    const auto goOn = [&control] { return !control.isCancelled(); };
    Synced synced{
        .sent = {}, .came = {}, .mayWrite = store->facts().mayWrite, .user = store->facts().user
    };
    if (synced.mayWrite)
        synced.sent = TRY(store->push(*file, goOn));
    synced.came = TRY(store->pull(*file, goOn));
    return synced;
}

class TeamStoreController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::TeamStoreController)
public:
    TeamStoreController(const ShellContext &context, WorkspaceStore &store, QObject *parent);

private:
    QString address() const { return m_store.setting(workspace::StoreKey); }
    bool isApproved() const;
    void follow();
    void listen();
    void ask();
    void showDialog();
    void choose(const QString &address);
    void start();
    void take(const Result<Synced> &synced);
    void tellNews(const Moved &came);
    void setState(const QString &text);

    ShellContext m_context;
    WorkspaceStore &m_store;
    QPointer<views::StoreDialog> m_dialog;
    std::unique_ptr<teamstore::StoreNews> m_news;
    QString m_heard; ///< address that is listened to, and of which workspace
    QString m_asked; ///< the same, that was asked about
    QString m_state;
    QTimer m_settle;
    JobSlot m_slot;
    bool m_isToRepeat = false; ///< something came while one was under way
    bool m_isAway = false; ///< was told already
};

} // namespace

TeamStoreController::TeamStoreController(
    const ShellContext &context, WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_slot(&context.session.jobs())
{
    m_context.actions.add({ .id = u"workspace.store"_s,
                              .text = tr("&Team's store..."),
                              .iconName = u"network-server"_s,
                              .tip = tr("Compiles, runs and cells of sweeps that a team keeps "
                                        "together on a server") },
        [this] { showDialog(); });
    m_settle.setSingleShot(true);
    m_settle.setInterval(NewsSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &TeamStoreController::start);
    connect(&m_store, &WorkspaceStore::changed, this, &TeamStoreController::follow);
    connect(&m_store, &WorkspaceStore::pathChanged, this, [this] {
        m_slot.cancel();
        m_news.reset();
        m_heard.clear();
        setState({});
    });
}

bool TeamStoreController::isApproved() const
{
    return teamstore::isApproved(m_context.session.approvals(), m_store.path(), address());
}

/// The workspace says which store; what changed in it goes there.
void TeamStoreController::follow()
{
    const auto action = m_context.actions.action(u"workspace.store"_s);
    action->setEnabled(m_store.contents() != nullptr);
    if (!m_store.contents() || m_store.isReadOnly() || !m_store.isCurrent())
        return;
    const auto place = address();
    if (place.isEmpty()) {
        m_news.reset();
        m_heard.clear();
        return;
    }
    if (!isApproved())
        return ask();
    if (m_heard != place)
        listen();
    m_settle.start();
}

void TeamStoreController::listen()
{
    m_heard = address();
    const auto read = teamstore::readStoreAddress(m_heard);
    if (!read)
        return setState(read.error().detail);
    m_news = std::make_unique<teamstore::StoreNews>(*read);
    connect(m_news.get(), &teamstore::StoreNews::arrived, this, [this] { m_settle.start(); });
    connect(m_news.get(), &teamstore::StoreNews::listeningChanged, this,
        [this](bool isListening, const QString &why) {
            if (!isListening)
                setState(why);
        });
}

/// A workspace of somebody else connects to nothing before that is approved.
void TeamStoreController::ask()
{
    const auto key = m_store.path() + u'\n' + address();
    if (m_asked == key)
        return;
    m_asked = key;
    const auto subject = connectionSubject(address());
    m_context.notices.show({ u"workspace.storeTrust"_s, u"dialog-warning"_s,
        tr("This workspace belongs to the store %1. What you record here goes there; approve it "
           "only if you know whose that is.")
            .arg(shownText(subject)),
        { { tr("Approve and connect"),
              [this, subject] {
                  const auto kept = m_context.session.approvals().approve(subject);
                  if (!kept)
                      qWarning("%s", qPrintable(kept.error().toText()));
                  follow();
              } },
            { tr("Stay apart"), {}, true } } });
}

void TeamStoreController::showDialog()
{
    if (m_dialog) {
        m_dialog->raise();
        m_dialog->activateWindow();
        return;
    }
    m_dialog = new views::StoreDialog(address(), &m_context.window);
    connect(m_dialog, &views::StoreDialog::addressChosen, this, &TeamStoreController::choose);
    connect(m_dialog, &views::StoreDialog::syncRequested, this, &TeamStoreController::start);
    m_dialog->show();
    setState(m_state);
}

/// What is chosen here is this user's own.
void TeamStoreController::choose(const QString &address)
{
    setState({});
    const auto kept
        = m_context.session.approvals().keepOwn(m_store.path(), workspace::StoreKey, address);
    if (!kept)
        qWarning("%s", qPrintable(kept.error().toText())); // it is asked again
    m_store.setSetting(workspace::StoreKey, address);
}

void TeamStoreController::start()
{
    if (address().isEmpty() || m_store.isReadOnly() || !isApproved())
        return;
    m_isToRepeat = m_slot.isRunning();
    if (m_isToRepeat)
        return;
    m_slot.start(
        tr("Sending to and fetching from the team's store"),
        [path = m_store.path(), place = address()](
            const JobControl &control) { return sync(path, place, control); },
        [this](const Result<Synced> &synced) { take(synced); });
    setState(m_state);
}

void TeamStoreController::take(const Result<Synced> &synced)
{
    if (!synced) {
        const auto text = views::errorText(synced.error());
        setState(text.title + u"\n"_s + text.nextStep);
        if (!m_isAway)
            m_context.notices.show({ u"workspace.store"_s, u"dialog-warning"_s,
                text.title + u". "_s + text.nextStep, { { tr("Close"), {}, true } } });
        m_isAway = true;
        return;
    }
    m_isAway = false;
    const auto when = QDateTime::currentDateTime().toString(u"HH:mm:ss"_s);
    setState(synced->mayWrite
            ? tr("Everything is in the store (%1, as %2).").arg(when, synced->user)
            : tr("Fetched what is new (%1); %2 may read only, what is recorded here stays here.")
                  .arg(when, synced->user));
    if (!synced->came.isEmpty())
        tellNews(synced->came);
    if (m_isToRepeat)
        m_settle.start();
}

void TeamStoreController::tellNews(const Moved &came)
{
    m_store.refresh();
    QStringList parts;
    const auto add = [&parts](quint64 count, const QString &words) {
        if (count > 0)
            parts.append(words);
    };
    add(came.compiles, tr("%n compile(s)", nullptr, static_cast<int>(came.compiles)));
    add(came.runs, tr("%n run(s)", nullptr, static_cast<int>(came.runs)));
    add(came.cells, tr("%n cell(s)", nullptr, static_cast<int>(came.cells)));
    const auto what = parts.join(u", "_s);
    m_context.notices.show({ u"workspace.store"_s, u"network-server"_s,
        came.authors.isEmpty() ? tr("New from the team's store: %1.").arg(what)
                               : tr("New from %1: %2.").arg(came.authors.join(u", "_s), what),
        { { tr("Close"), {}, true } } });
}

void TeamStoreController::setState(const QString &text)
{
    m_state = text;
    if (m_dialog)
        m_dialog->setState(
            m_slot.isRunning() ? tr("Asking the store...") : text, m_slot.isRunning());
}

void addTeamStore(const ShellContext &context, WorkspaceStore &store)
{
    new TeamStoreController(context, store, &context.window);
}

} // namespace tosaic::shell
