// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// From an edit of the spec to new numbers, in the warm service with the real Vela: <= 0.3 s for
// small models, <= 1.5 s for MobileNetV2 1.0 at 224x224. Needs TOSAIC_PYTHON; the keyword spotter
// is in TOSAIC_SAMPLES; MobileNetV2 is compiled first (a minute) where TOSAIC_BENCH_FULL is set.
#include "core/toolchain/compilejob.h"
#include "core/toolchain/estimateservice.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::toolchain;

namespace {

const auto Fixtures = QStringLiteral(TOSAIC_SOURCE_DIR "/tests/fixtures/");

struct Case
{
    const char *name;
    QString path;
    double budgetMs;
};

/// Edits as a user makes them: every spec is new to the service, so nothing comes from memory.
std::vector<spec::CompileSpec> edits()
{
    std::vector<spec::CompileSpec> specs;
    for (const auto &target : { u"ethos-u55-32"_s, u"ethos-u55-64"_s, u"ethos-u55-128"_s,
             u"ethos-u55-256"_s, u"ethos-u65-256"_s, u"ethos-u65-512"_s }) {
        for (const auto &mode : { u"Shared_Sram"_s, u"Sram_Only"_s })
            specs.push_back({ .target = target, .memoryMode = mode });
    }
    return specs;
}

std::shared_ptr<const compiled::Estimate> ask(
    EstimateService &service, const spec::CompileSpec &spec, const QString &path)
{
    std::shared_ptr<const compiled::Estimate> answer;
    QEventLoop loop;
    QObject::connect(&service, &EstimateService::estimated, &loop,
        [&](const std::shared_ptr<const compiled::Estimate> &done) {
            answer = done;
            loop.quit();
        });
    service.request(spec, { { 0, path } });
    loop.exec();
    return answer;
}

bool measure(EstimateService &service, const Case &one)
{
    if (!QFile::exists(one.path)) {
        std::printf("%-28s skipped: its file is not here\n", one.name);
        return true;
    }
    std::vector<double> times;
    for (const auto &spec : edits()) {
        QElapsedTimer clock;
        clock.start();
        const auto answer = ask(service, spec, one.path);
        if (!answer->isComplete()) {
            std::printf("%-28s failed: %s\n", one.name,
                answer->problems.empty() ? "" : qPrintable(answer->problems.front().text));
            return false;
        }
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    std::printf("%-28s median %7.1f ms, slowest %7.1f ms (budget %.0f ms)%s\n", one.name,
        times[times.size() / 2], times.back(), one.budgetMs,
        times.back() > one.budgetMs ? "  OVER" : "");
    return true;
}

/// MobileNetV2 at full width and 224x224, by the compile itself; the path of its TOSA.
QString fullMobileNet(const QString &python, const QTemporaryDir &folder)
{
    if (qEnvironmentVariableIsEmpty("TOSAIC_BENCH_FULL"))
        return {};
    QFile model(Fixtures + u"models/mobilenet_v2.py"_s);
    QFile wide(folder.filePath(u"wide.py"_s));
    if (!model.open(QIODevice::ReadOnly) || !wide.open(QIODevice::WriteOnly))
        return {};
    wide.write(model.readAll()
                   .replace("WIDTH = 0.35", "WIDTH = 1.0")
                   .replace("LAST = 320", "LAST = 1280")
                   .replace("torch.rand(1, 3, 96, 96)", "torch.rand(1, 3, 224, 224)"));
    wide.close();
    CompileRequest request;
    request.input = wide.fileName();
    request.spec.target = u"ethos-u55-128"_s;
    request.outputFolder = folder.filePath(u"out"_s);
    request.interpreter = python;
    request.trusted = true;
    CompileJob job(request);
    QEventLoop loop;
    QObject::connect(&job, &CompileJob::finished, &loop, &QEventLoop::quit);
    job.start();
    loop.exec();
    return folder.filePath(u"out/partition0/partition.tosa"_s);
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty()) {
        std::printf("skipped: TOSAIC_PYTHON is not set\n");
        return 0;
    }
    const QTemporaryDir folder;
    const QDir samples(qEnvironmentVariable("TOSAIC_SAMPLES", u"/nowhere"_s));
    const Case cases[] = {
        { "AddModule", Fixtures + u"generated/add-u55-128/partition0/partition.tosa"_s, 300 },
        { "keyword spotter", samples.filePath(u"models/tflite/kws_ref_model.tflite"_s), 300 },
        { "MobileNetV2 0.35 96x96",
            Fixtures + u"generated/mobilenet_v2-u55-128/partition0/partition.tosa"_s, 1500 },
        { "MobileNetV2 1.0 224x224", fullMobileNet(python, folder), 1500 },
    };
    EstimateService service;
    service.setInterpreter(python);
    ask(service, { .target = u"ethos-u55-128"_s }, cases[0].path); // the start of Python
    bool isFine = true;
    for (const auto &one : cases)
        isFine = measure(service, one) && isFine;
    return isFine ? 0 : 1;
}
