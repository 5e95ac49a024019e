// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tool that misbehaves on request: stands in for a program (first argument = mode) and for a
// Python interpreter with the compilers (mode in TOSAIC_FAKE_MODE). Plain C++, so that it starts
// at once and depends on nothing.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

void say(const std::string &line)
{
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

[[noreturn]] void sleepForever()
{
    for (;;)
        ::pause();
}

/// A child that would outlive us; its id goes to the console.
void startChild()
{
    const auto child = ::fork();
    if (child == 0) {
        std::signal(SIGTERM, SIG_IGN);
        sleepForever();
    }
    say("child " + std::to_string(child));
}

/// Children that try to slip away: each in a session of its own, the middle one gone, so that the
/// last is nobody's child; all deaf to SIGTERM.
void startRunaways()
{
    if (::fork() == 0) {
        ::setsid();
        std::signal(SIGTERM, SIG_IGN);
        if (::fork() == 0) {
            ::setsid();
            say("child " + std::to_string(::getpid()));
            sleepForever();
        }
        ::_exit(0);
    }
    if (::fork() == 0) {
        ::setsid();
        std::signal(SIGTERM, SIG_IGN);
        say("child " + std::to_string(::getpid()));
        if (::fork() == 0) {
            say("child " + std::to_string(::getpid()));
            sleepForever();
        }
        sleepForever();
    }
}

void event(int fd, const std::string &text)
{
    if (::write(fd, text.data(), text.size()) < 0)
        std::_Exit(9);
}

void writeFile(const std::string &path, const std::string &text)
{
    std::ofstream(path) << text;
}

int misbehave(const std::string &mode, int fd)
{
    if (mode == "ok") {
        say("first line");
        std::fprintf(stderr, "second line\n");
        std::printf("no line end");
        return 0;
    }
    if (mode == "fail")
        return 7;
    if (mode == "crash") {
        say("before the crash");
        std::signal(SIGSEGV, SIG_DFL);
        std::raise(SIGSEGV);
    }
    if (mode == "hang") {
        startChild();
        sleepForever();
    }
    if (mode == "stubborn") {
        std::signal(SIGTERM, SIG_IGN);
        startChild();
        sleepForever();
    }
    if (mode == "runaways" || mode == "leave-runaways") {
        startRunaways();
        if (mode == "leave-runaways")
            ::usleep(300'000); // so that they are away, ms
        else
            sleepForever();
        return 0;
    }
    if (mode == "memory") {
        std::vector<char> bytes(64'000'000, 'x');
        say(std::to_string(bytes[bytes.size() / 2]));
        return 0;
    }
    if (mode == "leave-child") {
        startChild();
        return 0;
    }
    if (mode == "flood") {
        for (int i = 0; i < 200000; ++i)
            std::printf("line %d of a flood\n", i);
        return 0;
    }
    if (mode == "long-line") {
        say(std::string(1000000, 'x'));
        say("after");
        return 0;
    }
    if (mode == "tmpdir") {
        const auto *folder = std::getenv("TMPDIR");
        writeFile(std::string(folder) + "/left-behind", "x");
        say(folder);
        return 0;
    }
    if (mode == "events") {
        event(fd, "{\"event\":\"stage\",\"name\":\"load\"}\n{\"event\":\"prog");
        event(fd, "ress\",\"fraction\":0.5}\n");
        return 0;
    }
    if (mode == "events-garbage") {
        event(fd, "this is no event\n[1,2]\n\n{\"event\":\"stage\",\"name\":\"after\"}\n");
        return 0;
    }
    if (mode == "events-truncated") {
        event(fd, "{\"event\":\"stage\",\"name\":\"load\"}\n{\"event\":\"problem\",\"te");
        std::raise(SIGKILL);
    }
    if (mode == "events-long") {
        event(fd, "{\"event\":\"" + std::string(3000000, 'y') + "\"}\n{\"event\":\"after\"}\n");
        return 0;
    }
    return 64;
}

std::string valueOf(const std::vector<std::string> &arguments, const std::string &name)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].rfind(name + "=", 0) == 0)
            return arguments[i].substr(name.size() + 1);
        if (arguments[i] == name && i + 1 < arguments.size())
            return arguments[i + 1];
    }
    return {};
}

int probe(const std::string &mode)
{
    if (mode == "probe-hang")
        sleepForever();
    if (mode == "probe-garbage") {
        say("Traceback: this is not the interpreter you are looking for");
        return 0;
    }
    if (mode == "probe-system") { // as Debian's own Python
        say("{\"python\":\"3.11.2\",\"packages\":{},\"externallyManaged\":true}");
        return 0;
    }
    const std::string executorch
        = mode == "probe-old" ? "\"executorch\":\"0.9.0\"," : "\"executorch\":\"1.5.1\",";
    const std::string vela = mode == "probe-no-vela" ? "" : "\"ethos-u-vela\":\"5.1.0\",";
    say("a warning on the same console");
    say("{\"python\":\"3.11.2\",\"packages\":{" + executorch + vela
        + "\"torch\":\"2.13.0+cpu\",\"torchao\":\"0.18.0\",\"tosa-tools\":\"2026.5.0\"}}");
    return 0;
}

const char *const SummaryHead = "experiment,network,accelerator_configuration,arena_cache_size,"
                                "sram_memory_used,dram_memory_used,on_chip_flash_memory_used,"
                                "off_chip_flash_memory_used,nn_macs,cycles_npu,cycles_total\n";

/// As Vela does: files straight into the working folder, under their final names.
int vela(const std::string &mode, const std::vector<std::string> &arguments)
{
    const auto &input = arguments.back();
    const auto slash = input.rfind('/');
    const auto name = input.substr(slash + 1, input.rfind('.') - slash - 1);
    const bool raw = valueOf(arguments, "--output-format") == "raw";
    const auto model = name + (raw ? "_vela.npz" : "_vela.tflite");
    if (mode == "no-output")
        return 0;
    if (mode == "error") {
        say("Traceback (most recent call last):");
        say("RuntimeError: Compilation failed: Validation error:");
        say("Add:");
        say(" - Input data type not supported for this operator");
        return 1;
    }
    if (mode == "disk-full") {
        // A limit on the file size fails a write as a full disk does, and needs no privilege.
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{ 4096, 4096 };
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::ofstream file(model);
        file << std::string(100000, 'x');
        file.flush();
        if (file)
            return 0;
        say("OSError: [Errno 27] File too large");
        return 1;
    }
    if (mode != "ok")
        return misbehave(mode, -1);
    say("Warning (supported operators) operator: DIV, ofm: 'quotient'");
    say("Reason: not on this NPU");
    say("");
    say("CPU operators = 1 (10.0%)");
    say("NPU operators = 9 (90.0%)");
    writeFile(model, "a compiled model");
    writeFile(name + "_summary_" + valueOf(arguments, "--system-config") + ".csv",
        std::string(SummaryHead) + "default,x,y,16.0,21.5,0.0,nan,2.0,1000,90.5,100\n");
    writeFile(name + "_debug.xml", "<debug/>");
    return 0;
}

int driver(const std::string &mode, const std::vector<std::string> &arguments)
{
    const auto fd = std::atoi(valueOf(arguments, "--events-fd").c_str());
    if (mode == "cancelled-result") { // as the driver's supervisor leaves it
        writeFile("result.json",
            "{\"formatVersion\":1,\"status\":\"cancelled\","
            "\"spec\":{\"target\":\"ethos-u55-128\"},\"problems\":[]}");
        say("waits to be cancelled");
        sleepForever();
    }
    if (mode != "ok" && mode != "unknown-event")
        return misbehave(mode, fd);
    event(fd, "{\"event\":\"stage\",\"name\":\"import\",\"index\":0,\"count\":9}\n");
    event(fd, "{\"event\":\"progress\",\"fraction\":0.25}\n");
    if (mode == "unknown-event")
        event(fd, "{\"event\":\"from-a-newer-driver\",\"what\":1}\n");
    event(fd,
        "{\"event\":\"problem\",\"severity\":\"warning\",\"code\":\"delegate.none\",\"text\":\"t\"}"
        "\n");
    writeFile("model.pte", "a program");
    writeFile("result.json",
        "{\"formatVersion\":1,\"status\":\"succeeded\",\"tools\":{\"vela\":\"5.1.0\"},"
        "\"source\":{\"name\":\"model.py\",\"sha256\":\"00\"},"
        "\"spec\":{\"target\":\"ethos-u55-128\"},\"resolvedSpec\":{\"target\":\"ethos-u55-128\"},"
        "\"fromANewerDriver\":[1,2],\"summary\":{},"
        "\"artefacts\":[{\"kind\":\"pte\",\"path\":\"model.pte\",\"sha256\":\"11\",\"size\":9}],"
        "\"problems\":[{\"severity\":\"warning\",\"code\":\"delegate.none\",\"text\":\"t\"}]}");
    event(fd, "{\"event\":\"finished\",\"status\":\"succeeded\"}\n");
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty())
        return 64;
    const auto *chosen = std::getenv("TOSAIC_FAKE_MODE");
    const std::string mode = chosen ? chosen : "ok";
    const auto &first = arguments.front();
    if (first.find("tosaic_probe.py") != std::string::npos)
        return probe(mode);
    if (first.find("tosaic_compile.py") != std::string::npos)
        return driver(mode, arguments);
    if (first == "-m" && arguments[1] == "ethosu.vela")
        return vela(mode, arguments);
    return misbehave(first, arguments.size() > 1 ? std::atoi(arguments[1].c_str()) : -1);
}
