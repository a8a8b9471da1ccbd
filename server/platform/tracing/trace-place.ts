import { randomFillSync } from 'node:crypto';

/** Which trace something belongs to, and which of its spans it comes from: W3C Trace Context. */
export interface TracePlace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NOTHING = /^0+$/;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
const CHANCE_BYTES = 4;

const chance = Buffer.alloc(4096);
let taken = chance.length;

/** What a `traceparent` names; null for what is none. Whether its writer records is not read: that is decided here. */
export function readPlace(traceparent: unknown): TracePlace | null {
  const [, traceId, spanId] = (typeof traceparent === 'string' ? FORM.exec(traceparent) : null) ?? [];
  if (!traceId || !spanId || NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId };
}

/** The `traceparent` of something that is recorded. */
export function writePlace({ traceId, spanId }: TracePlace): string {
  return `00-${traceId}-${spanId}-01`;
}

/** A place of its own in the trace of another, or in one of its own. */
export function newPlace(traceId = hex(TRACE_BYTES)): TracePlace {
  return { traceId, spanId: hex(SPAN_BYTES) };
}

/** A number from 0 up to 1, without 1: what chance says of a trace that begins. */
export function drawChance(): number {
  return chance.readUInt32LE(drawn(CHANCE_BYTES)) / 2 ** (8 * CHANCE_BYTES);
}

function hex(bytes: number): string {
  const from = drawn(bytes);
  return chance.toString('hex', from, from + bytes);
}

/** Where so many random bytes are that nobody has had. They are drawn many at a time: each draw costs more than the bytes do. */
function drawn(bytes: number): number {
  if (taken + bytes > chance.length) {
    randomFillSync(chance);
    taken = 0;
  }
  taken += bytes;
  return taken - bytes;
}
