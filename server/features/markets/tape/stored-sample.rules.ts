import { z } from 'zod';
import type { TapeConstituent, TapeSample } from '../../../contract/markets/tape.dto.js';

const text = z.string().nullable();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The constituents of a second as stored on the tape: the second's hash covers them, so no field may be added or left out. */
export const storedConstituents: z.ZodType<TapeConstituent[]> = z.array(
  z.tuple([z.string(), text, z.number().nullable(), z.boolean()]),
);

/** A second of the tape as a settlement or a liquidation report stores it as evidence. */
export const storedSample: z.ZodType<TapeSample> = z.object({
  s: z.number().int(),
  sequence: z.number().int(),
  index: text,
  indexState: z.enum(['ok', 'degraded', 'stale']),
  mark: text,
  last: text,
  live: z.number().int(),
  constituents: storedConstituents,
  origin: z.enum(['live', 'simulated', 'recorded', 'imported']),
  prevHash: hash,
  hash,
});
