/**
 * Random numbers that are looked up, not drawn: the same key and position give the same number in any order and in
 * any process. The simulation needs no state because everything in it comes from here.
 */

// Taken out of the global object once: this is by far the most called code of the simulation.
const { floor, imul } = Math;

/** A 32-bit key for text (FNV-1a). */
export function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** The number at an integer position of a key's stream, `0 <= n < 1`. */
export function random(key: number, position: number, stream = 0): number {
  const high = floor(position / 0x100000000);
  const hash = mix(mix(key ^ imul(stream + 1, 0x9e3779b1)) ^ imul(position | 0, 0x85ebca6b) ^ high);
  return (hash >>> 0) / 0x100000000;
}

/** A smooth curve through random values in `[-1, 1]`, one at every integer. */
export function wave(key: number, x: number, stream = 0): number {
  const left = floor(x);
  return bend(random(key, left, stream), random(key, left + 1, stream), x - left);
}

/** A {@link wave} that keeps its last two random values, for callers that mostly go along it in small steps. */
export class Wave {
  private left = Number.NaN;
  private from = 0;
  private to = 0;

  constructor(
    private readonly key: number,
    private readonly stream: number,
  ) {}

  at(x: number): number {
    const left = floor(x);
    if (left !== this.left) {
      this.from = left === this.left + 1 ? this.to : random(this.key, left, this.stream);
      this.to = random(this.key, left + 1, this.stream);
      this.left = left;
    }
    return bend(this.from, this.to, x - left);
  }
}

function bend(from: number, to: number, part: number): number {
  return (from + (to - from) * part * part * (3 - 2 * part)) * 2 - 1;
}

/** The finaliser of MurmurHash3: every bit of the input reaches every bit of the result. */
function mix(value: number): number {
  let hash = value;
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
