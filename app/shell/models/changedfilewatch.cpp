// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "app/shell/models/opencontroller.h"
#include "app/shell/models/parts.h"
#include "core/base/changedfiles.h"
#include "core/base/error.h"

#include <QAction>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int LooksEvery = 1000; // ms
constexpr quint64 Comparable = 64 << 20; ///< bytes; larger files are mapped and tell by themselves
const auto Notice = u"open.changed"_s;

/// A file as the disk has it now. Gone: no time, -1.
struct Stamp
{
    QDateTime modified;
    qint64 size = -1;
    bool operator==(const Stamp &) const = default;
};

Stamp stampOf(const QString &path)
{
    const QFileInfo info(path);
    return info.isFile() ? Stamp{ info.lastModified(), info.size() } : Stamp{};
}

/// Looks once a second at the file of the model on the screen, and at large files that are open.
class ChangedFileWatch : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ChangedFiles)
public:
    ChangedFileWatch(const ShellContext &context, OpenController &opener)
        : QObject(&context.window), m_context(context), m_opener(opener)
    {
        auto *reload = context.actions.add({ .id = u"file.reload"_s,
                                               .text = tr("Re&load"),
                                               .iconName = u"view-refresh"_s,
                                               .tip = tr("Read the shown model from the disk "
                                                         "again") },
            [this] { m_opener.open({ m_context.session.model().path() }); });
        auto &model = context.session.model();
        const auto follow = [this, reload, &model] {
            reload->setEnabled(!model.path().isEmpty());
            if (!m_read.contains(model.path()))
                m_read.insert(model.path(), stampOf(model.path()));
            m_last = m_told = m_read.value(model.path());
            m_context.notices.dismiss(Notice);
        };
        connect(&model, &ModelDocument::changed, this, follow);
        follow();
        connect(&opener, &OpenController::opened, this, [this](const QString &path) {
            m_context.session.problems().clear(u"changed-files"_s);
            m_context.notices.dismiss(Notice);
            m_read.insert(path, stampOf(path));
            m_last = m_told = m_read.value(m_context.session.model().path());
        });
        auto *timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, &ChangedFileWatch::look);
        timer->start(LooksEvery);
    }

private:
    void look()
    {
        for (const auto &error : takeChangedFiles())
            tellMapped(error);
        const auto path = m_context.session.model().path();
        const auto now = stampOf(path);
        const bool isWritten = now != std::exchange(m_last, now); // wait until it is done
        if (isWritten || now == m_told || isAsRead(path, now))
            return;
        m_told = now;
        if (now.size < 0)
            tell(tr("%1 is not on the disk any more. What was read of it stays open."), path, {});
        else
            tell(tr("%1 changed on the disk. What is shown was read before."), path, tr("Reload"));
    }

    /// Also if only its time is another.
    bool isAsRead(const QString &path, const Stamp &now)
    {
        auto &read = m_read[path];
        const auto source = m_context.session.model().source();
        if (now == read || !source || source->name() != path || source->size() > Comparable)
            return true;
        QFile file(path);
        const bool isSame = now.size == qint64(source->size()) && file.open(QIODevice::ReadOnly)
            && file.readAll() == source->bytes();
        if (isSame)
            read = now;
        return isSame;
    }

    void tellMapped(const Error &error)
    {
        m_context.session.problems().add(u"changed-files"_s, { diagnosticOf(error), {} });
        tell(tr("%1 changed on the disk while it is open. What is shown of it from now on may be "
                "wrong; all else stays as it is."),
            error.location.file, tr("Open Again"));
    }

    /// `again`: what reads it once more is called; empty: nothing can.
    void tell(const QString &text, const QString &path, const QString &again)
    {
        std::vector<NoticeBar::Button> actions;
        if (!again.isEmpty())
            actions.push_back({ again, [this, path] { m_opener.open({ path }); }, true });
        actions.push_back({ tr("Close"), {} });
        m_context.notices.show({ Notice, u"dialog-warning"_s, text.arg(QFileInfo(path).fileName()),
            std::move(actions) });
    }

    ShellContext m_context;
    OpenController &m_opener;
    QHash<QString, Stamp> m_read; ///< by path: as it was when it was read
    Stamp m_last; ///< of the model on the screen, at the last look
    Stamp m_told; ///< that somebody knows of
};

} // namespace

void addChangedFileWatch(const ShellContext &context, OpenController &opener)
{
    new ChangedFileWatch(context, opener); // the window's
}

} // namespace tosaic::shell
