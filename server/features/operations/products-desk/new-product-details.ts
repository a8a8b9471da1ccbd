import { createHash } from 'node:crypto';
import { z } from 'zod';
import { REDEMPTION_RULES, YIELD_SOURCES } from '../../../contract/rules/trust.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';

const amount = z.string();
const trustProduct = z.object({
  /** What it is called by the house. */
  name: z.string(),
  currency: z.string(),
  termDays: z.number().int(),
  minimum: amount,
  maximum: amount.nullable(),
  dailyPercent: amount,
  quota: amount.nullable(),
  redemptionRule: z.enum(REDEMPTION_RULES),
  redemptionRate: amount.nullable(),
  /** Of its interest; what pays for a new coin is another thing, and has that name. */
  source: z.enum(YIELD_SOURCES),
  enabled: z.boolean(),
});
const optionTime = z.object({
  /** The market's symbol; `*`: every market that has no row of its own for the time. */
  name: z.string(),
  seconds: z.number().int(),
  /** As it goes by the time: shown to whoever agrees, and set by nobody. */
  evenBandPercent: amount,
  payoutPercent: amount,
  evenPayoutPercent: amount,
  minimum: amount,
  maximum: amount,
  feePercent: amount.nullable(),
  enabled: z.boolean(),
});

/** What is proposed of a new trust product, in the order in which it is read. */
export type TrustProductDetail = z.infer<typeof trustProduct>;
/** What is proposed of a new time of options. */
export type OptionTimeDetail = z.infer<typeof optionTime>;

/** As it was stored, or is asked for. @throws Refusal `request.invalid` naming the field. */
export function parseTrustProduct(of: unknown): TrustProductDetail {
  return parse(trustProduct, of);
}

/** @throws Refusal as {@link parseTrustProduct}. */
export function parseOptionTime(of: unknown): OptionTimeDetail {
  return parse(optionTime, of);
}

/** The number that stands for a name, of which one at a time is proposed: it has none of its own before it is there. */
export function numberOfName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  // What a bigint holds.
  return BigInt(`0x${hex.slice(0, 15)}`).toString();
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (data === undefined) throw new Refusal('request.invalid', { field: error?.issues[0]?.path.join('.') || 'detail' });
  return data;
}
