import { z } from 'zod';
import { storedJson } from '../../../platform/database/stored-json.js';

const text = z.string().min(1);
/**
 * `address` is the chain address, or the number on the card; `holder` and `bank` of a card: whose it is, and where. `plainlyProven`: it was
 * bound by what old clients can bring alone; rows of before do not say it.
 */
const destination = z.object({
  address: text,
  network: text,
  holder: text.optional(),
  bank: text.optional(),
  plainlyProven: z.boolean().optional(),
});

/** Where a withdrawal goes, as it was when the user asked. */
export type Destination = z.infer<typeof destination>;

/** @throws Error where the row does not say a place to pay to. */
export function readDestination(value: unknown): Destination {
  return storedJson(destination, value, 'withdrawal.destination');
}
