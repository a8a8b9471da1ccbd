import { z } from 'zod';
import type { IeoAllotmentView } from './contract/trading/ieo-allotment.dto.js';
import { storedSample } from './features/markets/tape/stored-sample.rules.js';
import { storedJsonText } from './platform/database/stored-json.js';

const whole = z.number().int().nonnegative();
const units = z.string().regex(/^[0-9]{1,40}$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const table: z.ZodType<IeoAllotmentView> = z.object({
  project_id: whole,
  code: z.string(),
  name: z.string(),
  currency_name: z.string(),
  supply: units,
  cap: units,
  seed_hash: digest,
  seed: digest.nullable(),
  // A table that was kept before sales were drawn by prices says nothing of it.
  order: z.union([z.literal(1), z.literal(2)]).default(1),
  apply_until_ms: whole.default(0),
  draw: z
    .object({
      market_id: whole,
      symbol: z.string(),
      hour_ms: whole,
      root: digest,
      samples: whole,
      last: storedSample,
      path: z.array(digest),
    })
    .nullable()
    .default(null),
  rounds: z.array(z.object({ round: whole, root: digest, rows: whole, supply: units, units, sealed_ms: whole })),
  rows: z.array(
    z.object({
      account: digest,
      committed: units,
      first: units.nullable(),
      paid: z.boolean().nullable(),
      second: units.nullable(),
    }),
  ),
  next: z.string().nullable(),
});

/** A published table as it was kept. @throws Error that names the place where it is none. */
export function readAllotment(text: string, file: string): IeoAllotmentView {
  return storedJsonText(table, text, file);
}
