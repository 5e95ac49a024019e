// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/consolegenerator.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

class Writer
{
public:
    explicit Writer(const GeneratedConsole &console) : m_console(console) { }

    QByteArray write();

private:
    void plain(const QString &text) { m_text += text.toUtf8() + m_console.lineEnd; }
    /// A message of the runner, with the tag of its age.
    void say(const QString &message, char level = 'I',
        const QString &file = u"arm_executor_runner.cpp:100"_s);
    void perf(const QString &message);
    QString each(quint64 value, quint64 inferences) const;
    void load();
    void profile(const GeneratedProfile &profile);
    void counters(const GeneratedProfile &profile);
    void names(const GeneratedProfile &profile);
    void memory();
    void outputs();
    void dump();
    bool isCurrent() const { return m_console.age == RunnerAge::Current; }

    const GeneratedConsole &m_console;
    QByteArray m_text;
};

void Writer::say(const QString &message, char level, const QString &file)
{
    if (m_console.age == RunnerAge::Printf2024) {
        plain(message);
        return;
    }
    const auto function = isCurrent() ? u" main()"_s : QString();
    plain(u"%1 [executorch:%2%3] %4"_s.arg(QChar::fromLatin1(level)).arg(file, function, message));
}

void Writer::perf(const QString &message)
{
    say(message, 'I', u"arm_perf_monitor.cpp:200"_s);
}

QString Writer::each(quint64 value, quint64 inferences) const
{
    if (!isCurrent())
        return {};
    return u" (%1 per inference)"_s.arg(
        static_cast<double>(value) / static_cast<double>(inferences), 0, 'f', 2);
}

void Writer::load()
{
    say((isCurrent() ? u"PTE Model data loaded. Size: %1 bytes."_s
                     : u"Model PTE file loaded. Size: %1 bytes."_s)
            .arg(m_console.pteBytes));
    say(u"Model buffer loaded, has 1 methods"_s);
    say(u"Running method forward"_s);
    say(u"Setup Method allocator pool. Size: %1 bytes."_s.arg(m_console.methodPool));
    for (size_t i = 0; i < m_console.plannedBuffers.size(); ++i)
        say((isCurrent() ? u"Setting up planned buffer with mem_id=%1, size %2."_s
                         : u"Setting up planned buffer %1, size %2."_s)
                .arg(isCurrent() ? i + 1 : i)
                .arg(m_console.plannedBuffers[i]));
    say(isCurrent() ? u"Method 'forward' loaded."_s : u"Method loaded."_s);
    say(u"Preparing inputs..."_s);
    say(u"Input prepared."_s);
}

void Writer::names(const GeneratedProfile &profile)
{
    QStringList printed;
    for (const auto &[name, value] : profile.counters)
        printed.append(u"ETHOSU_PMU_"_s + name);
    perf(u"Ethos-U PMU Events:[%1]"_s.arg(printed.join(u", "_s)));
}

void Writer::counters(const GeneratedProfile &profile)
{
    perf(u"Ethos-U PMU report:"_s);
    perf(u"ethosu_pmu_cycle_cntr : %1%2"_s.arg(
        QString::number(profile.npuCycles), each(profile.npuCycles, profile.inferences)));
    for (size_t i = 0; i < profile.counters.size(); ++i) {
        const auto value = profile.counters[i].second;
        perf(u"ethosu_pmu_cntr%1 : %2%3"_s.arg(
            QString::number(i), QString::number(value), each(value, profile.inferences)));
    }
}

void Writer::profile(const GeneratedProfile &profile)
{
    if (m_console.names == NamesPlace::Before)
        names(profile);
    const auto n = profile.inferences;
    const auto heading = u"NPU Inferences : %1"_s.arg(n);
    if (m_console.age == RunnerAge::Printf2024)
        plain(u"============ %1 ============"_s.arg(heading));
    else
        perf(heading);
    if (isCurrent())
        perf(u"NPU delegations: %1%2"_s.arg(
            QString::number(profile.delegations), each(profile.delegations, n)));
    perf(u"Profiler report, CPU cycles per operator:"_s);
    perf(u"ethos-u : cycle_cnt : %1 cycles%2"_s.arg(
        QString::number(profile.cpuDelegate), each(profile.cpuDelegate, n)));
    perf(u"Operator(s) total: %1 CPU cycles%2"_s.arg(
        QString::number(profile.cpuDelegate), each(profile.cpuDelegate, n)));
    perf(u"Inference runtime: %1 CPU cycles total%2"_s.arg(
        QString::number(profile.cpuInference), each(profile.cpuInference, n)));
    perf(
        u"NOTE: CPU cycle values and ratio calculations require FPGA and identical CPU/NPU frequency"_s);
    perf(u"Inference CPU ratio: ?.?? %"_s);
    perf(u"cpu_wait_for_npu_cntr : %1 CPU cycles%2"_s.arg(
        QString::number(profile.cpuWait), each(profile.cpuWait, n)));
    counters(profile);
    if (m_console.names == NamesPlace::After)
        names(profile);
    if (m_console.age == RunnerAge::Printf2024)
        plain(u"============ Measurements end ============"_s);
}

void Writer::memory()
{
    const auto percent
        = m_console.methodPool ? m_console.methodUsed * 100 / m_console.methodPool : 0;
    say(u"method_allocator_used:     %1 / %2  free: %3 ( used: %4 % ) "_s.arg(m_console.methodUsed)
            .arg(m_console.methodPool)
            .arg(m_console.methodPool - m_console.methodUsed)
            .arg(percent));
}

void Writer::outputs()
{
    say(u"%1 outputs: "_s.arg(m_console.outputs.size()));
    const auto type = isCurrent() ? u"(float) "_s : QString();
    for (size_t i = 0; i < m_console.outputs.size(); ++i) {
        for (size_t j = 0; j < m_console.outputs[i].size(); ++j)
            plain(u"Output[%1][%2]: %3%4"_s.arg(i).arg(j).arg(
                type, QString::number(m_console.outputs[i][j], 'f', 6)));
    }
}

void Writer::dump()
{
    plain(u"#[RUN THIS]"_s);
    plain(u"# Writing etdump.bin [base64]"_s);
    plain(u"echo \"%1\" | base64 -d >etdump.bin"_s.arg(
        QString::fromLatin1(m_console.etdump.toBase64())));
    plain(u"#[END]"_s);
}

QByteArray Writer::write()
{
    plain(
        u"# Generated console for tests of Tosaic: the values were chosen, nothing was measured."_s);
    load();
    if (m_console.failsToExecute) {
        say(u"Execution of method forward failed with status 0x12"_s, 'E');
        return m_text;
    }
    say(isCurrent() ? u"Starting running 1 inferences..."_s : u"Starting the model execution..."_s);
    for (const auto &entry : m_console.profiles)
        profile(entry);
    memory();
    if (!isCurrent())
        say(u"Model executed successfully."_s);
    outputs();
    if (!m_console.etdump.isEmpty())
        dump();
    say(u"Program complete, exiting."_s);
    m_text += '\x04';
    m_text += m_console.lineEnd;
    return m_text;
}

} // namespace

std::vector<QString> runnerEvents(const QString &product)
{
    if (product == u"U85"_s)
        return { u"SRAM_RD_DATA_BEAT_RECEIVED"_s, u"SRAM_WR_DATA_BEAT_WRITTEN"_s,
            u"EXT_RD_DATA_BEAT_RECEIVED"_s, u"EXT_WR_DATA_BEAT_WRITTEN"_s, u"NPU_IDLE"_s,
            u"MAC_ACTIVE"_s, u"WD_ACTIVE"_s };
    return { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, u"AXI1_RD_DATA_BEAT_RECEIVED"_s,
        u"AXI0_WR_DATA_BEAT_WRITTEN"_s, u"NPU_IDLE"_s };
}

QByteArray generateConsole(const GeneratedConsole &console)
{
    return Writer(console).write();
}

} // namespace tosaic::test
