import { createHash } from 'node:crypto';
import { z } from 'zod';
import { changedTerms, type ProductTermKind, type ProductTerms } from '../../../contract/rules/product-terms.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';

const amount = z.string();
const terms = {
  option: z.object({
    payoutPercent: amount,
    evenPayoutPercent: amount,
    minimum: amount,
    maximum: amount,
    feePercent: amount.nullable(),
    enabled: z.boolean(),
  }),
  spot: z.object({ feePercent: amount, minimumAmount: amount, maximumAmount: amount, enabled: z.boolean() }),
  perpetual: z.object({
    leverages: z.array(z.number().int()),
    openLotsMax: z.number().int(),
    lotsMax: z.number().int(),
    feePercent: amount,
    enabled: z.boolean(),
  }),
  trust: z.object({
    minimum: amount,
    maximum: amount.nullable(),
    dailyPercent: amount,
    quota: amount.nullable(),
    enabled: z.boolean(),
  }),
} satisfies { [Kind in ProductTermKind]: z.ZodType<ProductTerms[Kind]> };

/** The terms alone of what has them beside other things: a request, or a row with its name. */
export function termsOf<Kind extends ProductTermKind>(kind: Kind, of: object): ProductTerms[Kind] {
  return parse<ProductTerms[Kind]>(terms[kind] as unknown as z.ZodType<ProductTerms[Kind]>, of);
}

/** Another one for any other terms: not a number that somebody counts, so that whoever sets a row by hand is noticed, too. */
export function versionOf(kind: ProductTermKind, of: object): string {
  return createHash('sha256')
    .update(JSON.stringify(termsOf(kind, of)))
    .digest('hex')
    .slice(0, 32);
}

/** What is proposed of a product: what it is, and of what changes how it was and how it is to be. */
export interface TermsDetail {
  name: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function detailOf<Kind extends ProductTermKind>(
  name: string,
  before: ProductTerms[Kind],
  after: ProductTerms[Kind],
): TermsDetail {
  const changed = changedTerms<Kind>(before, after);
  const only = (of: ProductTerms[Kind]) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { name, before: only(before), after: only(after) };
}

const detail = z.object({
  name: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

/** As it was stored. @throws Refusal `request.invalid` where it is not what it has to be. */
export function parseTermsDetail(stored: unknown): TermsDetail {
  return parse(detail, stored);
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (data === undefined) throw new Refusal('request.invalid', { field: error?.issues[0]?.path.join('.') || 'detail' });
  return data;
}
