#!/usr/bin/env python3
"""Whole renders beside the peers that are installed: WAV to WAV, in turn, medians, as ratios.

usage: peers.py [--quick] [--only NAME] [--json FILE]

Every command of one job runs once a round, so that a slow spell of the machine hits all alike. A ratio is the
fastest peer's time over ours: 3.0 means that we take a third of its time.
"""
import argparse, json, math, os, random, shlex, shutil, statistics, struct, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(HERE, "..", ".build", "static", "release", "fxrender")
BASELINE = os.path.join(HERE, "baseline.json")
PEDALBOARD = """
import sys
from pedalboard import *
from pedalboard.io import AudioFile
board = Pedalboard([{effects}])
with AudioFile(sys.argv[1]) as f, AudioFile(sys.argv[2], 'w', f.samplerate, f.num_channels, bit_depth=16) as o:
    while f.tell() < f.frames:
        o.write(board(f.read(1 << 18), f.samplerate, reset=False))
"""

# name: our chain, then each peer's nearest equal; a peer without one is left out.
JOBS = {
    "lowpass": ("lowpass:cutoff=6900", "lowpass 6900", "lowpass=f=6900", "LowpassFilter(6900)"),
    "lowpass,reverb": ("lowpass:cutoff=6900,reverb", "lowpass 6900 reverb", None, "LowpassFilter(6900), Reverb()"),
    "highpass": ("highpass:cutoff=80", "highpass 80", "highpass=f=80", "HighpassFilter(80)"),
    "low shelf": ("lowshelf:gain=6", "bass 6 80", "bass=g=6:f=80", "LowShelfFilter(80, 6)"),
    "high shelf": ("highshelf:gain=6", "treble 6 10k", "treble=g=6:f=10000", "HighShelfFilter(10000, 6)"),
    "parametric": ("parametriceq:centerfreq=2k:gain=6", "equalizer 2k 1q 6", "equalizer=f=2000:t=q:w=1:g=6",
                   "PeakFilter(2000, 6, 1)"),
    "graphic EQ": ("graphiceq:gains=" + "/".join("3 0 -3 0 2".split() * 6 + ["0"]), None,
                   "superequalizer=1b=2:3b=0.7:5b=1.4:8b=2:12b=0.7", None),
    "limiter": ("limiter:pregain=6", None, "alimiter=level_in=2:limit=1:level=0", "Limiter(0)"),
    "dynamics": ("dynamics", "compand 0.001,0.05 -20,-20,0,-15", "acompressor=threshold=0.1:ratio=4",
                 "Compressor(-20, 4, 1, 50)"),
    "multiband": ("multiband", "mcompand '0.005,0.1 -47,-40,-34,-34,-17,-33' 120 '0.003,0.05 -47,-40,-34,-34,-17,-33' "
                  "700 '0.0006,0.03 -47,-40,-34,-34,-15,-33' 3000 '0.0001,0.02 -38,-31,-28,-28,-0,-25'", "mcompand", None),
    "delay": ("delay:delaytime=0.25:feedback=35", "echo 0.8 0.7 250 0.35", "aecho=0.8:0.7:250:0.35", "Delay(0.25, 0.35, 0.5)"),
    "reverb": ("reverb", "reverb", None, "Reverb()"),
    "reverb2": ("reverb2", "reverb", None, "Reverb()"),
    "distortion": ("distortion", "overdrive 10", None, "Distortion(10)"),
    "varispeed": ("varispeed:rate=1.2", "speed 1.2 rate -v 44100", "asetrate=52920,aresample=44100:resampler=soxr:precision=28", "Resample(36750)"),
    "time stretch": ("newtimepitch:rate=1.2", "tempo 1.2", "atempo=1.2", None),
    "pitch": ("newtimepitch:pitch=300", "pitch 300", "rubberband=pitch=1.189207", "PitchShift(3)"),
    "podcast voice": ("highpass:cutoff=80,dynamics:threshold=-24,parametriceq:centerfreq=3k:gain=3,highshelf:gain=2,"
                      "limiter:pregain=3",
                      "highpass 80 compand 0.001,0.05 -24,-24,0,-19 equalizer 3k 1q 3 treble 2 10k gain 3",
                      "highpass=f=80,acompressor=threshold=0.063:ratio=4,equalizer=f=3000:t=q:w=1:g=3,"
                      "treble=g=2:f=10000,alimiter=level_in=1.41:limit=1:level=0",
                      "HighpassFilter(80), Compressor(-24, 4, 1, 50), PeakFilter(3000, 3, 1), "
                      "HighShelfFilter(10000, 2), Gain(3), Limiter(0)"),
    "mastering": ("highpass:cutoff=30,multiband,parametriceq:centerfreq=250:gain=-2,highshelf:gain=1.5,"
                  "reverb2:drywetmix=5,limiter:pregain=4", None, None,
                  "HighpassFilter(30), Compressor(-22, 3), PeakFilter(250, -2, 1), HighShelfFilter(10000, 1.5), "
                  "Reverb(wet_level=0.05), Gain(4), Limiter(0)"),
    "sound design": ("distortion:finalmix=30,bandpass:bandwidth=2400,delay:delaytime=0.3,reverb,lowpass:cutoff=8k,limiter",
                     "overdrive 5 band 5k 3k echo 0.8 0.7 300 0.35 reverb lowpass 8k", None,
                     "Distortion(5), LowpassFilter(6000), Delay(0.3, 0.35, 0.5), Reverb(), LowpassFilter(8000), Limiter(0)"),
}
QUICK = ["lowpass", "lowpass,reverb"]


def commands(job, source, target, python):
    ours, sox, ffmpeg, board = job
    all = {"fxrender": [OURS, source, target, "--chain", ours, "--tail", "none", "--quiet"]}
    if sox and shutil.which("sox"):
        all["sox"] = ["sox", source, target] + shlex.split(sox)
    if ffmpeg and shutil.which("ffmpeg"):
        all["ffmpeg"] = ["ffmpeg", "-v", "error", "-y", "-i", source, "-af", ffmpeg, "-c:a", "pcm_s16le", target]
    if board and python:
        all["pedalboard"] = [python, "-c", PEDALBOARD.format(effects=board), source, target]
    return all


def pedalboard_python():
    probe = subprocess.run([sys.executable, "-c", "import pedalboard"], capture_output=True)
    return sys.executable if probe.returncode == 0 else None


def make_wav(path, seconds, rate=44100, channels=2):
    """Music-like: decaying bursts of three tones over a noise floor, each channel a little softer, 16 bit."""
    random.seed(1)
    second = bytearray()
    for i in range(rate):
        t = i / rate
        tone = math.exp(-3 * t) * sum(math.sin(2 * math.pi * f * t) for f in (110, 440, 3520)) / 6
        for channel in range(channels):
            second += struct.pack("<h", int((tone * 0.9 ** channel + random.uniform(-0.1, 0.1)) * 32767))
    size = len(second) * seconds
    with open(path, "wb") as f:
        f.write(b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt ")
        f.write(struct.pack("<IHHIIHH", 16, 1, channels, rate, rate * channels * 2, channels * 2, 16))
        f.write(b"data" + struct.pack("<I", size))
        for _ in range(seconds):
            f.write(second)


def run(command):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(f"{' '.join(command)[:200]}: {error.decode(errors='replace')[-300:]}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append")
    parser.add_argument("--json", metavar="FILE", help="writes the times and ratios")
    parser.add_argument("--update", action="store_true", help="makes these ratios the baseline")
    options = parser.parse_args()
    rounds = 3 if options.quick else 5
    names = options.only or (QUICK if options.quick else list(JOBS))
    lengths = [60] if options.quick else [600, 1]
    python = pedalboard_python()
    results = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        for seconds in lengths:
            source, target = os.path.join(folder, "in.wav"), os.path.join(folder, "out.wav")
            make_wav(source, seconds)
            print(f"\n{seconds} s of stereo 44.1 kHz 16-bit WAV to WAV, median of {rounds}, seconds of wall time")
            print(f"{'job':16} {'fxrender':>9} {'sox':>8} {'ffmpeg':>8} {'pedalb.':>8} {'ratio':>7} {'MiB':>5}")
            for name in names:
                all = commands(JOBS[name], source, target, python)
                times, memory = {tool: [] for tool in all}, 0
                try:
                    for _ in range(rounds):
                        for tool, command in all.items():
                            elapsed, peak = run(command)
                            times[tool].append(elapsed)
                            memory = max(memory, peak) if tool == "fxrender" else memory
                except RuntimeError as error:
                    print(f"{name:16} {error}")
                    continue
                median = {tool: statistics.median(t) for tool, t in times.items()}
                peers = [t for tool, t in median.items() if tool != "fxrender"]
                ratio = min(peers) / median["fxrender"] if peers else None
                cells = " ".join(f"{median[tool]:8.3f}" if tool in median else f"{'-':>8}" for tool in ("sox", "ffmpeg", "pedalboard"))
                print(f"{name:16} {median['fxrender']:9.3f} {cells} {f'{ratio:6.2f}x' if ratio else '-':>7} {memory:5.0f}", flush=True)
                results.append({"job": name, "seconds": seconds, "times": median, "ratio": ratio, "memoryMiB": memory})
    if options.json:
        with open(options.json, "w") as f:
            json.dump(results, f, indent=1)
    compare(results, options.update)


def compare(results, update):
    """Prints the ratios that moved by more than 15 % from the checked-in ones."""
    ratios = {f"{r['job']}, {r['seconds']} s": round(r["ratio"], 2) for r in results if r["ratio"]}
    try:
        with open(BASELINE) as f:
            baseline = json.load(f)
    except FileNotFoundError:
        baseline = {}
    moved = [(job, baseline[job], ratio) for job, ratio in ratios.items()
             if job in baseline and abs(ratio / baseline[job] - 1) > 0.15]
    if moved:
        print("\nmoved by more than 15 % from baseline.json:")
        for job, before, now in moved:
            print(f"  {job:24} {before:6.2f}x -> {now:6.2f}x")
    if update:
        with open(BASELINE, "w") as f:
            json.dump(baseline | ratios, f, indent=1, sort_keys=True)
            f.write("\n")


if __name__ == "__main__":
    main()
