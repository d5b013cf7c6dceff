#!/usr/bin/env python3
"""Reverbs beside those that people use: how long, how dense, how smooth, how wide.

usage: reverb_quality.py [--faust FILE.ir.gz] [--plots FILE.png]

Every figure comes from the response to an impulse in both channels, all wet, 44.1 kHz.

RT60      T20 x 3 of both channels together, s
T30       of each octave, s
dense     when the normalised echo density (Abel and Huang 2006) first reaches 0.9, ms after the first echo; and its
          least from 100 to 250 ms
modes     the strongest bin of the tail's spectrum, 200 Hz to 5 kHz, in dB over the median: 12 for noise
spread    standard deviation of those bins, dB: 5.6 for noise; less even modes have more
L/R       correlation of the channels' tails
seconds   for a minute of stereo, whole process (Pedalboard: without starting Python)

The tail is the quarter of a second from 100 ms after the first echo on, its decay taken out octave by octave. Faust's
freeverb is read from the response of its own tests, ../shared/audio/reference/faust-freeverb.ir.gz, which is no longer.
"""
import argparse, gzip, os, shutil, subprocess, tempfile, time, warnings
import numpy as np
from scipy import signal
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(HERE, "..", ".build", "release", "fxrender")
FAUST = os.path.join(HERE, "..", "..", "shared", "audio", "reference", "faust-freeverb.ir.gz")
RATE = 44100
SECONDS = 4
OCTAVES = [125, 250, 500, 1000, 2000, 4000, 8000]
warnings.simplefilter("ignore", wavfile.WavFileWarning)


def ours(chain):
    return lambda x: run([OURS, "{i}", "{o}", "--encoding", "float32", "--tail", "none", "--quiet", "--chain", chain], x)


def sox(*reverb):
    return lambda x: run(["sox", "{i}", "-b", "32", "-e", "float", "{o}", "reverb", "-w", *reverb], x)


def run(command, x):
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "i.wav"), os.path.join(folder, "o.wav")
        wavfile.write(source, RATE, x.astype(np.float32))
        start = time.perf_counter()
        subprocess.run([part.format(i=source, o=target) for part in command], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return wavfile.read(target)[1][: len(x)].astype(float), time.perf_counter() - start


def pedalboard(x):
    from pedalboard import Pedalboard, Reverb
    board = Pedalboard([Reverb(room_size=0.5, damping=0.5, wet_level=1, dry_level=0)])
    start = time.perf_counter()
    y = board(x.T.astype(np.float32), RATE)
    return y.T.astype(float), time.perf_counter() - start


def faust(path):
    def response(x):
        lines = gzip.open(path, "rt").read().splitlines()[3:15003]
        y = np.array([[float(v) for v in line.split(":")[1].split()] for line in lines])
        y[0] = 0  # its dry share
        return y, float("nan")
    return response


def reverbs(faust_path):
    yield "AUMatrixReverb", ours("reverb")
    yield "  Medium Hall 3", ours("reverb:preset=Medium Hall 3")
    yield "  large only, bright", ours("reverb:smalllargemix=100:largebrightness=0.8")
    yield "AUReverb2", ours("reverb2")
    yield "  3 s, 1 s", ours("reverb2:decaytimeat0hz=3:decaytimeatnyquist=1")
    if shutil.which("sox"):
        yield "SoX reverb 50 50 100", sox("50", "50", "100")
    try:
        import pedalboard as _
        yield "Pedalboard Reverb", pedalboard
    except ImportError:
        pass
    if os.path.exists(faust_path):
        yield "Faust freeverb", faust(faust_path)


def octave(x, centre):
    edges = [centre / 2**0.5, min(centre * 2**0.5, 0.49 * RATE)]
    return signal.sosfilt(signal.butter(3, edges, "band", fs=RATE, output="sos"), x, axis=0)


def energy_decay(x):
    power = x**2 if x.ndim == 1 else (x**2).sum(1)
    energy = np.cumsum(power[::-1])[::-1]
    return 10 * np.log10(energy / energy[0] + 1e-30)


def decay_time(x, high, low):
    decay = energy_decay(x)
    first, end = np.argmax(decay < high), np.argmax(decay < low)
    return -60 / np.polyfit(np.arange(first, end) / RATE, decay[first:end], 1)[0] if end > first + 1 else np.nan


def echo_density(x, hop=0.001):
    length = int(0.02 * RATE)
    window = np.hanning(length)
    window /= window.sum()
    times, density = [], []
    for start in range(0, min(len(x), int(0.4 * RATE)) - length, int(hop * RATE)):
        part = x[start : start + length]
        sigma = np.sqrt((window * part**2).sum())
        times.append((start + length / 2) / RATE)
        density.append((window * (np.abs(part) > sigma)).sum() / 0.3173 if sigma > 1e-12 else 0)
    return np.array(times), np.array(density)


def even_tail(x):
    """The tail's first quarter second without its decay: each octave divided by the line through its energy decay."""
    first = int(0.1 * RATE)
    length = min(len(x) - first, RATE // 4)
    total = np.zeros(length)
    for centre in [250, 500, 1000, 2000, 4000]:
        band = octave(x, centre)
        t60 = decay_time(band[first : first + length], -1, -6)
        total += band[first : first + length] * 10 ** (3 * np.arange(length) / RATE / t60)
    return total


def modes(x):
    tail = even_tail(x)
    spectrum = np.abs(np.fft.rfft(tail * np.hanning(len(tail)), 65536)) ** 2
    f = np.fft.rfftfreq(65536, 1 / RATE)
    inside = (f > 200) & (f < 5000)
    level = 10 * np.log10(spectrum[inside])
    # Against the median about each place, so that the shape of the spectrum does not count.
    level -= signal.medfilt(level, 801)
    return f[inside], level


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faust", default=FAUST)
    parser.add_argument("--plots")
    options = parser.parse_args()

    impulse = np.zeros((SECONDS * RATE, 2))
    impulse[0] = 0.5
    minute = np.random.default_rng(1).normal(0, 0.1, (60 * RATE, 2))
    print("%-21s%6s" % ("", "RT60") + "".join("%7s" % f"T{f}" for f in OCTAVES)
          + "%9s%7s%7s%8s%7s%9s" % ("dense ms", "least", "modes", "spread", "L/R", "seconds"))
    results = []
    for name, reverb in reverbs(options.faust):
        x, _ = reverb(impulse)
        x = x[np.argmax(np.abs(x).max(1) > 1e-7) :]
        seconds = min(reverb(minute)[1] for _ in range(3))
        times, density = echo_density(x[:, 0])
        first = int(0.1 * RATE)
        f, level = modes(x[:, 0])
        figures = [decay_time(x, -5, -25), *(decay_time(octave(x[:, 0], c), -5, -35) for c in OCTAVES)]
        dense = 1000 * times[np.argmax(density >= 0.9)] if (density >= 0.9).any() else np.nan
        late = density[(times > 0.1) & (times < 0.25)].min()
        correlation = np.corrcoef(x[first : first + RATE // 4].T)[0, 1]
        print("%-21s%6.2f" % (name, figures[0]) + "".join("%7.2f" % v for v in figures[1:])
              + "%9.0f%7.2f%7.1f%8.1f%7.2f%9.2f" % (dense, late, level.max(), level.std(), correlation, seconds))
        results.append((name.strip(), x, times, density, f, level))
    if options.plots:
        plot(results, options.plots)


def plot(results, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(len(results), 4, figsize=(20, 2.6 * len(results)), squeeze=False)
    for row, (name, x, times, density, f, level) in zip(axes, results):
        noise = 1e-9 * np.random.default_rng(1).normal(size=min(len(x), 2 * RATE))
        row[0].specgram(x[: 2 * RATE, 0] + noise, NFFT=1024, Fs=RATE, noverlap=512, vmin=-160, vmax=-60)
        row[0].set_ylabel(name)
        for centre in (250, 1000, 4000):
            row[1].plot(np.arange(len(x)) / RATE, energy_decay(octave(x[:, 0], centre)), label=f"{centre} Hz")
        row[1].set_ylim(-80, 0)
        row[1].set_xlim(0, 2)
        row[2].plot(times, density)
        row[2].set_ylim(0, 1.5)
        row[3].plot(f, level, linewidth=0.3)
        row[3].set_ylim(-40, 30)
    for axis, title in zip(axes[0], ["spectrogram", "energy decay, dB", "echo density", "modes over their median, dB"]):
        axis.set_title(title)
    axes[0][1].legend()
    figure.tight_layout()
    figure.savefig(path, dpi=60)


if __name__ == "__main__":
    main()
