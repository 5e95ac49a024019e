// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/ininumbers.h"
#include "core/formats/vela/velaini.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

class Lint
{
public:
    Lint(const VelaIni &ini, DiagnosticSink &sink) : m_ini(ini), m_sink(sink)
    {
        for (const auto &section : ini.python.sections)
            m_sections.insert(section.name, &section);
    }

    void run()
    {
        if (m_ini.python.error)
            m_sink.add(*m_ini.python.error);
        checkCore();
        checkNames();
        if (!m_ini.python.defaults.place.isEmpty())
            warn(u"ini.default-section"_s, m_ini.python.defaults.place,
                u"[DEFAULT] holds for Vela's Python part only: the C++ core passes over it"_s);
        for (const auto &section : m_ini.python.sections) {
            const auto isSystem = section.name.startsWith(SystemPrefix);
            if (!isSystem && !section.name.startsWith(ModePrefix)) {
                add(u"ini.unknown-section"_s, Severity::Info, section.place,
                    u"[%1] is neither a system configuration nor a memory mode: Vela passes over it"_s
                        .arg(section.name));
                continue;
            }
            checkInheritance(section);
            for (const auto &entry : section.entries)
                checkEntry(entry, isSystem);
            if (isSystem)
                checkMaximums(section);
        }
    }

private:
    void add(const QString &id, Severity severity, const Location &place, const QString &text)
    {
        m_sink.add(id, severity, text, place);
    }
    void warn(const QString &id, const Location &place, const QString &text)
    {
        add(id, Severity::Warning, place, text);
    }

    /// Whether `a` lies behind `b` in the text that the core reads.
    bool isBehind(const Location &a, const Location &b) const
    {
        const auto fileA = m_ini.files.indexOf(a.file);
        const auto fileB = m_ini.files.indexOf(b.file);
        return fileA > fileB || (fileA == fileB && a.line.value_or(0) > b.line.value_or(0));
    }

    void checkCore()
    {
        for (const auto &place : m_ini.core.lostFrom)
            warn(u"ini.core-loses-section"_s, place,
                u"a key without \"=\" (\":\" is for Python only): the C++ core loses the rest of "
                "this section"_s);
        const auto &stop = m_ini.core.stoppedAt;
        if (!stop)
            return;
        qsizetype lost = 0;
        for (const auto &section : m_ini.python.sections)
            lost += isBehind(section.place, *stop)
                || std::any_of(section.entries.begin(), section.entries.end(),
                    [&](const IniEntry &entry) { return isBehind(entry.place, *stop); });
        if (lost > 0)
            add(u"ini.core-stops"_s, Severity::Error, *stop,
                u"the C++ core stops reading here (comments must begin with \";\", not \"#\"): "
                "%1 sections behind are lost to it in whole or in part"_s.arg(lost));
    }

    /// Sections that occur more than once count whole for the core, key by key for Python.
    void checkNames()
    {
        std::map<QString, Location> seen;
        for (const auto &section : m_ini.core.sections) {
            const auto [known, isNew] = seen.emplace(section.name, section.place);
            if (!isNew && known->second.file != section.place.file)
                warn(u"ini.section-again"_s, section.place,
                    u"[%1] is also in another file: Python merges both key by key, the C++ core "
                    "takes this one whole"_s.arg(section.name));
        }
    }

    void checkInheritance(const IniSection &section)
    {
        const auto *inherit = section.entry(InheritKey);
        if (!inherit)
            return;
        const auto *parent = sectionOf(inherit->value);
        if (inherit->value == section.name)
            return add(u"ini.inherit-self"_s, Severity::Error, inherit->place,
                u"the section inherits from itself: Vela refuses it"_s);
        if (!parent)
            return add(u"ini.inherit-missing"_s, Severity::Error, inherit->place,
                u"there is no section [%1] to inherit from"_s.arg(inherit->value));
        if (isLoop(section))
            return add(u"ini.inherit-loop"_s, Severity::Error, inherit->place,
                u"sections inherit from each other without end"_s);
        if (isBehind(parent->place, section.place))
            warn(u"ini.inherit-forward"_s, inherit->place,
                u"[%1] comes later: the C++ core inherits from earlier sections only"_s.arg(
                    inherit->value));
        for (const auto &entry : section.entries) {
            if (entry.key != u"arena_cache_size"_s && entry.key != u"core_clock"_s
                && isBehind(inherit->place, entry.place))
                warn(u"ini.inherit-late"_s, inherit->place,
                    u"inherit makes the C++ core forget %1, which stands before it: put inherit "
                    "first"_s.arg(entry.spelling));
        }
    }

    const IniSection *sectionOf(const QString &name) const { return m_sections.value(name); }

    /// Python gives up on chains that are merely long as well.
    bool isLoop(const IniSection &section) const
    {
        const auto *at = &section;
        for (int depth = 0; at && depth <= LargestInheritance; ++depth) {
            const auto *inherit = at->entry(InheritKey);
            at = inherit ? sectionOf(inherit->value) : nullptr;
        }
        return at != nullptr;
    }

    void checkEntry(const IniEntry &entry, bool isSystem)
    {
        if (entry.value.contains(u'\n'))
            warn(u"ini.continued-value"_s, entry.place,
                u"indented lines below belong to the value of %1 for Python, but are keys of their "
                "own for the C++ core"_s.arg(entry.spelling));
        const auto known = iniKey(isSystem, entry.key);
        if (known.isEmpty())
            return warn(u"ini.unknown-key"_s, entry.place,
                u"%1 is no key of such a section: Vela passes over it"_s.arg(entry.spelling));
        if (entry.spelling != known)
            warn(u"ini.key-case"_s, entry.place,
                u"the C++ core knows this key only as %1"_s.arg(known));
        if (entry.key == InheritKey || entry.value.contains(u'%'))
            return;
        if (entry.key.endsWith("_port"_L1) || entry.key.endsWith("_area"_L1))
            checkName(entry);
        else
            checkNumber(entry);
    }

    void checkName(const IniEntry &entry)
    {
        const auto names
            = entry.key.endsWith("_port"_L1) ? iniMemories() : QStringList{ u"Axi0"_s, u"Axi1"_s };
        if (!names.contains(entry.value))
            add(u"ini.value"_s, Severity::Error, entry.place,
                u"%1 must be one of %2 in exactly this letter case, not \"%3\""_s.arg(
                    entry.spelling, names.join(u", "_s), entry.value));
    }

    void checkNumber(const IniEntry &entry)
    {
        const auto isReal = entry.key == u"core_clock"_s || entry.key.endsWith("_clock_scale"_L1);
        const auto isCoreOnly
            = entry.key.endsWith("_max_reads"_L1) || entry.key.endsWith("_max_writes"_L1);
        const auto real = pythonReal(entry.value);
        const auto whole = pythonWhole(entry.value);
        if (isReal ? !real : !whole) {
            const auto kind = isReal ? u"a number"_s : u"a whole number"_s;
            const auto hint = entry.value.contains(u';') || entry.value.contains(u'#')
                ? u" (a comment must stand on a line of its own)"_s
                : QString();
            return add(u"ini.value"_s, isCoreOnly ? Severity::Warning : Severity::Error,
                entry.place,
                u"%1 must be %2, not \"%3\"%4"_s.arg(entry.spelling, kind, entry.value, hint));
        }
        const auto value = isReal ? *real : double(*whole);
        if (entry.key == u"core_clock"_s && value == 0)
            add(u"ini.zero-clock"_s, Severity::Error, entry.place,
                u"a clock of 0 Hz: Vela ends with ZeroDivisionError after it has written the model"_s);
        else if (entry.key == u"core_clock"_s && !(value > 0 && value < 1e12))
            warn(u"ini.clock"_s, entry.place,
                u"a clock of %1 Hz cannot be: times in the reports will be nonsense"_s.arg(
                    entry.value));
        else if (entry.key.endsWith("_clock_scale"_L1) && !(value > 0))
            warn(u"ini.clock-scale"_s, entry.place,
                u"a memory that never runs (%1): the plan will be odd, Vela does not complain"_s
                    .arg(entry.value));
        else if ((entry.key.endsWith("_ports_used"_L1) || entry.key.endsWith("_burst_length"_L1)
                     || isCoreOnly)
            && value < (entry.key.endsWith("_max_writes"_L1) ? 0 : 1))
            warn(u"ini.value-low"_s, entry.place, u"%1 should be at least 1"_s.arg(entry.spelling));
        else if (value < 0)
            add(u"ini.value"_s,
                entry.key == u"arena_cache_size"_s ? Severity::Error : Severity::Warning,
                entry.place, u"%1 must not be negative"_s.arg(entry.spelling));
    }

    /// Files written for Vela 3 have no outstanding transactions; on U85, the only family that
    /// plans with them, they then count 1.
    void checkMaximums(const IniSection &section)
    {
        const auto isOf = [&](const QString &family) {
            return section.name.startsWith(SystemPrefix + u"Ethos_"_s + family);
        };
        if (isOf(u"U55"_s) || isOf(u"U65"_s))
            return;
        QStringList missing;
        for (const auto &name : iniMemories()) {
            const auto has = [&](const QString &key) {
                return section.entry((name + key).toLower()) != nullptr;
            };
            if (has(u"_burst_length"_s) && !has(u"_max_reads"_s))
                missing.append(name + u"_max_reads"_s);
        }
        if (!missing.isEmpty())
            add(u"ini.max-reads"_s, isOf(u"U85"_s) ? Severity::Warning : Severity::Info,
                section.place,
                u"[%1] has no %2: an Ethos-U85 is planned with one outstanding read, several "
                "times too slow"_s.arg(section.name, missing.join(u", "_s)));
    }

    const VelaIni &m_ini;
    DiagnosticSink &m_sink;
    QHash<QString, const IniSection *> m_sections;
};

} // namespace

void lintIni(const VelaIni &ini, DiagnosticSink &sink)
{
    Lint(ini, sink).run();
}

} // namespace tosaic::formats::vela
