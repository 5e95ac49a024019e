// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for a simulator or another program that prints a console. Without Qt: it is started
// often.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

std::string contentOf(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
}

void print(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void printInPieces(const std::string &text, size_t size)
{
    const timespec pause{ 0, 200'000 };
    for (size_t at = 0; at < text.size(); at += size) {
        print(std::string_view(text).substr(at, size));
        ::nanosleep(&pause, nullptr);
    }
}

int waitForEver()
{
    for (;;)
        ::pause();
}

/// Ignores what asks it to end, and leaves a child that does, too.
int stubborn()
{
    std::signal(SIGTERM, SIG_IGN);
    if (const auto child = ::fork(); child > 0)
        print("child " + std::to_string(child) + "\n");
    return waitForEver();
}

int endless()
{
    const std::string garbage(4096, '\x01');
    while (std::fwrite(garbage.data(), 1, garbage.size(), stdout) > 0) { }
    return 1;
}

/// As an FVP: the values of -C, -a and --data; the trace and the files of semihosting are written.
int simulate(const std::vector<std::string> &arguments)
{
    std::string trace;
    std::string folder;
    bool isSemihosting = false;
    for (const auto &argument : arguments) {
        print("argument: " + argument + "\n");
        if (const auto at = argument.find("--pmu-trace "); at != std::string::npos)
            trace = argument.substr(at + 12);
        if (const auto at = argument.find("semihosting-cwd="); at != std::string::npos)
            folder = argument.substr(at + 16);
        isSemihosting |= argument.find("semihosting-enable=1") != std::string::npos;
    }
    if (!trace.empty())
        std::ofstream(trace) << "{\"traceEvents\":[]}";
    if (isSemihosting) {
        print("input bytes: " + std::to_string(contentOf(folder + "/in0.bin").size()) + "\n");
        std::ofstream(folder + "/out-0.bin") << "out";
        std::ofstream(folder + "/etdump.bin") << "dump";
    }
    if (const auto *console = std::getenv("TOSAIC_STANDIN_CONSOLE"))
        print(contentOf(console));
    const auto *code = std::getenv("TOSAIC_STANDIN_EXIT");
    return code ? std::atoi(code) : 0;
}

} // namespace

int main(int argc, char *argv[])
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const auto mode = arguments.empty() ? std::string() : arguments[0];
    const auto text = arguments.size() > 1 ? contentOf(arguments[1]) : std::string();
    if (mode == "-C")
        return simulate(arguments);
    if (mode == "hang" || mode == "crash" || mode == "exit" || mode == "console")
        print(text);
    if (mode == "pieces")
        printInPieces(text, 7);
    if (mode == "hang")
        return waitForEver();
    if (mode == "crash")
        std::raise(SIGSEGV);
    if (mode == "exit")
        return 7;
    if (mode == "silent")
        return waitForEver();
    if (mode == "stubborn")
        return stubborn();
    if (mode == "endless")
        return endless();
    if (mode == "echo") {
        std::string line(64, '\0');
        if (std::fgets(line.data(), static_cast<int>(line.size()), stdin))
            print(line.c_str());
    }
    return 0;
}
