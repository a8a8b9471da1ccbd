/** The place of a frame in its stream. */
export interface FrameHead {
  /** Tells the channels of the bench from one another: the letters of their names that differ. */
  mark: number;
  s: number;
  /** Null on a snapshot. */
  ps: number | null;
}

const START = Buffer.from('42["f",{"ch":');
const PLACE = Buffer.from(',"s":');
const PLACE_BEFORE = Buffer.from(',"ps":');
const [ZERO, NINE] = [0x30, 0x39];
/** Behind `"markets.`: the second letter is another one in `ticker`, `depth`, `trades` and `candle`. */
const MARK = START.length + '"markets.t'.length;

/**
 * Reads the place of a channel frame from its bytes; null for any other message. A generator that reads 80,000 frames
 * a second on the core beside the measured one must not make text of each.
 */
export function readHead(bytes: Buffer, start: number, end: number): FrameHead | null {
  if (!isAt(bytes, START, start)) return null;
  const place = bytes.indexOf(PLACE, start + START.length);
  if (place < 0 || place >= end) return null;
  const s = digits(bytes, place + PLACE.length);
  const before = s.end;
  if (!isAt(bytes, PLACE_BEFORE, before)) return null;
  const ps = digits(bytes, before + PLACE_BEFORE.length);
  return { mark: bytes[start + MARK] ?? 0, s: s.value, ps: ps.end === before + PLACE_BEFORE.length ? null : ps.value };
}

function isAt(bytes: Buffer, text: Buffer, at: number): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[at + index] !== text[index]) return false;
  return true;
}

/** The number that begins at the offset, and where it ends; it ends where it begins when there is none. */
function digits(bytes: Buffer, from: number): { value: number; end: number } {
  let [value, end] = [0, from];
  for (let byte = bytes[end] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[end] ?? 0) {
    value = value * 10 + byte - ZERO;
    end += 1;
  }
  return { value, end };
}
