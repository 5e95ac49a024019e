// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/processlayoutengine.h"

#include "core/layout/layoutprotocol.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::layout {

namespace {

constexpr int CacheCost = 400000; ///< nodes and links remembered, all answers together
constexpr int StopPatience = 2000; ///< ms to see a killed process end

int costOf(const Layout &layout)
{
    return static_cast<int>(layout.centres.size() + layout.splines.size()) + 1;
}

Result<Layout> emptyOrTooLarge(const Request &request)
{
    using namespace protocol;
    if (request.nodes.size() > NodeLimit || request.links.size() > LinkLimit
        || request.clusters.size() > ClusterLimit)
        return fail(ErrorCode::LimitExceeded,
            u"the graph has %1 nodes and %2 edges; at most %3 and %4 are laid out"_s
                .arg(request.nodes.size())
                .arg(request.links.size())
                .arg(NodeLimit)
                .arg(LinkLimit));
    Layout layout;
    layout.clusterRects.resize(request.clusters.size());
    return layout;
}

bool needsHelper(const Request &request)
{
    return !request.nodes.empty() && emptyOrTooLarge(request).has_value();
}

Error timedOut(const QString &helper)
{
    return { ErrorCode::ToolTimeout, u"The layout program did not answer and was stopped"_s,
        { .file = helper } };
}

Error missing(const QString &helper)
{
    return { ErrorCode::ToolMissing, u"The layout program could not be started"_s,
        { .file = helper } };
}

Error broken(const QString &helper, const QString &detail)
{
    return { ErrorCode::ToolFailed, detail, { .file = helper } };
}

/// What the bytes so far say: nothing yet, an answer, or that they are no answer.
std::optional<Result<Layout>> readAnswer(
    const QByteArray &bytes, const Request &request, const QString &helper)
{
    using Answer = Result<Layout>;
    const auto header = protocol::readHeader(bytes);
    if (!header)
        return Answer(fail(broken(helper,
            u"The layout program answered something else (%1)"_s.arg(header.error().detail))));
    if (!*header)
        return std::nullopt;
    const auto needed = protocol::HeaderSize + static_cast<qsizetype>((*header)->size);
    if (bytes.size() < needed)
        return std::nullopt;
    const auto body = QByteArrayView(bytes).sliced(protocol::HeaderSize);
    if (bytes.size() > needed || (*header)->kind == protocol::Kind::Request)
        return Answer(fail(broken(helper, u"The layout program answered more than was asked"_s)));
    if ((*header)->kind == protocol::Kind::Failure)
        return Answer(fail(broken(helper,
            u"The layout program refused the graph: "_s
                + QString::fromUtf8(body.first(std::min<qsizetype>(body.size(), 2000))))));
    auto layout = protocol::decodeLayout(body, request);
    if (!layout)
        return Answer(fail(broken(helper, layout.error().detail)));
    return layout;
}

} // namespace

QString layoutHelperPath()
{
    if (const auto chosen = qEnvironmentVariable("TOSAIC_LAYOUT"); !chosen.isEmpty())
        return chosen;
    const QDir here(QCoreApplication::applicationDirPath());
    const auto beside = here.filePath(u"tosaic-layout"_s);
    if (QFileInfo(beside).isExecutable())
        return beside;
    return QDir::cleanPath(here.filePath(u"../libexec/tosaic/tosaic-layout"_s));
}

ProcessLayoutEngine::ProcessLayoutEngine(QObject *parent)
    : ProcessLayoutEngine(layoutHelperPath(), LayoutTimeout, parent)
{
}

ProcessLayoutEngine::ProcessLayoutEngine(
    const QString &helper, std::chrono::milliseconds timeout, QObject *parent)
    : LayoutEngine(parent), m_helper(helper), m_cache(CacheCost)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(timeout);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        stopHelper();
        answer(fail(timedOut(m_helper)));
    });
}

ProcessLayoutEngine::~ProcessLayoutEngine()
{
    stopHelper();
}

qint64 ProcessLayoutEngine::processId() const
{
    return m_process ? m_process->processId() : 0;
}

void ProcessLayoutEngine::layout(const Request &request, Done done)
{
    cancel();
    m_done = std::move(done);
    if (!needsHelper(request)) {
        QMetaObject::invokeMethod(
            this, [this, now = emptyOrTooLarge(request)] { answer(now); }, Qt::QueuedConnection);
        return;
    }
    m_request = request;
    m_input = protocol::encode(request);
    m_key = QCryptographicHash::hash(m_input, QCryptographicHash::Sha256);
    if (const auto *known = m_cache.object(m_key)) {
        QMetaObject::invokeMethod(
            this, [this, copy = *known] { answer(copy); }, Qt::QueuedConnection);
        return;
    }
    m_timer.start();
    if (m_process && m_process->state() == QProcess::Running)
        m_process->write(std::exchange(m_input, {}));
    else
        startHelper();
}

void ProcessLayoutEngine::cancel()
{
    if (!m_done)
        return;
    m_done = nullptr;
    // There is no way to tell Graphviz to stop; if it is at work the process has to go.
    if (m_timer.isActive())
        stopHelper();
    m_timer.stop();
}

void ProcessLayoutEngine::startHelper()
{
    stopHelper();
    m_process = new QProcess(this);
    m_process->setStandardErrorFile(QProcess::nullDevice());
    connect(m_process, &QProcess::started, this,
        [this] { m_process->write(std::exchange(m_input, {})); });
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ProcessLayoutEngine::onReadyRead);
    connect(m_process, &QProcess::finished, this, &ProcessLayoutEngine::onFinished);
    connect(m_process, &QProcess::errorOccurred, this, &ProcessLayoutEngine::onError);
    m_process->start(m_helper, QStringList());
}

void ProcessLayoutEngine::stopHelper()
{
    m_buffer.clear();
    auto *process = std::exchange(m_process, nullptr);
    if (!process)
        return;
    process->disconnect(this);
    process->kill();
    // A killed process ends at once; this reaps it, so that no zombie or orphan stays.
    if (process->state() != QProcess::NotRunning)
        process->waitForFinished(StopPatience);
    process->deleteLater();
}

void ProcessLayoutEngine::onReadyRead()
{
    const auto bytes = m_process->readAllStandardOutput();
    if (!m_timer.isActive()) {
        stopHelper(); // speaks unasked: do not trust it with the next graph
        return;
    }
    m_buffer += bytes;
    auto result = readAnswer(m_buffer, m_request, m_helper);
    if (!result)
        return;
    m_buffer.clear();
    if (*result)
        m_cache.insert(m_key, new Layout(**result), costOf(**result));
    else
        stopHelper();
    answer(std::move(*result));
}

void ProcessLayoutEngine::onFinished(int exitCode, QProcess::ExitStatus status)
{
    stopHelper();
    if (m_timer.isActive())
        answer(fail(broken(m_helper,
            status == QProcess::CrashExit ? u"The layout program crashed"_s
                                          : u"The layout program ended without an answer (exit "
                                            "code %1)"_s.arg(exitCode))));
}

void ProcessLayoutEngine::onError(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return; // the others are followed by finished()
    stopHelper();
    if (m_timer.isActive())
        answer(fail(missing(m_helper)));
}

void ProcessLayoutEngine::answer(Result<Layout> result)
{
    m_timer.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(std::move(result));
}

Result<Layout> layoutNow(
    const Request &request, const QString &helper, std::chrono::milliseconds timeout)
{
    if (!needsHelper(request))
        return emptyOrTooLarge(request);
    QElapsedTimer clock;
    clock.start();
    const auto remaining
        = [&] { return static_cast<int>(std::max<qint64>(0, timeout.count() - clock.elapsed())); };
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(helper, QStringList());
    if (!process.waitForStarted(remaining()))
        return fail(missing(helper));
    process.write(protocol::encode(request));
    process.closeWriteChannel();
    QByteArray bytes;
    while (remaining() > 0) {
        const bool hasMore = process.waitForReadyRead(remaining());
        bytes += process.readAllStandardOutput();
        if (auto result = readAnswer(bytes, request, helper)) {
            process.kill();
            process.waitForFinished(StopPatience);
            return std::move(*result);
        }
        if (!hasMore && process.state() == QProcess::NotRunning)
            return fail(broken(helper, u"The layout program ended without an answer"_s));
    }
    process.kill();
    process.waitForFinished(StopPatience);
    return fail(timedOut(helper));
}

} // namespace tosaic::layout
