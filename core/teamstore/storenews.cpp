// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storenews.h"

#include "core/teamstore/storeconnection.h"

#include <QSqlDriver>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

constexpr int AskEveryMs = 5000; // whether the server is still there, or there again
constexpr int TogetherMs = 200;
const QString Channel = u"tosaic_news"_s;

} // namespace

/// On the thread of the connection.
class StoreNews::Ear : public QObject
{
public:
    Ear(StoreAddress address, StoreNews *news) : m_address(std::move(address)), m_news(news) { }

    void start()
    {
        m_ask = new QTimer(this);
        m_together = new QTimer(this);
        m_together->setSingleShot(true);
        m_together->setInterval(TogetherMs);
        connect(m_ask, &QTimer::timeout, this, &Ear::ask);
        connect(m_together, &QTimer::timeout, m_news, &StoreNews::arrived);
        m_ask->start(AskEveryMs);
        ask();
    }

private:
    void ask()
    {
        if (m_connection && m_connection->ask(u"SELECT 1"_s))
            return;
        const bool wasListening = m_connection != nullptr;
        m_connection.reset();
        auto opened = StoreConnection::open(m_address);
        QString why;
        if (opened) {
            m_connection = std::move(*opened);
            auto *driver = m_connection->database().driver();
            connect(driver, &QSqlDriver::notification, m_together, qOverload<>(&QTimer::start));
            if (!driver->subscribeToNotification(Channel)) {
                m_connection.reset();
                why = u"news of the store cannot be heard"_s;
            }
        } else {
            why = opened.error().detail;
        }
        if (m_connection)
            m_together->start(); // what came while nobody listened
        if (m_connection || wasListening || why != m_why)
            Q_EMIT m_news->listeningChanged(m_connection != nullptr, why);
        m_why = why;
    }

    StoreAddress m_address;
    StoreNews *m_news;
    QTimer *m_ask = nullptr;
    QTimer *m_together = nullptr;
    std::unique_ptr<StoreConnection> m_connection;
    QString m_why;
};

StoreNews::StoreNews(StoreAddress address, QObject *parent) : QObject(parent)
{
    auto *ear = new Ear(std::move(address), this);
    ear->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, ear, &Ear::start);
    connect(&m_thread, &QThread::finished, ear, &QObject::deleteLater);
    m_thread.start();
}

StoreNews::~StoreNews()
{
    m_thread.quit();
    m_thread.wait();
}

} // namespace tosaic::teamstore
