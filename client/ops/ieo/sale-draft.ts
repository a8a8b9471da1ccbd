import type { IeoTextRequest, ProposeIeoRequest } from '../../../server/contract/operations';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import { amountFrom } from '../../ui/typed-amount';
import { IEO_DATES, type IeoDates } from '../../../server/contract/rules/ieo.rules';

export const TERMS = [
  'code',
  'name',
  'issuer',
  'coinCode',
  'coinName',
  'coinSupply',
  'supply',
  'least',
  'most',
  'cap',
  'price',
] as const;
export const COUNTS = ['coinScale', 'releaseParts', 'releaseDays'] as const;
/** Those that are read in the language's way. */
export const AMOUNTS = ['coinSupply', 'supply', 'least', 'most', 'cap', 'price'] as const;
export type Term = (typeof TERMS)[number] | (typeof COUNTS)[number];
export type SaleText = Omit<IeoTextRequest, 'language'>;
export const NO_TEXT: SaleText = { summary: '', description: '' };

/** A sale as it is being written. */
export interface SaleDraft {
  terms: Record<Term, string>;
  payCurrencyId: string;
  dates: IeoDates;
  texts: Partial<Record<Language, SaleText>>;
}

const DAY_MS = 86_400_000;

/** Dates a day apart, from tomorrow on. */
export function newSale(now: number): SaleDraft {
  const first = Math.ceil(now / DAY_MS) * DAY_MS;
  const dates = Object.fromEntries(IEO_DATES.map((name, place) => [name, first + place * DAY_MS])) as unknown;
  const names = [...TERMS, ...COUNTS].map((name) => [
    name,
    name === 'coinScale' ? '6' : COUNTS.some((count) => count === name) ? '1' : '',
  ]);
  return {
    terms: Object.fromEntries(names) as Record<Term, string>,
    payCurrencyId: '3',
    dates: dates as IeoDates,
    texts: {},
  };
}

/** What is sent of a draft: the languages that have both texts. */
export function requestOf(draft: SaleDraft, spoken: Language): Omit<ProposeIeoRequest, 'reason'> {
  const { terms, payCurrencyId, dates, texts } = draft;
  const { coinScale, releaseParts, releaseDays, ...rest } = terms;
  return {
    ...rest,
    ...Object.fromEntries(AMOUNTS.map((name) => [name, amountFrom(terms[name], spoken)])),
    ...dates,
    coinCode: terms.coinCode.trim().toUpperCase(),
    coinScale: Number.parseInt(coinScale, 10) || 0,
    payCurrencyId: Number.parseInt(payCurrencyId, 10) || 0,
    releaseParts: Number.parseInt(releaseParts, 10) || 0,
    releaseDays: Number.parseInt(releaseDays, 10) || 0,
    texts: LANGUAGES.flatMap((language) => {
      const own = texts[language];
      if (!own || own.summary.trim() === '' || own.description.trim() === '') return [];
      return [{ language, summary: own.summary.trim(), description: own.description.trim() }];
    }),
  };
}
