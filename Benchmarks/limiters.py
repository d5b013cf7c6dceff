#!/usr/bin/env python3
"""What each limiter and compressor lets through, and how fast it is.

usage: limiters.py [FILE...]      sound files to drive 12 dB into each; without any, signals made here

Each tool is asked for a ceiling of 0 dBFS (a limiter) or its nearest setting, and writes 32-bit float, so that nothing
but the tool itself holds the peaks. Sample peak and true peak are measured here, the true peak by 16 times
oversampling; `ebur128` is FFmpeg's own true-peak meter, which looks four times a frame. Times are the least of five
runs over a minute of stereo, paired in turn, the start of each process included; Pedalboard's without Python's start.
Needs numpy and scipy; SoX, FFmpeg and Pedalboard are left out where they are missing.
"""
import os, re, shutil, struct, subprocess, sys, tempfile, time
import numpy as np
from scipy.signal import resample_poly, firwin
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOOLS = [os.path.join(HERE, "..", ".build", place, "fxrender") for place in ("static/release", "release")]
OURS = next((tool for tool in TOOLS if os.path.exists(tool)), "fxrender")
RATE = 44100

PEDALBOARD = """
import sys, time
from pedalboard import *
from pedalboard.io import AudioFile
board = Pedalboard([{effects}])
start = time.perf_counter()
with AudioFile(sys.argv[1]) as f, AudioFile(sys.argv[2], 'w', f.samplerate, f.num_channels, bit_depth=32) as o:
    while f.tell() < f.frames:
        o.write(board(f.read(1 << 18), f.samplerate, reset=False))
print(time.perf_counter() - start)
"""


def ours(chain):
    return lambda a, b: [OURS, a, b, "--chain", chain, "--encoding", "float32", "--tail", "none", "--quiet"]


def ffmpeg(graph):
    return lambda a, b: ["ffmpeg", "-v", "error", "-y", "-i", a, "-af", graph, "-c:a", "pcm_f32le", b]


def sox(effects):
    return lambda a, b: ["sox", "-D", a, "-e", "floating-point", "-b", "32", b] + effects.split()


def pedalboard(effects):
    return lambda a, b: [sys.executable, "-c", PEDALBOARD.format(effects=effects), a, b]


BAND = "0.08,0.12 -60,-60,-33,-33,0,-28"
KINDS = {
    "limiters, 12 dB over": {
        "fxrender limiter": ours("limiter:pregain=12"),
        "fxrender limiter, true peak": ours("limiter:pregain=12:truepeak=on"),
        "ffmpeg alimiter": ffmpeg("alimiter=level_in=3.981:limit=1:level=0"),
        "sox compand as a limiter": sox("compand 0,0.024 -80,-68,-12,0,0,0 0 0 0.012"),
        "pedalboard Limiter": pedalboard("Gain(12), Limiter(0)"),
    },
    "compressors, threshold -20 dB": {
        "fxrender dynamics": ours("dynamics"),
        "ffmpeg acompressor": ffmpeg("acompressor=threshold=0.1:ratio=4:attack=1:release=50"),
        "sox compand": sox("compand 0.001,0.05 -60,-60,-20,-20,0,-15"),
        "pedalboard Compressor": pedalboard("Compressor(-20, 4, 1, 50)"),
    },
    "multiband compressors": {
        "fxrender multiband": ours("multiband"),
        "ffmpeg mcompand": ffmpeg("mcompand=args=" + " | ".join(
            f"0.08\\,0.12 6 -60/-60\\,-33/-33\\,0/-28 {f}" for f in (120, 700, 3000, 22000))),
        "sox mcompand": lambda a, b: ["sox", "-D", a, "-e", "floating-point", "-b", "32", b, "mcompand",
                                      BAND, "120", BAND, "700", BAND, "3000", BAND],
    },
}


def signals():
    """Sources at 0 dBFS, stereo, three seconds."""
    n = 3 * RATE
    t = np.arange(n) / RATE
    random = np.random.default_rng(1)
    pink = np.cumsum(random.standard_normal((n, 2)), axis=0)
    pink -= np.convolve(pink[:, 0], np.ones(512) / 512, "same")[:, None]
    burst = np.where((t % 0.5) < 0.1, np.sin(2 * np.pi * 997 * t), 0)
    pluck = sum(np.exp(-8 * (t % 0.25) * k) * np.sin(2 * np.pi * 196 * k * t) / k for k in range(1, 12))
    made = {
        "white noise": random.uniform(-1, 1, (n, 2)),
        "red noise": pink / np.abs(pink).max(),
        "bursts of 997 Hz": np.stack([burst, burst], 1),
        "quarter-rate tone at 45°": np.stack([np.sin(np.pi / 2 * np.arange(n) + np.pi / 4)] * 2, 1),
        "plucked string": np.stack([pluck, pluck], 1) / np.abs(pluck).max(),
    }
    return made


def read(path):
    rate, x = wavfile.read(path)
    x = x.astype(np.float64) / (32768 if x.dtype == np.int16 else 1)
    return x if x.ndim == 2 else x[:, None]


def level(x):
    return 20 * np.log10(max(float(x), 1e-9))


KERNEL = firwin(16 * 192 + 1, 1 / 16, window=("kaiser", 12.0))


def true_peak(x):
    # Not at the ends, where the cut itself would ring.
    return max(np.abs(resample_poly(c, 16, 1, window=KERNEL)[96 * 16:-96 * 16]).max() for c in x.T)


def ebur128(path):
    graph = "ebur128=peak=true:metadata=1,ametadata=print:file=-"
    run = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-af", graph, "-f", "null", "-"],
                         capture_output=True, text=True)
    peaks = re.findall(r"true_peak=([0-9.]+)", run.stdout)
    return float(peaks[-1]) if peaks else float("nan")


def available(name):
    if name.startswith("pedalboard"):
        return subprocess.run([sys.executable, "-c", "import pedalboard"], capture_output=True).returncode == 0
    return name.startswith("fxrender") or shutil.which(name.split()[0]) is not None


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None
    taken = time.perf_counter() - start
    return float(done.stdout) if command[0] == sys.executable else taken


def write(path, x):
    wavfile.write(path, RATE, np.clip(np.round(x * 32767), -32768, 32767).astype(np.int16))


def main():
    files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        sources = {}
        if files:
            for i, file in enumerate(files):
                path = f"{folder}/in{i}.wav"
                subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", file, "-ar", str(RATE), "-ac", "2", "-c:a",
                                "pcm_s16le", path], check=True)
                write(path, read(path) / np.abs(read(path)).max())
                sources[os.path.basename(file)] = path
        else:
            for i, (name, x) in enumerate(signals().items()):
                sources[name] = f"{folder}/in{i}.wav"
                write(sources[name], x)

        print("What comes through (dBFS):\n")
        print(f"{'source':<28}{'limiter':<30}{'sample':>8}{'true':>8}{'ebur128':>9}")
        for source, path in sources.items():
            for name, command in KINDS["limiters, 12 dB over"].items():
                out = f"{folder}/out.wav"
                if not available(name) or run(command(path, out)) is None:
                    continue
                y = read(out)
                print(f"{source:<28}{name:<30}{level(np.abs(y).max()):>8.2f}{level(true_peak(y)):>8.2f}"
                      f"{level(ebur128(out)):>9.2f}")

        minute = f"{folder}/minute.wav"
        x = np.concatenate([read(path) for path in sources.values()])
        write(minute, np.resize(x, (60 * RATE, 2)))
        print("\nA minute of stereo, seconds (and times ours):\n")
        for kind, commands in KINDS.items():
            commands = {name: c for name, c in commands.items() if available(name)}
            best = dict.fromkeys(commands, float("inf"))
            for _ in range(5):
                for name, command in commands.items():
                    best[name] = min(best[name], run(command(minute, f"{folder}/out.wav")) or float("inf"))
            first = next(iter(best.values()))
            print(kind)
            for name, taken in best.items():
                print(f"  {name:<30}{taken:>8.3f}{taken / first:>8.2f}×")


if __name__ == "__main__":
    main()
