// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/consoletext.h"

#include <QString>

#include <random>

namespace tosaic::bench {

namespace {

/// Appends lines with numbers of changing length.
class Writer
{
public:
    explicit Writer(QByteArray &text) : m_text(text) { }

    /// Every '#' becomes a number, every "=." the one before it: a mean of one inference.
    void line(const char *form)
    {
        QByteArray number;
        for (const auto *c = form; *c != '\0'; ++c) {
            if (*c == '#')
                m_text += number = QByteArray::number(m_random() >> (m_random() % 31));
            else if (*c == '=' && c[1] == '.')
                m_text += number;
            else
                m_text += *c;
        }
        m_text += '\n';
    }

    /// Under the time since the start, as Zephyr prints it.
    void stamped(const char *form)
    {
        m_micros += m_random() % 5000;
        const auto seconds = m_micros / 1'000'000;
        m_text += QString::asprintf("[%02llu:%02llu:%02llu.%03llu,%03llu]",
            static_cast<unsigned long long>(seconds / 3600 % 100),
            static_cast<unsigned long long>(seconds / 60 % 60),
            static_cast<unsigned long long>(seconds % 60),
            static_cast<unsigned long long>(m_micros / 1000 % 1000),
            static_cast<unsigned long long>(m_micros % 1000))
                      .toLatin1();
        line(form);
    }

    /// "20001230: 7f 45 4c 46 ..."
    void dump()
    {
        constexpr int Columns = 16;
        m_text += QByteArray::number(m_address, 16).rightJustified(8, '0') + ':';
        m_address += Columns;
        for (int i = 0; i < Columns; ++i)
            m_text += ' ' + QByteArray::number(m_random() & 0xffU, 16).rightJustified(2, '0');
        m_text += '\n';
    }

private:
    QByteArray &m_text;
    std::minstd_rand m_random{ 1 };
    quint64 m_micros = 0;
    quint32 m_address = 0x2000'0000;
};

constexpr quint64 Sparse = 50; // reports beside what sensors print

void executorch(Writer &out)
{
    for (const auto *form : {
             "I [executorch:arm_perf_monitor.cpp:173 StopMeasurements()] NPU Inferences : 1",
             "I [executorch:arm_perf_monitor.cpp:174 StopMeasurements()] NPU delegations: 1 (1.00 "
             "per inference)",
             "I [executorch:arm_perf_monitor.cpp:175 StopMeasurements()] Profiler report, CPU "
             "cycles per operator:",
             "I [executorch:arm_perf_monitor.cpp:179 StopMeasurements()] ethos-u : cycle_cnt : # "
             "cycles (=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:186 StopMeasurements()] Operator(s) total: # CPU "
             "cycles (=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:192 StopMeasurements()] Inference runtime: # CPU "
             "cycles total (=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:194 StopMeasurements()] NOTE: CPU cycle values "
             "and ratio calculations require FPGA and identical CPU/NPU frequency",
             "I [executorch:arm_perf_monitor.cpp:203 StopMeasurements()] Inference CPU ratio: "
             "99.99 %",
             "I [executorch:arm_perf_monitor.cpp:207 StopMeasurements()] Inference NPU ratio: 0.01 "
             "%",
             "I [executorch:arm_perf_monitor.cpp:216 StopMeasurements()] cpu_wait_for_npu_cntr : # "
             "CPU cycles (=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:221 StopMeasurements()] Ethos-U PMU report:",
             "I [executorch:arm_perf_monitor.cpp:222 StopMeasurements()] ethosu_pmu_cycle_cntr : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:225 StopMeasurements()] ethosu_pmu_cntr0 : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:225 StopMeasurements()] ethosu_pmu_cntr1 : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:225 StopMeasurements()] ethosu_pmu_cntr2 : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:225 StopMeasurements()] ethosu_pmu_cntr3 : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:225 StopMeasurements()] ethosu_pmu_cntr4 : # "
             "(=.00 per inference)",
             "I [executorch:arm_perf_monitor.cpp:232 StopMeasurements()] Ethos-U PMU "
             "Events:[ETHOSU_PMU_SRAM_RD_DATA_BEAT_RECEIVED, ETHOSU_PMU_SRAM_WR_DATA_BEAT_WRITTEN, "
             "ETHOSU_PMU_EXT_RD_DATA_BEAT_RECEIVED, ETHOSU_PMU_EXT_WR_DATA_BEAT_WRITTEN, "
             "ETHOSU_PMU_NPU_IDLE]",
             "Output[0][0]: (float) 0.001953",
             "Output[0][1]: (float) -0.250000",
             "Output[0][2]: (float) 11.500000",
         })
        out.line(form);
}

void mlek(Writer &out)
{
    for (const auto *form : {
             "INFO - Running inference on audio clip 0 => down.wav",
             "INFO - Inference 1/1",
             "INFO - Final results:",
             "INFO - Total number of inferences: 1",
             "INFO - For timestamp: 0.000000 (inference #: 0); label: down, score: 0.986182; "
             "threshold: 0.700000",
             "INFO - Profile for Inference:",
             "INFO - NPU ACTIVE: # cycles",
             "INFO - NPU AXI0_RD_DATA_BEAT_RECEIVED: # beats",
             "INFO - NPU AXI0_WR_DATA_BEAT_WRITTEN: # beats",
             "INFO - NPU AXI1_RD_DATA_BEAT_RECEIVED: # beats",
             "INFO - NPU IDLE: # cycles",
             "INFO - NPU TOTAL: # cycles",
         })
        out.line(form);
}

void driver(Writer &out)
{
    for (const auto *form :
        {
            "I: Optimizer release nbr: 0 patch: 0",
            "I: Optimizer config cmd_stream_version: 0 macs_per_cc: 8 shram_size: 48 custom_dma: 0",
            "I: Optimizer config Ethos-U version: 1.0.6",
            "I: Ethos-U config cmd_stream_version: 0 macs_per_cc: 8 shram_size: 48 custom_dma: 0",
            "I: Ethos-U version: 1.0.6",
            "D: handle_command_stream(): cmd_stream=0x60001230, cms_length #",
            "D: ethosu_dev_run_command_stream(): QBASE=0x0000000060001230, QSIZE=#, "
            "cmd_stream_ptr=0x60001230",
            "D: ethosu_invoke_async(): OPTIMIZER_CONFIG",
            "I: Inference finished successfully",
        })
        out.line(form);
}

void coreSoftware(Writer &out)
{
    for (const auto *form : {
             "Sending inference job",
             "Running inference job: mobilenet",
             "ethos-u : cycle_cnt : # cycles",
             "SOFTMAX : cycle_cnt : # cycles",
             "Operator(s) total: # CPU cycles",
             "Inference runtime: # CPU cycles total",
             "arena_used_bytes : 94480",
             "ethosu_pmu_cycle_cntr : #",
             "ethosu_pmu_cntr0 : #",
             "ethosu_pmu_cntr1 : #",
             "ethosu_pmu_cntr2 : #",
             "ethosu_pmu_cntr3 : #",
             "Finished running job",
             "Sending inference response",
             "Received inference job response. status=0",
         })
        out.line(form);
}

/// One measurement, so that there is a run; what follows is what a board prints beside it.
void measurement(Writer &out)
{
    for (const auto *form : { "NPU Inferences : 1", "ethosu_pmu_cycle_cntr : #" })
        out.line(form);
}

void timestamped(Writer &out, quint64 number)
{
    if (number % Sparse == 0)
        measurement(out);
    for (int i = 0; i < 20; ++i)
        out.stamped(" <inf> bme280: temperature #.# C, humidity # %, pressure # Pa");
    out.stamped(" <dbg> i2c_nrfx_twim: transfer of # bytes took # us");
    out.stamped(" <wrn> sensor: sample # dropped");
}

void csv(Writer &out, quint64 number)
{
    if (number % Sparse == 0)
        measurement(out);
    for (int i = 0; i < 20; ++i)
        out.line("#,#,#.#,-#.#,#,#,#");
}

void hex(Writer &out, quint64 number)
{
    if (number % Sparse == 0)
        measurement(out);
    for (int i = 0; i < 20; ++i)
        out.dump();
}

} // namespace

QByteArray consoleText(qsizetype size, const std::vector<ConsoleFamily> &families)
{
    QByteArray text;
    text.reserve(size + 4096);
    Writer out(text);
    for (quint64 number = 0; text.size() < size; ++number) {
        for (const auto family : families) {
            switch (family) {
            case ConsoleFamily::ExecuTorch:
                executorch(out);
                break;
            case ConsoleFamily::Mlek:
                mlek(out);
                break;
            case ConsoleFamily::Driver:
                driver(out);
                break;
            case ConsoleFamily::CoreSoftware:
                coreSoftware(out);
                break;
            case ConsoleFamily::Timestamped:
                timestamped(out, number);
                break;
            case ConsoleFamily::Csv:
                csv(out, number);
                break;
            case ConsoleFamily::Hex:
                hex(out, number);
                break;
            }
        }
    }
    return text;
}

} // namespace tosaic::bench
