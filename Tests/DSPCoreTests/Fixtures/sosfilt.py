"""Four sections of R. Bristow-Johnson's cookbook at 44.1 kHz through SciPy's sosfilt.

    python3 sosfilt.py > sosfilt.csv        (SciPy 1.10 or later)
"""
import numpy as np
from scipy.signal import sosfilt

FS = 44100


def section(kind, f, q=np.sqrt(0.5), gain=0.0):
    w = 2 * np.pi * f / FS
    c, alpha, a = np.cos(w), np.sin(w) / (2 * q), 10 ** (gain / 40)
    k = 2 * np.sqrt(a) * alpha
    sign = -1 if kind == "highshelf" else 1
    rows = {
        "lowpass": ((1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha),
        "highpass": ((1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha),
    }
    c *= sign
    shelf = (
        a * ((a + 1) - (a - 1) * c + k), sign * 2 * a * ((a - 1) - (a + 1) * c), a * ((a + 1) - (a - 1) * c - k),
        (a + 1) + (a - 1) * c + k, sign * -2 * ((a - 1) + (a + 1) * c), (a + 1) + (a - 1) * c - k,
    )
    row = np.array(rows.get(kind, shelf))
    return row / row[3]


n = np.arange(256)
x = ((7 * n * n + 3 * n) % 17) / 8 - 1
sos = [section("highpass", 80), section("lowshelf", 200, gain=3), section("highshelf", 9000, gain=-6),
       section("lowpass", 15000)]
for a, b in zip(x, sosfilt(sos, x)):
    print(f"{a!r},{b!r}".replace("np.float64(", "").replace(")", ""))
