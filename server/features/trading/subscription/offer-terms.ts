import { z } from 'zod';
import { Decimal } from '../../../contract/decimal.js';
import { type Language, LANGUAGES } from '../../../contract/errors.js';
import { parseAmount } from '../../../contract/money.js';
import { spanText } from '../../../contract/rules/ieo.rules.js';
import { type OfferSpans, RETURN_SOURCES, wrongOfferDate } from '../../../contract/rules/subscription.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** Decimals that amounts and prices may have in the books. */
const SCALE = 18;
const YIELD_DECIMALS = 8;
const amount = z.string().refine((text) => parseAmount(text, SCALE).problem === null);
const filled = (length: number) => z.string().trim().min(1).max(length);
const instant = z.iso.datetime();
const words = z.object({ introduction: filled(2000), rules: filled(4000) });
export type OfferWords = z.infer<typeof words>;
export const offerTexts = z.partialRecord(z.enum(LANGUAGES), words);
const texts = offerTexts.refine((given): given is typeof given & { en: OfferWords } => given.en !== undefined);

/** What an offer is, as it is proposed at the desk and kept in the proposal. Instants are ISO text. */
export const offerDetail = z
  .object({
    coinCode: z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/),
    coinName: filled(60),
    coinScale: z.number().int().min(0).max(SCALE),
    paymentCurrencyId: z.number().int().positive(),
    price: amount,
    total: amount,
    minimum: amount,
    maximum: amount,
    lockDays: z.number().int().min(0).max(3650),
    yieldRatio: z.string().regex(/^(0(\.[0-9]{1,8})?|1)$/),
    yieldSource: z.enum(RETURN_SOURCES).nullable(),
    startsAt: instant,
    endsAt: instant,
    launchesAt: instant,
    issuer: filled(120),
    texts,
    recommended: z.boolean(),
    sort: z.number().int().min(0).max(9999),
  })
  .strict();
export type OfferTerms = z.infer<typeof offerDetail>;

/**
 * @throws Refusal `request.invalid` naming the field that cannot be so beside the others, `subscription.date-too-soon` where
 * people would have no time.
 */
export function assertSound(terms: OfferTerms, { now, spans }: { now: number; spans: OfferSpans }): void {
  const wrong = wrongField(terms);
  if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
  const [startsAt, endsAt, launchesAt] = [terms.startsAt, terms.endsAt, terms.launchesAt].map(Date.parse) as [
    number,
    number,
    number,
  ];
  const early = wrongOfferDate({ startsAt, endsAt, launchesAt }, { now, spans });
  if (early !== null)
    throw new Refusal('subscription.date-too-soon', { field: early.name, span: spanText(early.span) });
}

function wrongField(terms: OfferTerms): keyof OfferTerms | null {
  const { coinScale, total, minimum, maximum, yieldRatio, yieldSource } = terms;
  for (const field of ['total', 'minimum', 'maximum'] as const)
    if (new Decimal(terms[field]).decimalPlaces() > coinScale) return field;
  if (new Decimal(minimum).gt(maximum)) return 'minimum';
  if (new Decimal(maximum).gt(total)) return 'maximum';
  if (new Decimal(yieldRatio).decimalPlaces() > YIELD_DECIMALS) return 'yieldRatio';
  return new Decimal(yieldRatio).isZero() === (yieldSource === null) ? null : 'yieldSource';
}

/** What is said of an offer in a language; English where there is nothing in it. */
export function wordsIn(texts: Partial<Record<Language, OfferWords>>, language: Language): OfferWords {
  return texts[language] ?? texts.en ?? { introduction: '', rules: '' };
}
