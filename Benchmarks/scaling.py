#!/usr/bin/env python3
"""How time and memory grow with threads, units, length and channels.

usage: scaling.py [--quick]

Time must grow with the work and memory must not grow with the length. Each figure is the median of three runs.
"""
import os, statistics, sys, tempfile
from peers import OURS, make_wav, run

UNITS = ["lowpass:cutoff=8k", "highpass:cutoff=40", "parametriceq:gain=3", "lowshelf:gain=2", "dynamics", "highshelf:gain=2",
         "bandpass:bandwidth=9600", "limiter"]


def measure(source, target, chain, threads=2):
    command = [OURS, source, target, "--chain", chain, "--tail", "none", "--quiet", "--threads", str(threads)]
    times, memory = zip(*(run(command) for _ in range(3)))
    return statistics.median(times), max(memory)


def main():
    quick = "--quick" in sys.argv
    seconds = 20 if quick else 120
    shm = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=shm) as folder:
        source, target = os.path.join(folder, "in.wav"), os.path.join(folder, "out.wav")
        make_wav(source, seconds)
        print(f"\n{seconds} s of stereo: seconds of wall time with one thread and with two")
        for count in [1, 2, 5, 8, 16, 32]:
            chain = ",".join((UNITS * 4)[:count])
            (one, _), (two, memory) = measure(source, target, chain, 1), measure(source, target, chain, 2)
            print(f"{count:3} units   {one:7.3f} {two:7.3f}   {one / two:4.2f} times as fast   {memory:4.0f} MiB", flush=True)

        print("\nlength of stereo input, lowpass,reverb")
        for seconds in [1, 60, 600] + ([] if quick else [3600]):
            make_wav(source, seconds)
            elapsed, memory = measure(source, target, "lowpass,reverb")
            print(f"{seconds:6} s   {elapsed:7.3f} s   {1000 * elapsed / seconds:7.3f} ms a second   {memory:4.0f} MiB", flush=True)

        print("\nchannels, 60 s, lowpass,reverb")
        for channels in [1, 2, 6, 16]:
            make_wav(source, 60, channels=channels)
            elapsed, memory = measure(source, target, "lowpass,reverb")
            print(f"{channels:3} channels   {elapsed:7.3f} s   {1000 * elapsed / channels:7.2f} ms a channel   {memory:4.0f} MiB", flush=True)


main()
