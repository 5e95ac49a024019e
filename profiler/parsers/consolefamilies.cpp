// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consolefamilies.h"

#include "core/base/storedfile.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr qint64 MostBytes = 1 << 20; // more is no family, whatever it is

void addFile(const QString &path, std::vector<FamilyRule> &rules, std::vector<Diagnostic> &problems)
{
    QFile file(path);
    if (const auto opened = openStored(file); !opened) {
        problems.push_back(diagnosticOf(opened.error()));
        problems.back().severity = Severity::Warning;
        return;
    }
    auto read = readFamily(file.read(MostBytes), path);
    if (!read) {
        problems.push_back(diagnosticOf(read.error()));
        problems.back().severity = Severity::Warning;
        return;
    }
    std::ranges::move(*read, std::back_inserter(rules));
}

void addFolder(
    const QString &folder, std::vector<FamilyRule> &rules, std::vector<Diagnostic> &problems)
{
    const QDir dir(folder);
    for (const auto &name : dir.entryList({ u"*.json"_s }, QDir::Files, QDir::Name))
        addFile(dir.filePath(name), rules, problems);
}

} // namespace

std::shared_ptr<const FamilyRules> shippedFamilies()
{
    static const auto shipped = [] {
        std::vector<FamilyRule> rules;
        std::vector<Diagnostic> problems; // a test reads the files
        addFolder(u":/consoles"_s, rules, problems);
        return std::make_shared<const FamilyRules>(std::move(rules));
    }();
    return shipped;
}

QString userFamiliesDir()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(u"tosaic/consoles"_s);
}

ConsoleFamilies consoleFamilies()
{
    ConsoleFamilies families{ shippedFamilies(), {} };
    auto rules = families.rules->rules();
    const auto shipped = rules.size();
    addFolder(userFamiliesDir(), rules, families.diagnostics);
    for (const auto &path :
        qEnvironmentVariable(FamiliesVariable).split(QDir::listSeparator(), Qt::SkipEmptyParts))
        addFile(path, rules, families.diagnostics);
    if (rules.size() > shipped)
        families.rules = std::make_shared<const FamilyRules>(std::move(rules));
    return families;
}

} // namespace tosaic::profile
