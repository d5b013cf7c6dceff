#!/usr/bin/env python3
"""Stretching, pitch and resampling beside the tools that people use: quality and speed.

usage: stretch_quality.py [--quick] [--recordings DIR] [--spectrogram FILE.png]

Every figure comes from a 32-bit float WAV that the tool wrote. Recordings (drum loop, speech, music) are looked for in
../shared/audio/recordings; without them their columns are empty. The spectrogram is that of a sweep from 20 Hz to 20 kHz,
96 to 44.1 kHz, from 0 to -180 dB.
"""
import argparse, ctypes, os, shutil, struct, subprocess, tempfile, time, warnings, zlib
import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(HERE, "..", ".build", "release", "fxrender")
RATE = 44100
warnings.simplefilter("ignore", wavfile.WavFileWarning)


def ours(*chain):
    return [OURS, "{i}", "{o}", "--encoding", "float32", "--tail", "none", "--quiet", *chain]


# Commands by speed (times as fast) and pitch (cents).
STRETCHERS = {
    "fxrender": lambda speed, cents: ours("--chain", f"newtimepitch:rate={speed}:pitch={cents}"),
    "fxrender, 1 thread": lambda speed, cents: ours("--threads", "1", "--chain", f"newtimepitch:rate={speed}:pitch={cents}"),
    "rubberband R2": lambda speed, cents: ["rubberband", "-q", "-2", "-T", str(speed), "-p", str(cents / 100), "{i}", "{o}"],
    "rubberband R3": lambda speed, cents: ["rubberband", "-q", "-3", "-T", str(speed), "-p", str(cents / 100), "{i}", "{o}"],
    "sox tempo/pitch": lambda speed, cents: ["sox", "{i}", "-b", "32", "-e", "float", "{o}",
                                             *(["pitch", str(cents)] if cents else ["tempo", str(speed)])],
    "ffmpeg atempo": lambda speed, cents: None if cents else ffmpeg(f"atempo={speed}"),
    "ffmpeg rubberband": lambda speed, cents: ffmpeg(f"rubberband=tempo={speed}:pitch={2 ** (cents / 1200)}"),
}
RESAMPLERS = {
    "fxrender normal": lambda rate: ours("--rate", str(rate), "--threads", "1"),
    "fxrender best": lambda rate: ours("--rate", str(rate), "--quality", "best", "--threads", "1"),
    "sox rate -v": lambda rate: ["sox", "{i}", "-b", "32", "-e", "float", "{o}", "rate", "-v", str(rate)],
    "ffmpeg soxr 28 bits": lambda rate: ffmpeg(f"aresample={rate}:resampler=soxr:precision=28"),
    "ffmpeg swr": lambda rate: ffmpeg(f"aresample={rate}"),
    "libsamplerate best": lambda rate: "libsamplerate",
    "libsoxr VHQ": lambda rate: "libsoxr",
}


def ffmpeg(filters):
    return ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-i", "{i}", "-af", filters, "-c:a", "pcm_f32le", "{o}"]


def run(command, signal, rate, rounds=1):
    """The output of a command for a signal (frames, or frames × channels), and the least seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "i.wav"), os.path.join(folder, "o.wav")
        wavfile.write(source, rate, signal.astype(np.float32))
        least = np.inf
        for _ in range(rounds):
            start = time.perf_counter()
            subprocess.run([part.format(i=source, o=target) for part in command], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            least = min(least, time.perf_counter() - start)
        return wavfile.read(target)[1].astype(np.float64), least


def library(name, signal, old, new, rounds=1):
    """The same by a library, in this process: its own time alone."""
    data = np.ascontiguousarray(signal, np.float32)
    channels = 1 if data.ndim == 1 else data.shape[1]
    room = int(len(data) * new / old) + 1000
    out = np.zeros(room * channels, np.float32)
    pointer = lambda a: a.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    least, made = np.inf, 0
    for _ in range(rounds):
        start = time.perf_counter()
        if name == "libsoxr":
            soxr = ctypes.CDLL("libsoxr.so.0")

            class Quality(ctypes.Structure):
                _fields_ = [("precision", ctypes.c_double), ("phase", ctypes.c_double), ("passband", ctypes.c_double),
                            ("stopband", ctypes.c_double), ("e", ctypes.c_void_p), ("flags", ctypes.c_ulong)]
            soxr.soxr_quality_spec.restype = Quality
            quality = soxr.soxr_quality_spec(ctypes.c_ulong(6), ctypes.c_ulong(0))
            done = ctypes.c_size_t()
            soxr.soxr_oneshot(ctypes.c_double(old), ctypes.c_double(new), ctypes.c_uint(channels), pointer(data),
                              ctypes.c_size_t(len(data)), None, pointer(out), ctypes.c_size_t(room), ctypes.byref(done),
                              None, ctypes.byref(quality), None)
            made = done.value
        else:
            rabbit = ctypes.CDLL("libsamplerate.so.0")

            class Data(ctypes.Structure):
                _fields_ = [("i", ctypes.POINTER(ctypes.c_float)), ("o", ctypes.POINTER(ctypes.c_float)),
                            ("ni", ctypes.c_long), ("no", ctypes.c_long), ("used", ctypes.c_long), ("made", ctypes.c_long),
                            ("end", ctypes.c_int), ("ratio", ctypes.c_double)]
            d = Data(pointer(data), pointer(out), len(data), room, 0, 0, 1, new / old)
            rabbit.src_simple(ctypes.byref(d), 0, channels)
            made = d.made
        least = min(least, time.perf_counter() - start)
    out = out[:made * channels].astype(np.float64)
    return (out if channels == 1 else out.reshape(-1, channels)), least


def resample(make, signal, old, new, rounds=1):
    command = make(new)
    return library(command, signal, old, new, rounds) if isinstance(command, str) else run(command, signal, old, rounds)


def sine(frequency, seconds, rate=RATE, level=0.5):
    return level * np.sin(2 * np.pi * frequency * np.arange(int(seconds * rate)) / rate)


def fit(x, frequency, rate):
    """The sine nearest to a frequency: its frequency, its level, and the residual under it in dB."""
    t = np.arange(len(x)) / rate
    for _ in range(8):
        c, s = np.cos(2 * np.pi * frequency * t), np.sin(2 * np.pi * frequency * t)
        a, b = np.linalg.lstsq(np.stack([c, s], 1), x, rcond=None)[0]
        slope = 2 * np.pi * t * (b * c - a * s)
        step = np.linalg.lstsq(np.stack([c, s, slope], 1), x, rcond=None)[0][2]
        frequency += step
        if abs(step) < 1e-9:
            break
    rest = x - a * c - b * s
    return frequency, np.hypot(a, b), db(np.std(rest) / (np.hypot(a, b) / np.sqrt(2)))


def db(x):
    return 20 * np.log10(max(x, 1e-20))


def width(x, share=0.9):
    """Frames around the loudest that hold a share of the energy."""
    energy = np.cumsum(np.concatenate([[0], x ** 2]))
    peak, half = int(np.argmax(np.abs(x))), 0
    while energy[min(len(x), peak + half + 1)] - energy[max(0, peak - half)] < share * energy[-1]:
        half += 1
    return 2 * half + 1


def attacks(x, rate):
    """Frames at which the short-time energy rises by 12 dB or more within 6 ms."""
    hop = rate // 500
    energy = np.convolve(x ** 2, np.ones(3 * hop) / (3 * hop))[:len(x)]
    found = []
    for i in range(6 * hop, len(x) - 12 * hop, hop // 4):
        before, after = energy[i - hop] + 1e-9, energy[i + 3 * hop]
        if after > 16 * before and after > 1e-4 and (not found or i - found[-1] > rate // 12):
            found.append(i)
    return found


def smear(source, output, speed, rate):
    """How much more of the energy around attacks lies before them than in the source, in dB; the median attack."""
    span, values = rate // 50, []

    def share(x, place):
        # The attack's own place within 15 ms: where the energy of 3 ms rises most.
        around = x[max(0, place - rate // 66):place + rate // 66 + span] ** 2
        run = rate // 333
        total = np.convolve(around, np.ones(run), "valid")
        if len(total) <= run:
            return None
        rise = total[run:] - total[:-run]
        start = max(0, place - rate // 66) + int(np.argmax(rise)) + run
        before, after = np.sum(x[max(0, start - span):start] ** 2), np.sum(x[start:start + span] ** 2)
        return 10 * np.log10((before + 1e-9) / (after + 1e-9))

    for place in attacks(source, rate):
        a, b = share(source, place), share(output, int(place / speed))
        if a is not None and b is not None:
            values.append(b - a)
    return float(np.median(values)) if values else float("nan")


def recordings(folder):
    found = {}
    for name, file in (("drums", "audiokit-drumloop.wav"), ("speech", "vctk-p286_011.wav"), ("music", "iscc-demo-24bit.wav")):
        path = os.path.join(folder, file)
        if os.path.exists(path):
            raw = subprocess.run(["sox", path, "-t", "f32", "-c", "1", "-r", str(RATE), "-"], capture_output=True).stdout
            found[name] = np.frombuffer(raw, np.float32).astype(np.float64)
    return found


def stretching(folder, quick):
    rounds = 1 if quick else 3
    sounds = recordings(folder)
    drums = sounds.get("drums")
    click = np.zeros(RATE)
    click[20000] = 0.9
    long = np.random.default_rng(1).normal(0, 0.1, (RATE * (10 if quick else 30), 2))
    print("Stretching at half speed (pitch: up 300 cents)\n")
    print(f"{'':20}{'length':>9}{'pitch':>9}{'THD+N':>8}{'click':>9}{'place':>9}{'attacks':>9}{'speech':>9}{'music':>9}"
          f"{'pitch':>9}{'speed':>9}{'pitch':>9}")
    print(f"{'':20}{'frames':>9}{'cents':>9}{'dB':>8}{'90 % ms':>9}{'ms':>9}{'dB':>9}{'dB':>9}{'dB':>9}"
          f"{'THD dB':>9}{'× real':>9}{'× real':>9}")
    for name, make in STRETCHERS.items():
        command = make(0.5, 0)
        if shutil.which(command[0]) is None and not os.path.exists(command[0]):
            continue
        y, _ = run(command, sine(1000, 3), RATE)
        error = len(y) - 6 * RATE
        frequency, _, noise = fit(y[RATE:5 * RATE], 1000, RATE)
        c, _ = run(command, click, RATE)
        spread, place = width(c) / RATE * 1000, (int(np.argmax(np.abs(c))) - 40000) / RATE * 1000
        smears = []
        for kind in ("drums", "speech", "music"):
            x = sounds.get(kind)
            smears.append(smear(x, run(command, x, RATE)[0], 0.5, RATE) if x is not None else float("nan"))
        _, seconds = run(command, long, RATE, rounds)
        speed = 2 * len(long) / RATE / seconds
        other = make(1, 300)
        if other:
            p, _ = run(other, sine(1000, 3), RATE)
            shifted = fit(p[RATE:2 * RATE], 1000 * 2 ** 0.25, RATE)[2]
            _, seconds = run(other, long, RATE, rounds)
            pitched = f"{shifted:9.1f}{speed:9.0f}{len(long) / RATE / seconds:9.0f}"
        else:
            pitched = f"{'':9}{speed:9.0f}{'':9}"
        print(f"{name:20}{error:9d}{1200 * np.log2(frequency / 1000):9.4f}{noise:8.1f}{spread:9.2f}{place:9.2f}"
              f"{smears[0]:9.1f}{smears[1]:9.1f}{smears[2]:9.1f}{pitched}", flush=True)
    print("\nattacks, speech, music: how much more energy, against what follows, the 20 ms before an attack hold than in the\n"
          "source; the median over the drum loop's, the voice's and the song's attacks. Speeds are whole runs, stereo.\n")


def resampling(quick):
    rounds = 1 if quick else 3
    print("Resampling\n")
    print(f"{'':20}{'44.1 to 48':>11}{'997 Hz':>9}{'19 kHz':>9}{'96 to 44.1':>11}{'alias':>9}{'20 kHz':>9}{'speed':>9}{'speed':>9}")
    print(f"{'':20}{'frames':>11}{'THD+N':>9}{'THD+N':>9}{'frames':>11}{'dB':>9}{'dB':>9}{'44.1-48':>9}{'96-44.1':>9}")
    random = np.random.default_rng(1)
    for name, make in RESAMPLERS.items():
        command = make(48000)
        if isinstance(command, list) and shutil.which(command[0]) is None and not os.path.exists(command[0]):
            continue
        try:
            y, _ = resample(make, sine(997, 3, level=0.9), 44100, 48000)
            high, _ = resample(make, sine(19000, 3, level=0.9), 44100, 48000)
            down, _ = resample(make, sine(20000, 3, 96000), 96000, 44100)
            # Tones that the new rate cannot hold; what is left of the loudest.
            left = max(db(np.sqrt(2) * np.std(resample(make, sine(f, 1, 96000, 1), 96000, 44100)[0][5000:-5000]))
                       for f in (23000, 27000, 32000, 40000))
            speeds = []
            for old, new in ((44100, 48000), (96000, 44100)):
                x = random.normal(0, 0.1, (old * (10 if quick else 30), 2))
                speeds.append(len(x) / old / resample(make, x, old, new, rounds)[1])
            print(f"{name:20}{len(y) - 144000:11d}{fit(y[48000:96000], 997, 48000)[2]:9.1f}"
                  f"{fit(high[48000:96000], 19000, 48000)[2]:9.1f}{len(down) - 132300:11d}{left:9.1f}"
                  f"{db(fit(down[44100:88200], 20000, 44100)[1] / 0.5):9.4f}{speeds[0]:9.0f}{speeds[1]:9.0f}", flush=True)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name:20}{'not here':>11}")


def spectrogram(path):
    """A sweep from 20 Hz to 20 kHz in 8 s, 96 to 44.1 kHz, as a PNG; prints the loudest that is not the sweep."""
    seconds, old = 8, 96000
    t = np.arange(seconds * old) / old
    phase = 2 * np.pi * 20 * seconds / np.log(1000) * (np.exp(t / seconds * np.log(1000)) - 1)
    y, _ = run(ours("--rate", "44100", "--quality", "best"), 0.99 * np.sin(phase), old)
    size, columns = 4096, 1000
    window = np.kaiser(size, 20)
    starts = np.linspace(0, len(y) - size, columns).astype(int)
    image = np.zeros((512, columns))
    loudest = -400.0
    for x, start in enumerate(starts):
        level = 20 * np.log10(np.abs(np.fft.rfft(y[start:start + size] * window)) / window.sum() * 2 + 1e-20)
        image[:, x] = level[:2048].reshape(512, 4).max(axis=1)[::-1]
        # The sweep itself: what it passes during the frame, and the window's own width.
        low = 20 * np.exp((start - 400) / 44100 / seconds * np.log(1000)) / 44100 * size
        high = 20 * np.exp((start + size + 400) / 44100 / seconds * np.log(1000)) / 44100 * size
        mask = np.ones(len(level), bool)
        mask[max(0, int(low) - 40):int(high) + 40] = False
        if 40 < x < columns - 40:
            loudest = max(loudest, level[mask].max())
    share = np.clip((image + 180) / 180, 0, 1)
    stops = np.array([[0, 0, 0], [20, 0, 80], [120, 0, 140], [230, 60, 40], [255, 200, 40], [255, 255, 255]], float)
    place = share * (len(stops) - 1)
    low = np.minimum(place.astype(int), len(stops) - 2)
    pixels = stops[low] + (stops[low + 1] - stops[low]) * (place - low)[..., None]
    rows = b"".join(b"\0" + row.astype(np.uint8).tobytes() for row in pixels)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", columns, 512, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    print(f"\nSweep 20 Hz to 20 kHz, 96 to 44.1 kHz: the loudest beside it is at {loudest:.1f} dB; see {path}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--quick", action="store_true")
    arguments.add_argument("--recordings", default=os.path.join(HERE, "..", "..", "shared", "audio", "recordings"))
    arguments.add_argument("--spectrogram", default="sweep.png")
    arguments.add_argument("--only", choices=["stretching", "resampling", "sweep"])
    options = arguments.parse_args()
    if options.only in (None, "stretching"):
        stretching(options.recordings, options.quick)
    if options.only in (None, "resampling"):
        resampling(options.quick)
    if options.only in (None, "sweep"):
        spectrogram(options.spectrogram)


main()
