// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specflags.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

enum class Effect
{
    Normal,
    Ends, ///< prints something and ends the process, exit 0, nothing compiled
    Overridden, ///< what target and memory of the spec say comes later and wins
    Refused, ///< Vela ends with an error in every compile of ours
    Ignored, ///< accepted, changes nothing with the compiler core of 5.x
    Harmful ///< accepted, and the result is wrong or other work suffers
};

struct Option
{
    const char16_t *name;
    bool hasValue = false;
    Effect effect = Effect::Normal;
    const char16_t *choices = nullptr; ///< separated by blanks
    const char16_t *remark = nullptr;
};

constexpr std::array Options{
    Option{ u"--accelerator-config", true, Effect::Overridden },
    Option{ u"--api-version", false, Effect::Ends },
    Option{ u"--arena-cache-size", true },
    Option{ u"--config", true, Effect::Harmful, nullptr,
        u"is added to the spec's own ini file: of a section in both files the C++ core takes the "
        u"last one whole, the Python side merges them" },
    Option{ u"--cop-format", true, Effect::Normal, u"COP1 COP2" },
    Option{ u"--cpu-tensor-alignment", true },
    Option{ u"--debug-force-legacy-core", false, Effect::Refused },
    Option{ u"--debug-force-regor", false, Effect::Ignored },
    Option{ u"--disable-buffering" },
    Option{ u"--disable-cascading" },
    Option{ u"--disable-chaining" },
    Option{ u"--disable-fwd" },
    Option{ u"--disable-ifm-reuse" },
    Option{ u"--enable-debug-db" },
    Option{ u"--experimental-softmax-int16-neg-exp-range", true },
    Option{ u"--force-symmetric-int-weights", false, Effect::Ignored },
    Option{ u"--help", false, Effect::Ends },
    Option{ u"--hillclimb-max-iterations", true, Effect::Ignored },
    Option{ u"--ignore-ops", true, Effect::Harmful, nullptr,
        u"works on TFLite files only; for TOSA, so for every ExecuTorch model, it is ignored" },
    Option{ u"--list-config-files", false, Effect::Ends },
    Option{ u"--list-configs", true, Effect::Ends },
    Option{ u"--max-block-dependency", true, Effect::Ignored },
    Option{ u"--memory-mode", true, Effect::Overridden },
    Option{ u"--optimise", true, Effect::Normal, u"Size Performance" },
    Option{ u"--output-dir", true, Effect::Overridden },
    Option{ u"--output-format", true, Effect::Overridden },
    Option{ u"--recursion-limit", true, Effect::Harmful, nullptr,
        u"changes Python's limit for the whole process; a low one makes everything after it fail" },
    Option{ u"--separate-io-regions" },
    Option{ u"--show-cpu-operations", false, Effect::Harmful, nullptr,
        u"changes the operator counts, lists DMA operators as CPU and can crash" },
    Option{ u"--show-subgraph-io-summary", false, Effect::Ignored },
    Option{ u"--supported-ops-report", false, Effect::Ends },
    Option{ u"--system-config", true, Effect::Overridden },
    Option{ u"--tensor-allocator", true, Effect::Normal, u"Greedy LinearAlloc HillClimb" },
    Option{ u"--timing", false, Effect::Ignored },
    Option{ u"--verbose-all" },
    Option{ u"--verbose-allocation" },
    Option{ u"--verbose-config" },
    Option{ u"--verbose-cycle-estimate" },
    Option{ u"--verbose-graph" },
    Option{ u"--verbose-high-level-command-stream" },
    Option{ u"--verbose-operators", false, Effect::Ignored },
    Option{ u"--verbose-packing", false, Effect::Ignored },
    Option{ u"--verbose-performance" },
    Option{ u"--verbose-progress", false, Effect::Ignored },
    Option{ u"--verbose-quantization" },
    Option{ u"--verbose-register-command-stream" },
    Option{ u"--verbose-schedule" },
    Option{ u"--verbose-tensor-format", false, Effect::Ignored },
    Option{ u"--verbose-tensor-purpose", false, Effect::Ignored },
    Option{ u"--verbose-weights" },
    Option{ u"--version", false, Effect::Ends },
};

QString nameOf(const Option &option)
{
    return QString::fromUtf16(option.name);
}

/// Walks over the words as argparse does.
class FlagChecker
{
public:
    std::vector<Diagnostic> check(const QStringList &items)
    {
        for (qsizetype i = 0; i < items.size(); ++i) {
            m_where = u"extraFlags[%1]"_s.arg(i);
            if (items[i].trimmed().isEmpty())
                say(u"spec.flag-empty"_s, Severity::Error,
                    u"an empty flag: Vela then refuses the input file instead"_s);
            else if (items[i] != items[i].trimmed() || items[i].contains(u"  "_s))
                say(u"spec.flag-space"_s, Severity::Error,
                    u"'%1' has a blank too many: flags are split at every single blank, and Vela "
                    "refuses the empty argument"_s.arg(items[i]));
            for (const auto &word : items[i].split(u' ', Qt::SkipEmptyParts))
                take(word);
        }
        finishValue();
        if (m_separateIo && !m_cop2)
            say(u"spec.flag-combination"_s, Severity::Error,
                u"--separate-io-regions needs --cop-format COP2"_s);
        return std::move(m_found);
    }

private:
    void take(const QString &word)
    {
        if (m_waiting && !word.startsWith(u'-'))
            return takeValue(word);
        finishValue();
        if (!word.startsWith(u'-') || word == u"-"_s)
            return say(u"spec.flag-stray"_s, Severity::Error,
                u"'%1' is not an option, so Vela takes it for a second input file and refuses"_s
                    .arg(word));
        const auto split = word.indexOf(u'=');
        const auto name = split < 0 ? word : word.first(split);
        const auto *option = find(name);
        if (!option)
            return;
        judge(*option);
        if (split >= 0)
            judgeValue(*option, word.sliced(split + 1));
        else if (option->hasValue)
            m_waiting = option;
    }

    const Option *find(const QString &name)
    {
        if (name == u"-h"_s)
            return find(u"--help"_s);
        std::vector<const Option *> matches;
        for (const auto &option : Options) {
            if (nameOf(option) == name)
                return &option;
            if (name.size() > 2 && nameOf(option).startsWith(name))
                matches.push_back(&option);
        }
        if (matches.size() == 1) {
            say(u"spec.flag-abbreviated"_s, Severity::Warning,
                u"'%1' is taken as %2"_s.arg(name, nameOf(*matches.front())));
            return matches.front();
        }
        say(u"spec.flag-unknown"_s, Severity::Error,
            matches.empty() ? u"Vela has no option '%1'"_s.arg(name)
                            : u"'%1' fits several options of Vela"_s.arg(name));
        return nullptr;
    }

    void judge(const Option &option)
    {
        const auto name = nameOf(option);
        if (m_seen.contains(name) && name != u"--config"_s && name != u"--ignore-ops"_s)
            say(u"spec.flag-duplicate"_s, Severity::Warning,
                u"%1 is given more than once; the last one counts"_s.arg(name));
        m_seen.append(name);
        m_separateIo = m_separateIo || name == u"--separate-io-regions"_s;
        switch (option.effect) {
        case Effect::Normal:
            break;
        case Effect::Ends:
            return say(u"spec.flag-ends"_s, Severity::Error,
                u"%1 prints something and ends the compiler without a result"_s.arg(name));
        case Effect::Overridden:
            return say(u"spec.flag-overridden"_s, Severity::Warning,
                u"%1 has no effect: what the spec itself says comes later and wins"_s.arg(name));
        case Effect::Refused:
            return say(u"spec.flag-refused"_s, Severity::Error,
                u"%1 is refused for TOSA models and for Ethos-U85"_s.arg(name));
        case Effect::Ignored:
            return say(u"spec.flag-ignored"_s, Severity::Info,
                u"%1 changes nothing with the compiler core of Vela 5"_s.arg(name));
        case Effect::Harmful:
            return say(u"spec.flag-harmful"_s, Severity::Warning,
                name + u' ' + QString::fromUtf16(option.remark));
        }
    }

    void takeValue(const QString &value)
    {
        const auto *option = std::exchange(m_waiting, nullptr);
        judgeValue(*option, value);
    }

    void finishValue()
    {
        if (const auto *option = std::exchange(m_waiting, nullptr))
            say(u"spec.flag-value"_s, Severity::Error, u"%1 needs a value"_s.arg(nameOf(*option)));
    }

    void judgeValue(const Option &option, const QString &value)
    {
        const auto name = nameOf(option);
        if (!option.hasValue)
            return say(u"spec.flag-value"_s, Severity::Error, u"%1 takes no value"_s.arg(name));
        m_cop2 = m_cop2 || (name == u"--cop-format"_s && value == u"COP2"_s);
        if (option.choices) {
            const auto choices = QString::fromUtf16(option.choices).split(u' ');
            if (!choices.contains(value))
                say(u"spec.flag-value"_s, Severity::Error,
                    u"%1 is '%2'; it must be one of %3, in this letter case"_s.arg(
                        name, value, choices.join(u", "_s)));
        }
        if (name == u"--arena-cache-size"_s)
            judgeNumber(
                name, value, [](qint64 n) { return n >= 0 && n <= 4294967296; },
                u"a number of bytes from 0 to 4294967296"_s);
        if (name == u"--cpu-tensor-alignment"_s)
            judgeNumber(
                name, value, [](qint64 n) { return n >= 16 && (n & (n - 1)) == 0; },
                u"a power of two from 16 on"_s);
    }

    template <typename Allowed>
    void judgeNumber(
        const QString &name, const QString &value, Allowed allowed, const QString &wanted)
    {
        bool isNumber = false;
        const auto number = value.toLongLong(&isNumber);
        if (!isNumber || !allowed(number))
            say(u"spec.flag-value"_s, Severity::Error,
                u"%1 is '%2'; it must be %3"_s.arg(name, value, wanted));
    }

    void say(const QString &id, Severity severity, const QString &text)
    {
        m_found.push_back({ id, severity, Location{ .entity = m_where }, text });
    }

    std::vector<Diagnostic> m_found;
    QString m_where;
    const Option *m_waiting = nullptr;
    QStringList m_seen;
    bool m_separateIo = false;
    bool m_cop2 = false;
};

} // namespace

std::vector<Diagnostic> checkFlags(const QStringList &extraFlags)
{
    return FlagChecker().check(extraFlags);
}

} // namespace tosaic::spec
