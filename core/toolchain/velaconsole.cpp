// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/velaconsole.h"

#include "core/toolchain/problemplaces.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

struct Failure
{
    const char16_t *mark; ///< in the error text
    const char *code;
    const char16_t *nextStep;
};

// First match counts. The texts are those of Vela 5.1.0.
constexpr Failure Failures[] = {
    { u"No module named 'ethosu", "tool.missing",
        u"Vela is not installed in this Python environment; install ethos-u-vela or let Tosaic "
        u"make an environment." },
    { u"ModuleNotFoundError", "tool.failed",
        u"The Python environment is incomplete; let Tosaic make a new one." },
    { u"ImportError", "tool.failed",
        u"The Python environment is incomplete; let Tosaic make a new one." },
    { u"[Errno 28]", "io.disk-full", u"Free some space and compile again." },
    { u"[Errno 27]", "io.disk-full", u"Raise the limit of file sizes and compile again." },
    { u"[Errno 122]", "io.disk-full", u"Free some space of your quota and compile again." },
    { u"PermissionError", "io.write", u"Choose a folder that can be written." },
    { u"MemoryError", "tool.failed", u"Free some memory and compile again." },
    { u"Invalid configuration of arena_mem_area", "spec.memory-mode-system",
        u"The memory mode needs DRAM, the system configuration has flash there." },
    { u"--system-config=", "spec.system-config", u"Choose one that the ini file defines." },
    { u"--memory-mode=", "spec.memory-mode", u"Choose one that the ini file defines." },
    { u"CLI option --config=", "spec.config-ini",
        u"An ini file needs a system configuration and a memory mode named with it." },
    { u"InputFileError", "spec.config-ini", u"Correct the path of the ini file." },
    { u"configparser.", "spec.config-ini", u"Correct the ini file." },
    { u"ConfigOptionError", "spec.config-ini", u"Correct the ini file or the memory mode." },
    { u"Feature Map memory not configured", "spec.config-ini",
        u"The C++ core cannot read the ini file: no # comments, exact letter case, parents of "
        u"inherit first." },
    { u"ZeroDivisionError", "spec.config-ini", u"A clock of 0 in the ini file?" },
    { u"vela: error: ", "spec.flag-refused", u"Correct the extra flags." },
    { u"KeyError: '0'", "spec.flag-refused",
        u"--show-cpu-operations ends Vela on a TOSA file, after it has compiled; remove the "
        u"flag." },
    { u"KeyError: ", "spec.flag-value", u"Vela's values are case-sensitive." },
    { u"FileNotFoundError: ", "io.open", u"Is the file still there?" },
    { u"Does not have valid TFLite Semantics", "compile.refused", u"The model itself is wrong." },
    { u"TOSA FB Reader error", "compile.refused",
        u"The TOSA file is damaged or of a version that "
        u"Vela does not read." },
    { u"No networks defined", "compile.refused", u"The file holds no model." },
    { u"could not run on NPU", "compile.refused",
        u"This target lacks the operator; choose an Ethos-U85 or keep it on the CPU." },
    { u"Failed to allocate tensors", "compile.refused",
        u"The arena is larger than the memory mode allows; choose another mode or allocator, or "
        u"raise --arena-cache-size." },
    { u"Compilation failed", "compile.refused", u"" },
};

} // namespace

QString VelaConsole::errorText() const
{
    return m_reader.errorText().value_or(m_reader.lastLine());
}

Diagnostic VelaConsole::failure(int exitCode) const
{
    const auto text = errorText();
    for (const auto &failure : Failures) {
        if (text.contains(QStringView(failure.mark)))
            return { QString::fromLatin1(failure.code), Severity::Error,
                velaErrorPlace(QString::fromLatin1(failure.code), text),
                (text + u'\n' + QString::fromUtf16(failure.nextStep)).trimmed() };
    }
    return { u"tool.failed"_s, Severity::Error, {},
        text.isEmpty() ? u"Vela ended with exit code %1 and said nothing"_s.arg(exitCode)
                       : u"Vela ended with exit code %1: %2"_s.arg(exitCode).arg(text) };
}

Diagnostic VelaConsole::crash(const QString &signalName) const
{
    const auto text = errorText();
    // 20 of 20 truncated TFLite files end this way: the reader says so, then goes on and falls.
    if (text.contains("Buffer contents inconsistent"_L1))
        return { u"compile.refused"_s, Severity::Error, {},
            u"the file is damaged, and Vela crashed on it (%1): %2"_s.arg(signalName, text) };
    return { u"tool.crashed"_s, Severity::Error, {},
        u"Vela was ended by %1%2"_s.arg(
            signalName, text.isEmpty() ? QString() : u"; its last words: "_s + text) };
}

} // namespace tosaic::toolchain
