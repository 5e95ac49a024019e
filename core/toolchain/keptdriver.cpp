// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/keptdriver.h"

#include "core/compiled/problemjson.h"

#include <QEventLoop>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr int StartLimitMs = 180000; // imports take long on a busy machine

} // namespace

KeptDriver::KeptDriver(DriverWorker::Program program) : m_program(std::move(program)) { }

KeptDriver::~KeptDriver()
{
    m_thread.quit();
    m_thread.wait();
}

DriverWorker &KeptDriver::worker()
{
    if (m_worker)
        return *m_worker;
    m_worker = new DriverWorker; // its timers are its children: they move with it
    m_worker->setProgram(m_program);
    m_worker->setLimits(StartLimitMs, 0);
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    return *m_worker;
}

Result<std::optional<std::vector<Diagnostic>>> KeptDriver::run(
    const QString &jobFile, const std::function<void(std::function<void()>)> &setCancel)
{
    const QMutexLocker lock(&m_mutex);
    if (!m_canServe)
        return std::nullopt;
    auto &worker = this->worker();
    QEventLoop loop;
    std::vector<Diagnostic> told;
    std::optional<DriverWorker::Loss> loss;
    QObject::connect(&worker, &DriverWorker::eventRead, &loop, [&](const QJsonObject &event) {
        if (event["event"_L1] == "problem"_L1)
            told.push_back(compiled::problemFromJson(event));
    });
    bool succeeded = false;
    QObject::connect(&worker, &DriverWorker::answered, &loop, [&](const QJsonObject &event) {
        succeeded = event["status"_L1] == "succeeded"_L1;
        loop.quit();
    });
    QObject::connect(&worker, &DriverWorker::lost, &loop, [&](const DriverWorker::Loss &why) {
        loss = why;
        loop.quit();
    });
    QMetaObject::invokeMethod(&worker, [&] { worker.send({ { u"job"_s, jobFile } }); });
    if (setCancel) // it stops what was sent, so it comes afterwards
        setCancel([&worker] { QMetaObject::invokeMethod(&worker, &DriverWorker::stop); });
    loop.exec();
    if (setCancel)
        setCancel({});
    if (!loss) {
        if (!succeeded
            && std::ranges::find(told, Severity::Error, &Diagnostic::severity) == told.end())
            return fail(ErrorCode::ToolFailed, u"ExecuTorch ended without a result"_s);
        return told;
    }
    if (loss->end.kind == ToolProcess::End::Cancelled)
        return fail(ErrorCode::Cancelled, u"stopped on request"_s);
    m_canServe = loss->wasReady;
    if (!m_canServe)
        return std::nullopt;
    return fail(
        ErrorCode::ToolFailed, u"ExecuTorch's process died: %1"_s.arg(loss->end.problem({}).text));
}

} // namespace tosaic::toolchain
