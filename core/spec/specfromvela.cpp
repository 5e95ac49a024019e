// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythontokens.h"
#include "core/spec/shellwords.h"
#include "core/spec/specrules.h"
#include "core/spec/spectext.h"
#include "core/spec/velaoptions.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

/// Reads the words after the program's name as Vela's argparse does.
class CommandReader
{
public:
    CommandReader(const QString &text, std::vector<ShellWord> words)
        : m_text(text), m_words(std::move(words))
    {
    }

    Result<SpecReading> run()
    {
        if (const auto start = skipProgram(); !start)
            return fail(start.error());
        while (m_at < m_words.size()) {
            if (const auto done = word(); !done)
                return fail(done.error());
        }
        fillIn();
        return std::move(m_reading);
    }

private:
    static QString programOf(const QString &word)
    {
        auto name = word.section(u'/', -1).section(u'\\', -1);
        return name.endsWith(".exe"_L1) ? name.chopped(4) : name;
    }

    Result<void> skipProgram()
    {
        if (m_words.empty())
            return fail(
                ErrorCode::SpecInvalid, u"there is no command in this text"_s, placeIn(m_text, 0));
        const auto program = programOf(m_words[0].text);
        const bool isModule = program.startsWith("python"_L1) && m_words.size() > 2
            && m_words[1].text == u"-m"_s && m_words[2].text.startsWith("ethosu.vela"_L1);
        if (program != u"vela"_s && !isModule)
            return refuse(0, u"the command is '%1', not vela"_s.arg(m_words[0].text));
        m_at = isModule ? 3 : 1;
        return {};
    }

    /// argparse takes what has a blank, and "-5", for a value.
    static bool isOption(const QString &word)
    {
        return word.size() > 1 && word.startsWith(u'-') && !isNegativeNumber(word)
            && (!word.section(u'=', 0, 0).contains(u' '));
    }

    Result<void> word()
    {
        const auto at = m_at++;
        const auto &text = m_words[at].text;
        if (!isOption(text))
            return positional(at);
        const auto split = text.indexOf(u'=');
        const auto name = split < 0 ? text : text.first(split);
        const auto match = matchOption(name);
        if (!match.option)
            return refuse(at,
                match.candidates.isEmpty() ? u"Vela has no option '%1'"_s.arg(name)
                                           : u"'%1' fits several options of Vela: %2"_s.arg(
                                               name, match.candidates.join(u", "_s)));
        const auto &option = *match.option;
        if (!option.takesValue()) {
            if (split >= 0)
                return refuse(at, u"%1 takes no value"_s.arg(option.nameText()));
            m_reading.spec.extraFlags.append(option.nameText());
            return {};
        }
        if (split >= 0)
            return value(at, option, text.sliced(split + 1), u'=');
        if (m_at >= m_words.size() || isOption(m_words[m_at].text))
            return refuse(at, u"%1 needs a value"_s.arg(option.nameText()));
        return value(at, option, m_words[m_at++].text, u' ');
    }

    Result<void> positional(std::size_t at)
    {
        if (m_words[at].text.isEmpty() || !m_reading.input.isEmpty())
            return refuse(
                at, u"Vela takes one network; '%1' is one too many"_s.arg(m_words[at].text));
        m_reading.input = m_words[at].text;
        return {};
    }

    Result<void> value(
        std::size_t at, const VelaOption &option, const QString &value, QChar separator)
    {
        auto &spec = m_reading.spec;
        const auto name = option.nameText();
        if (name == u"--output-dir"_s || name == u"--output-format"_s)
            return {}; // where results go is no part of a spec
        if (value.isEmpty() || value.contains(u' '))
            return refuse(at,
                u"%1 is '%2': ExecuTorch splits at blanks, so a spec cannot hold it"_s.arg(
                    name, value));
        if (name == u"--accelerator-config"_s)
            spec.target = value;
        else if (name == u"--system-config"_s)
            spec.systemConfig = value;
        else if (name == u"--memory-mode"_s)
            spec.memoryMode = value;
        else if (name == u"--config"_s)
            takeIni(value);
        else
            spec.extraFlags.append(name + separator + value);
        return {};
    }

    /// The last file is the spec's own; those before stay flags, which come before it.
    void takeIni(const QString &value)
    {
        auto &spec = m_reading.spec;
        if (spec.configIni)
            spec.extraFlags.append(u"--config="_s + *spec.configIni);
        spec.configIni = value;
    }

    /// What is absent is Vela's default.
    void fillIn()
    {
        auto &spec = m_reading.spec;
        const bool hasIni = spec.configIni.has_value();
        if (spec.target.isEmpty()) {
            spec.target = QString::fromUtf16(velaOption(u"--accelerator-config"_s)->standard);
            tell(u"target"_s, spec.target, {});
        }
        const auto family = familyOf(spec.target);
        const auto defaults = defaultsFor(spec.target);
        if (!family || !defaults)
            return;
        const auto vela = velaDefaultsFor(*family);
        fillName(u"systemConfig"_s, spec.systemConfig, vela.systemConfig, defaults->systemConfig,
            hasIni);
        fillName(u"memoryMode"_s, spec.memoryMode, vela.memoryMode, defaults->memoryMode, hasIni);
    }

    void fillName(const QString &key, std::optional<QString> &value, const QString &vela,
        const QString &executorch, bool hasIni)
    {
        if (value && *value != InternalDefault)
            return;
        value.reset();
        if (hasIni)
            return say(u"spec.named-together"_s, Severity::Error, key,
                u"Vela refuses --config without both --system-config and --memory-mode; left "
                "open here, so ExecuTorch takes %1"_s.arg(executorch));
        if (vela != executorch)
            value = vela;
        tell(key, vela, executorch);
    }

    void tell(const QString &key, const QString &vela, const QString &executorch)
    {
        auto text = u"not named, so Vela takes %1, with a warning"_s.arg(vela);
        if (!executorch.isEmpty() && executorch != vela)
            text += u"; EthosUCompileSpec would take %1"_s.arg(executorch);
        say(u"spec.vela-default"_s, Severity::Info, key, text);
    }

    void say(const QString &id, Severity severity, const QString &key, const QString &text)
    {
        m_reading.diagnostics.push_back({ id, severity, Location{ .entity = key }, text });
    }

    Result<void> refuse(std::size_t at, const QString &what) const
    {
        return fail(ErrorCode::SpecInvalid, what, placeIn(m_text, m_words[at].offset));
    }

    const QString &m_text;
    std::vector<ShellWord> m_words;
    std::size_t m_at = 0;
    SpecReading m_reading;
};

} // namespace

Result<SpecReading> fromVelaCommandLine(const QString &text)
{
    if (text.size() > LargestSpecText)
        return fail(ErrorCode::LimitExceeded, u"more than 1 MiB of text"_s);
    auto words = shellWords(text);
    if (!words)
        return fail(words.error());
    return CommandReader(text, std::move(*words)).run();
}

} // namespace tosaic::spec
