/* Arithmetic on vectors of eight 32-bit floats as single operations.

   Swift writes SIMD8<Float> arithmetic out lane by lane and leaves it to the optimiser to find the vectors again, which
   fails as soon as lanes are rearranged; and it has no shuffles. Every function is one operation, rounded on its own:
   nothing here can be contracted to a fused multiply-add. */

typedef float CLanes __attribute__((ext_vector_type(8)));

#define OPERATION static inline __attribute__((always_inline)) CLanes

OPERATION clanes_add(CLanes a, CLanes b) { return a + b; }
OPERATION clanes_subtract(CLanes a, CLanes b) { return a - b; }
OPERATION clanes_multiply(CLanes a, CLanes b) { return a * b; }

/* The steps of a transposition of eight vectors, within halves and across them. */
OPERATION clanes_unpack_low(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
OPERATION clanes_unpack_high(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
OPERATION clanes_pair_low(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
OPERATION clanes_pair_high(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
OPERATION clanes_half_low(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11); }
OPERATION clanes_half_high(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15); }

/* Interleaved pairs taken apart and put together again, and lanes the other way round. */
OPERATION clanes_even(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14); }
OPERATION clanes_odd(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15); }
OPERATION clanes_interleave_low(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
OPERATION clanes_interleave_high(CLanes a, CLanes b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
OPERATION clanes_reverse(CLanes a) { return __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0); }

OPERATION clanes_square_root(CLanes a) { return __builtin_elementwise_sqrt(a); }
/* What is above 0, and 0 for the rest. */
OPERATION clanes_positive(CLanes a) { return a > 0 ? a : (CLanes)0; }

#undef OPERATION

/* The same for four 64-bit floats. */
typedef double CDoubles __attribute__((ext_vector_type(4)));
typedef float CFloats __attribute__((ext_vector_type(4)));

#define OPERATION static inline __attribute__((always_inline)) CDoubles

OPERATION cdoubles_add(CDoubles a, CDoubles b) { return a + b; }
OPERATION cdoubles_subtract(CDoubles a, CDoubles b) { return a - b; }
OPERATION cdoubles_multiply(CDoubles a, CDoubles b) { return a * b; }
OPERATION cdoubles_larger(CDoubles a, CDoubles b) { return a > b ? a : b; }
OPERATION cdoubles_magnitude(CDoubles a) { return __builtin_elementwise_abs(a); }
OPERATION cdoubles_widen(CFloats a) { return __builtin_convertvector(a, CDoubles); }

/* The first two of four, each twice, and the last two; every second of two vectors. */
OPERATION cdoubles_double_low(CDoubles a) { return __builtin_shufflevector(a, a, 0, 0, 1, 1); }
OPERATION cdoubles_double_high(CDoubles a) { return __builtin_shufflevector(a, a, 2, 2, 3, 3); }
OPERATION cdoubles_even(CDoubles a, CDoubles b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6); }
OPERATION cdoubles_odd(CDoubles a, CDoubles b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7); }

#undef OPERATION

static inline __attribute__((always_inline)) CFloats cdoubles_narrow(CDoubles a) {
  return __builtin_convertvector(a, CFloats);
}
