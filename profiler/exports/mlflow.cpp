// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "profiler/exports/tracking.h"

#include <QDateTime>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QUrlQuery>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr int PatienceMs = 60000; // without a byte from the server
constexpr qsizetype LongestValue = 500; // characters of a parameter, in every version of MLflow
constexpr qsizetype MostAtOnce = 100; // parameters, tags or metrics in one request
constexpr qsizetype LongestWords = 400; // characters of what a server says of an error

bool isHere(const QUrl &server)
{
    return server.host() == "localhost"_L1 || QHostAddress(server.host()).isLoopback();
}

/// One request after the other.
class Server
{
public:
    explicit Server(QUrl base) : m_base(std::move(base))
    {
        const bool mayKnow = m_base.scheme() == "https"_L1 || isHere(m_base);
        const auto token = qgetenv("MLFLOW_TRACKING_TOKEN");
        const auto user = qgetenv("MLFLOW_TRACKING_USERNAME");
        if (mayKnow && !token.isEmpty())
            m_authorization = "Bearer " + token;
        else if (mayKnow && !user.isEmpty())
            m_authorization
                = "Basic " + (user + ':' + qgetenv("MLFLOW_TRACKING_PASSWORD")).toBase64();
    }

    Result<QJsonObject> post(const QString &what, const QJsonObject &body)
    {
        auto request = this->request(u"/api/2.0/mlflow/"_s + what);
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        return answerOf(
            m_network.post(request, QJsonDocument(body).toJson(QJsonDocument::Compact)));
    }
    /// Absent: there is no such thing.
    Result<std::optional<QJsonObject>> find(const QString &what, const QUrlQuery &query)
    {
        auto answer = answerOf(m_network.get(request(u"/api/2.0/mlflow/"_s + what, query)));
        if (m_status == 404)
            return std::optional<QJsonObject>();
        return std::optional(TRY(std::move(answer)));
    }
    Result<void> put(const QString &path, QFile &file)
    {
        auto request = this->request(u"/api/2.0/mlflow-artifacts/artifacts/"_s + path);
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/octet-stream"_s);
        TRY(answerOf(m_network.put(request, &file)));
        return {};
    }

private:
    QNetworkRequest request(const QString &path, const QUrlQuery &query = {}) const
    {
        auto url = m_base;
        auto base = m_base.path();
        while (base.endsWith(u'/'))
            base.chop(1);
        url.setPath(base + path);
        url.setQuery(query);
        QNetworkRequest request(url);
        request.setTransferTimeout(PatienceMs);
        // A redirection would take the credentials along.
        request.setAttribute(
            QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        if (!m_authorization.isEmpty())
            request.setRawHeader("Authorization", m_authorization);
        return request;
    }

    Result<QJsonObject> answerOf(QNetworkReply *reply)
    {
        const std::unique_ptr<QNetworkReply> owned(reply);
        QEventLoop loop;
        QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
        if (!reply->isFinished())
            loop.exec();
        m_status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        const auto bytes = reply->readAll();
        const auto said = QJsonDocument::fromJson(bytes).object();
        if (m_status == 0)
            return fail(ErrorCode::ToolMissing,
                u"%1 does not answer: %2"_s.arg(m_base.toDisplayString(), reply->errorString()));
        if (m_status == 200)
            return said;
        const auto words
            = said.value(u"message"_s)
                  .toString(QString::fromUtf8(bytes.first(std::min(LongestWords, bytes.size()))));
        return fail(ErrorCode::ToolFailed,
            u"%1 answers %2: %3"_s.arg(m_base.toDisplayString())
                .arg(m_status)
                .arg(words.isEmpty() ? reply->errorString() : words));
    }

    QUrl m_base;
    QByteArray m_authorization;
    QNetworkAccessManager m_network;
    int m_status = 0; ///< of the last answer; 0: there was none
};

QJsonArray pairsOf(const std::map<QString, QString> &texts)
{
    QJsonArray pairs;
    for (const auto &[key, value] : texts)
        pairs.append(QJsonObject{ { u"key"_s, key }, { u"value"_s, value.left(LongestValue) } });
    return pairs;
}

/// In as many requests as the server's limits take.
Result<void> logAll(
    Server &server, const QString &run, const QString &what, const QJsonArray &entries)
{
    for (qsizetype at = 0; at < entries.size(); at += MostAtOnce) {
        QJsonArray some;
        for (qsizetype i = at; i < std::min(at + MostAtOnce, entries.size()); ++i)
            some.append(entries[i]);
        TRY(server.post(u"runs/log-batch"_s, { { u"run_id"_s, run }, { what, some } }));
    }
    return {};
}

Result<QString> experimentId(Server &server, const QString &name)
{
    QUrlQuery query;
    query.addQueryItem(u"experiment_name"_s, QString::fromLatin1(QUrl::toPercentEncoding(name)));
    const auto known = TRY(server.find(u"experiments/get-by-name"_s, query));
    if (known)
        return known->value(u"experiment"_s).toObject().value(u"experiment_id"_s).toString();
    const auto made = TRY(server.post(u"experiments/create"_s, { { u"name"_s, name } }));
    return made.value(u"experiment_id"_s).toString();
}

/// Where the server keeps files of a run itself; empty: they go elsewhere, past it.
QString placeOfFiles(const QString &uri)
{
    const QUrl url(uri);
    return url.scheme() == "mlflow-artifacts"_L1 ? url.path().mid(1) : QString();
}

Result<void> sendFiles(Server &server, const TrackedRun &run, const QString &place)
{
    for (const auto &path : run.files) {
        QFile file(path);
        TRY(openStored(file));
        // Partitions have files of the same names.
        const QFileInfo info(path);
        const auto folder = info.dir().dirName();
        const auto name
            = folder.startsWith("partition"_L1) ? folder + u'/' + info.fileName() : info.fileName();
        TRY(server.put(place + u'/' + name, file));
    }
    return {};
}

Result<void> fill(
    Server &server, const TrackedRun &run, const QString &id, const QString &place, qint64 now)
{
    QJsonArray metrics;
    for (const auto &[key, value] : run.metrics)
        metrics.append(QJsonObject{
            { u"key"_s, key }, { u"value"_s, value }, { u"timestamp"_s, now }, { u"step"_s, 0 } });
    TRY(logAll(server, id, u"params"_s, pairsOf(run.parameters)));
    TRY(logAll(server, id, u"metrics"_s, metrics));
    if (!place.isEmpty())
        TRY(sendFiles(server, run, place));
    return {};
}

} // namespace

QString trackingProblem(const QUrl &server)
{
    const bool isWeb = server.scheme() == "http"_L1 || server.scheme() == "https"_L1;
    if (!server.isValid() || !isWeb || server.host().isEmpty())
        return u"'%1' is no server: http://HOST:PORT or https://HOST"_s.arg(
            server.toDisplayString());
    if (!server.userInfo().isEmpty())
        return u"a password in an address ends in logs: set MLFLOW_TRACKING_USERNAME and "
               "MLFLOW_TRACKING_PASSWORD"_s;
    return {};
}

Result<TrackingAnswer> exportToMlflow(
    const QUrl &server, const QString &experiment, const std::vector<TrackedRun> &runs)
{
    Server mlflow(server);
    TrackingAnswer answer{ .experimentId = TRY(experimentId(mlflow, experiment)) };
    QString parent;
    for (const auto &run : runs) {
        const auto now = QDateTime::currentMSecsSinceEpoch();
        auto tags = run.tags;
        if (run.isChild && !parent.isEmpty())
            tags.emplace(u"mlflow.parentRunId"_s, parent);
        const auto made = TRY(mlflow.post(u"runs/create"_s,
            { { u"experiment_id"_s, answer.experimentId }, { u"run_name"_s, run.name },
                { u"start_time"_s, now }, { u"tags"_s, pairsOf(tags) } }));
        const auto info = made.value(u"run"_s).toObject().value(u"info"_s).toObject();
        const auto id = info.value(u"run_id"_s).toString();
        const auto place = placeOfFiles(info.value(u"artifact_uri"_s).toString());
        if (place.isEmpty() && !run.files.isEmpty())
            answer.problems.push_back({ u"mlflow.files"_s, Severity::Warning, {},
                u"the server keeps files elsewhere (%1), so those of this run stay here"_s.arg(
                    info.value(u"artifact_uri"_s).toString()) });
        const auto filled = fill(mlflow, run, id, place, now);
        const auto ended = mlflow.post(u"runs/update"_s,
            { { u"run_id"_s, id }, { u"status"_s, filled ? u"FINISHED"_s : u"FAILED"_s },
                { u"end_time"_s, QDateTime::currentMSecsSinceEpoch() } });
        if (!filled)
            return fail(filled.error());
        if (!ended)
            return fail(ended.error());
        answer.runIds.append(id);
        if (!run.isChild)
            parent = id;
    }
    return answer;
}

} // namespace tosaic::profile
