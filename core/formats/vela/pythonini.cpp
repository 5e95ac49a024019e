// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/initext.h"

#include "core/formats/byteordermark.h"

#include <QSet>
#include <QStringDecoder>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

constexpr quint64 FileLimit = quint64(1) << 20; // bytes
constexpr size_t FileCountLimit = 64;
constexpr qsizetype LineLimit = 20'000;
constexpr size_t SectionLimit = 4096;
constexpr int InterpolationDepth = 10; // configparser's own

/// Lines as Python's universal newlines make them.
QStringList linesOf(QString text)
{
    text.replace("\r\n"_L1, "\n"_L1);
    text.replace(u'\r', u'\n');
    return text.split(u'\n');
}

/// One file, read as configparser reads it with its default options.
class FileParser
{
public:
    FileParser(PythonIni &ini, const QString &file) : m_ini(ini), m_file(file) { }

    void parse(const QStringList &lines)
    {
        for (m_line = 1; m_line <= lines.size() && !hasTooManySections(); ++m_line)
            takeLine(lines[m_line - 1]);
        for (auto &section : m_ini.sections)
            dropEmptyEnds(section);
        dropEmptyEnds(m_ini.defaults);
    }
    bool hasTooManySections() const { return m_ini.sections.size() > SectionLimit; }

private:
    Location here() const { return { .file = m_file, .line = m_line }; }
    static void dropEmptyEnds(IniSection &section)
    {
        for (auto &entry : section.entries) {
            while (entry.value.endsWith(u'\n'))
                entry.value.chop(1);
        }
    }

    void fail(const QString &id, const QString &text)
    {
        if (!m_ini.error)
            m_ini.error = Diagnostic{ id, Severity::Error, here(), text };
    }

    IniSection *current()
    {
        return m_current < 0              ? nullptr
            : m_current == DefaultSection ? &m_ini.defaults
                                          : &m_ini.sections[size_t(m_current)];
    }
    IniEntry *openEntry()
    {
        auto *section = current();
        if (!section || m_key.isEmpty())
            return nullptr;
        const auto found = std::find_if(section->entries.begin(), section->entries.end(),
            [&](const IniEntry &entry) { return entry.key == m_key; });
        return found == section->entries.end() ? nullptr : &*found;
    }

    void takeLine(const QString &whole)
    {
        auto line = whole;
        if (m_line == 1 && line.startsWith(QChar::ByteOrderMark)) {
            fail(u"ini.byte-order-mark"_s,
                u"the file begins with a byte order mark, so its first line is no section: "
                "configparser.MissingSectionHeaderError"_s);
            line = line.sliced(1);
        }
        const auto value = line.trimmed();
        if (value.startsWith(u'#') || value.startsWith(u';'))
            return;
        if (value.isEmpty()) {
            if (auto *entry = openEntry())
                entry->value += u'\n'; // empty lines may be part of a value
            return;
        }
        const auto indent = std::distance(line.begin(),
            std::find_if_not(line.begin(), line.end(), [](QChar c) { return c.isSpace(); }));
        auto *open = openEntry();
        if (open && indent > m_indent) {
            open->value += u'\n' + value;
            return;
        }
        m_indent = indent;
        const auto close = value.lastIndexOf(u']');
        if (value.startsWith(u'[') && close > 1)
            beginSection(value.sliced(1, close - 1));
        else if (!current())
            fail(u"ini.no-section"_s,
                u"a line before the first section: configparser.MissingSectionHeaderError"_s);
        else
            takeEntry(value);
    }

    void beginSection(const QString &name)
    {
        m_key.clear();
        m_sectionName = name;
        const auto found = std::find_if(m_ini.sections.begin(), m_ini.sections.end(),
            [&](const IniSection &section) { return section.name == name; });
        if (found != m_ini.sections.end()) {
            if (m_sections.contains(name))
                fail(u"ini.duplicate-section"_s,
                    u"section %1 a second time in this file: configparser.DuplicateSectionError"_s
                        .arg(name));
            m_current = found - m_ini.sections.begin();
        } else if (name == u"DEFAULT"_s) {
            m_current = DefaultSection;
            m_ini.defaults.name = name;
            m_ini.defaults.place = here();
            return;
        } else {
            m_ini.sections.push_back({ name, {}, here() });
            m_current = qsizetype(m_ini.sections.size()) - 1;
        }
        m_sections.insert(name);
    }

    void takeEntry(const QString &value)
    {
        const auto delimiter = std::find_if(
            value.begin(), value.end(), [](QChar c) { return c == u'=' || c == u':'; });
        const auto key = value.first(std::distance(value.begin(), delimiter)).trimmed().toLower();
        if (delimiter == value.end() || key.isEmpty())
            return fail(
                u"ini.no-value"_s, u"a line without key or \"=\": configparser.ParsingError"_s);
        if (m_keys.contains({ m_sectionName, key }))
            fail(u"ini.duplicate-key"_s,
                u"key %1 a second time in this section: configparser.DuplicateOptionError"_s.arg(
                    key));
        m_keys.insert({ m_sectionName, key });
        m_key = key;
        const auto at = std::distance(value.begin(), delimiter);
        const IniEntry entry{ key, value.sliced(at + 1).trimmed(), here(),
            value.first(at).trimmed() };
        if (auto *known = openEntry())
            *known = entry;
        else
            current()->entries.push_back(entry);
    }

    static constexpr qsizetype DefaultSection = std::numeric_limits<qsizetype>::max();

    PythonIni &m_ini;
    QString m_file;
    qsizetype m_current = -1;
    QString m_sectionName;
    QString m_key;
    int m_line = 0;
    qsizetype m_indent = 0;
    QSet<QString> m_sections; ///< of this file
    QSet<std::pair<QString, QString>> m_keys;
};

Result<QString> interpolate(const PythonIni &ini, const QString &section, const QString &text,
    const Location &place, int depth, qsizetype &budget)
{
    if (depth > InterpolationDepth || (budget -= text.size()) < 0)
        return fail(ErrorCode::FormatDamaged,
            u"values refer to each other more than %1 times deep: "
            "configparser.InterpolationDepthError"_s.arg(InterpolationDepth),
            place);
    QString result;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] != u'%') {
            result += text[at];
            continue;
        }
        const auto end = text.indexOf(")s"_L1, at);
        if (text.sliced(at).startsWith("%%"_L1)) {
            result += u'%';
            ++at;
        } else if (text.sliced(at).startsWith("%("_L1) && end > 0) {
            const auto *other = ini.find(section, text.sliced(at + 2, end - at - 2).toLower());
            if (!other)
                return fail(ErrorCode::FormatDamaged,
                    u"%1 refers to a key that does not exist: "
                    "configparser.InterpolationMissingOptionError"_s.arg(text),
                    place);
            const auto inner = interpolate(ini, section, other->value, place, depth + 1, budget);
            if (!inner)
                return inner;
            result += *inner;
            at = end + 1;
        } else {
            return fail(ErrorCode::FormatDamaged,
                u"a single % in a value: configparser.InterpolationSyntaxError"_s, place);
        }
    }
    return result;
}

} // namespace

const IniEntry *IniSection::entry(const QString &key) const
{
    const auto found = std::find_if(
        entries.rbegin(), entries.rend(), [&](const IniEntry &entry) { return entry.key == key; });
    return found == entries.rend() ? nullptr : &*found;
}

const IniSection *PythonIni::section(const QString &name) const
{
    const auto found = std::find_if(sections.begin(), sections.end(),
        [&](const IniSection &section) { return section.name == name; });
    return found == sections.end() ? nullptr : &*found;
}

const IniEntry *PythonIni::find(const QString &name, const QString &key) const
{
    const auto *found = section(name);
    const auto *entry = found ? found->entry(key) : nullptr;
    return entry ? entry : found ? defaults.entry(key) : nullptr;
}

Result<QString> PythonIni::value(const QString &name, const QString &key) const
{
    const auto *entry = find(name, key);
    if (!entry)
        return fail(ErrorCode::FormatDamaged, u"there is no key %1"_s.arg(key));
    qsizetype budget = 1'000'000; // characters; references can multiply
    return interpolate(*this, name, entry->value, entry->place, 0, budget);
}

Result<PythonIni> readPythonIni(const IniSources &files)
{
    if (files.size() > FileCountLimit)
        return fail(
            ErrorCode::LimitExceeded, u"more than FileCountLimit = %1 files"_s.arg(FileCountLimit));
    PythonIni ini;
    for (const auto &file : files) {
        const auto name = file->name();
        if (file->size() > FileLimit)
            return fail(ErrorCode::LimitExceeded,
                u"more than FileLimit = %1 bytes of ini file"_s.arg(FileLimit), { .file = name });
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
        const bool isWide = isUtf16(file->bytes());
        const QString text
            = isWide ? QString::fromUtf8(utf8Of(file->bytes())) : decoder(file->bytes());
        if ((isWide || decoder.hasError()) && !ini.error)
            ini.error = Diagnostic{ u"ini.encoding"_s, Severity::Error, { .file = name },
                isWide ? u"this is UTF-16, and Vela reads UTF-8 alone: save it as UTF-8"_s
                       : u"not UTF-8: UnicodeDecodeError"_s };
        const auto lines = linesOf(text);
        if (lines.size() > LineLimit)
            return fail(ErrorCode::LimitExceeded,
                u"more than LineLimit = %1 lines"_s.arg(LineLimit), { .file = name });
        FileParser parser(ini, name);
        parser.parse(lines);
        if (parser.hasTooManySections())
            return fail(ErrorCode::LimitExceeded,
                u"more than SectionLimit = %1 sections"_s.arg(SectionLimit), { .file = name });
    }
    return ini;
}

} // namespace tosaic::formats::vela
