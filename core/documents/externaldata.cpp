// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/externaldata.h"

#include "core/base/sizestext.h"
#include "core/formats/flattensor/flattensorreader.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/inspect/programfacts.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using formats::FlatTensorEntry;
using formats::FlatTensorFile;

constexpr qsizetype NamesInSentence = 3; // more are counted

QString typeText(model::ScalarType dtype, const std::vector<qint32> &shape)
{
    return u"%1 [%2]"_s.arg(model::dtypeName(dtype), sizesText(shape, u", "_s));
}

QString namesText(const QStringList &names)
{
    const auto shown = names.first(std::min(names.size(), NamesInSentence)).join(u", "_s);
    const auto more = names.size() - NamesInSentence;
    return more > 0 ? u"%1 and %2 more"_s.arg(shown).arg(more) : shown;
}

class Finder
{
public:
    explicit Finder(const model::Program &program);

    std::shared_ptr<ExternalData> find(const QString &folder, const QStringList &given);

private:
    void take(const QString &path, bool isGiven);
    void takeEntry(const FlatTensorEntry &entry, const FlatTensorFile &file, const QString &path,
        bool isGiven);
    bool fits(const FlatTensorEntry &entry, const QString &path);
    void report(const QString &id, const QString &path, const QString &text);
    void conclude();

    std::shared_ptr<ExternalData> m_data = std::make_shared<ExternalData>();
    DiagnosticSink m_sink{ 10 };
    QSet<QString> m_keys;
    std::map<QString, const model::Tensor *> m_tensors; ///< by key
    QSet<QString> m_given; ///< keys whose place was asked for
    QSet<QString> m_ambiguous;
};

Finder::Finder(const model::Program &program)
{
    m_data->keys = inspect::externalKeys(program);
    m_keys = QSet<QString>(m_data->keys.begin(), m_data->keys.end());
    for (const auto &method : program.methods) {
        for (const auto &value : method.values) {
            const auto *tensor = std::get_if<model::Tensor>(&value);
            if (tensor && tensor->isExternal)
                m_tensors.emplace(tensor->name, tensor);
        }
    }
}

std::shared_ptr<ExternalData> Finder::find(const QString &folder, const QStringList &given)
{
    if (m_data->keys.isEmpty())
        return nullptr;
    m_data->given = given;
    for (const auto &path : given)
        take(path, true);
    const QDir dir(folder);
    for (const auto &name : dir.entryList({ u"*.ptd"_s }, QDir::Files, QDir::Name)) {
        if (const auto path = dir.absoluteFilePath(name); !given.contains(path))
            take(path, false);
    }
    conclude();
    return m_data;
}

void Finder::take(const QString &path, bool isGiven)
{
    const auto source = ByteSource::map(path);
    const auto file = source ? formats::readFlatTensor(*source)
                             : Result<std::shared_ptr<const FlatTensorFile>>(fail(source.error()));
    if (!file) {
        auto problem = diagnosticOf(file.error());
        problem.severity = Severity::Warning; // the program itself is readable
        problem.location.file = path;
        m_sink.add(problem);
        return;
    }
    const auto &entries = (*file)->tensors;
    const auto isWanted
        = [this](const FlatTensorEntry &entry) { return m_keys.contains(entry.key); };
    if (isGiven && std::none_of(entries.begin(), entries.end(), isWanted))
        report(u"pte.external-unused"_s, path,
            u"it holds none of the %1 keys that the program needs: %2"_s.arg(m_data->keys.size())
                .arg(namesText(m_data->keys)));
    for (const auto &entry : entries) {
        if (isWanted(entry) && fits(entry, path))
            takeEntry(entry, **file, path, isGiven);
    }
}

bool Finder::fits(const FlatTensorEntry &entry, const QString &path)
{
    if (!entry.bytes) {
        report(u"pte.external-mismatch"_s, path,
            u"the bytes of %1 do not lie inside the file"_s.arg(entry.key));
        return false;
    }
    const auto tensor = m_tensors.find(entry.key);
    if (tensor == m_tensors.end())
        return true;
    const auto wanted = typeText(tensor->second->dtype, tensor->second->shape);
    const auto found
        = entry.layout ? typeText(entry.layout->dtype, entry.layout->shape) : u"no tensor"_s;
    if (wanted == found)
        return true;
    report(u"pte.external-mismatch"_s, path,
        u"%1 is %2 here, and %3 in the program: it is not used"_s.arg(entry.key, found, wanted));
    return false;
}

void Finder::takeEntry(
    const FlatTensorEntry &entry, const FlatTensorFile &file, const QString &path, bool isGiven)
{
    const auto known = m_data->places.find(entry.key);
    if (known == m_data->places.end()) {
        m_data->places.emplace(entry.key, ExternalData::Place{ path, file.source, *entry.bytes });
        if (isGiven)
            m_given.insert(entry.key);
        return;
    }
    if (m_given.contains(entry.key)) // the first that was asked for counts
        return;
    const auto &place = known->second;
    const auto there = place.source->slice(place.bytes.offset, place.bytes.size);
    const auto here = file.source->slice(entry.bytes->offset, entry.bytes->size);
    if (there && here && *there == *here)
        return;
    m_ambiguous.insert(entry.key);
    report(u"pte.external-ambiguous"_s, path,
        u"%1 has other bytes here than in %2: open the file that is meant"_s.arg(
            entry.key, QFileInfo(place.path).fileName()));
}

void Finder::report(const QString &id, const QString &path, const QString &text)
{
    m_sink.add(id, Severity::Warning, text, { .file = path });
}

void Finder::conclude()
{
    for (const auto &key : m_ambiguous)
        m_data->places.erase(key);
    std::map<QString, ExternalData::File> files;
    for (const auto &key : m_data->keys) {
        const auto *place = m_data->find(key);
        if (!place) {
            m_data->missing << key;
            continue;
        }
        auto &file = files[place->path];
        if (file.path.isEmpty())
            file.path = place->path;
        file.keys << key;
    }
    for (auto &[path, file] : files)
        m_data->files.push_back(std::move(file));
    if (!m_data->missing.isEmpty())
        report(u"pte.external-missing"_s, {},
            u"%1 of %2 keys of external data are in no .ptd file here: %3"_s
                .arg(m_data->missing.size())
                .arg(m_data->keys.size())
                .arg(namesText(m_data->missing)));
    m_data->diagnostics = m_sink.take();
}

} // namespace

const ExternalData::Place *ExternalData::find(const QString &key) const
{
    const auto found = places.find(key);
    return found == places.end() ? nullptr : &found->second;
}

std::shared_ptr<const ExternalData> findExternalData(
    const model::Program &program, const QString &folder, const QStringList &given)
{
    return Finder(program).find(folder, given);
}

WholeProgram withExternalData(
    std::shared_ptr<const model::Program> program, const QString &folder, const QStringList &given)
{
    auto data = findExternalData(*program, folder, given);
    if (!data || data->places.empty())
        return { std::move(program), std::move(data) };
    auto again = formats::readProgram(program->source, bytesByKey(data));
    return { again ? std::move(*again) : std::move(program), std::move(data) };
}

formats::ExternalBytes bytesByKey(std::shared_ptr<const ExternalData> data)
{
    return [data = std::move(data)](const QString &key) -> std::optional<QByteArrayView> {
        const auto *place = data ? data->find(key) : nullptr;
        const auto bytes = place ? place->source->slice(place->bytes.offset, place->bytes.size)
                                 : Result<QByteArrayView>(fail(ErrorCode::IoOpen, {}));
        return bytes ? std::optional(*bytes) : std::nullopt;
    };
}

bool holdsAnyOf(const QString &path, const QStringList &keys)
{
    const auto source = ByteSource::map(path);
    if (!source || formats::recognise((*source)->bytes()) != formats::FileKind::FlatTensor)
        return false;
    const auto file = formats::readFlatTensor(*source);
    return file
        && std::any_of((*file)->tensors.begin(), (*file)->tensors.end(),
            [&](const FlatTensorEntry &entry) { return keys.contains(entry.key); });
}

} // namespace tosaic
