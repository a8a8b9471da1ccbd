import type { Language } from '../../../server/contract/errors';
import { LANGUAGES } from '../../../server/contract/errors';
import { amountFrom } from '../../ui/typed-amount';

/** Fields of one line, in the order of the form. */
export const TEXT_FIELDS = [
  'coinCode',
  'coinName',
  'coinScale',
  'paymentCurrencyId',
  'price',
  'total',
  'minimum',
  'maximum',
  'lockDays',
  'startsAt',
  'endsAt',
  'launchesAt',
  'issuer',
  'sort',
  'yieldRatio',
] as const;
type TextName = (typeof TEXT_FIELDS)[number];
/** Those that are read in the language's way. */
export const AMOUNT_FIELDS: readonly TextName[] = ['price', 'total', 'minimum', 'maximum', 'yieldRatio'];

/** A new coin as it is typed; instants as `2026-11-25 12:00`, UTC. */
export type OfferDraft = Record<TextName, string> & {
  yieldSource: string;
  recommended: string;
  texts: Partial<Record<Language, { introduction: string; rules: string }>>;
};

const DAY_MS = 86_400_000;
const shown = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

export function newOffer(now: number): OfferDraft {
  const tomorrow = Math.ceil(now / DAY_MS) * DAY_MS;
  return {
    coinCode: '',
    coinName: '',
    coinScale: '8',
    // USDT
    paymentCurrencyId: '3',
    price: '',
    total: '',
    minimum: '',
    maximum: '',
    lockDays: '30',
    yieldRatio: '0',
    startsAt: shown(tomorrow),
    endsAt: shown(tomorrow + 7 * DAY_MS),
    launchesAt: shown(tomorrow + 8 * DAY_MS),
    issuer: '',
    sort: '0',
    yieldSource: '',
    recommended: '',
    texts: {},
  };
}

/** What the desk sends. What is no number or instant goes as none: the server names the field. */
export function requestOf(draft: OfferDraft, language: Language): object {
  const whole = (text: string) => (/^[0-9]{1,9}$/.test(text.trim()) ? Number.parseInt(text, 10) : null);
  const amount = (text: string) => amountFrom(text, language);
  const instant = (text: string) => {
    const at = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
    return Number.isNaN(at) ? null : at;
  };
  return {
    coinCode: draft.coinCode.trim().toUpperCase(),
    coinName: draft.coinName.trim(),
    coinScale: whole(draft.coinScale),
    paymentCurrencyId: whole(draft.paymentCurrencyId),
    price: amount(draft.price),
    total: amount(draft.total),
    minimum: amount(draft.minimum),
    maximum: amount(draft.maximum),
    lockDays: whole(draft.lockDays),
    yieldRatio: amount(draft.yieldRatio),
    ...(draft.yieldSource === '' ? {} : { yieldSource: draft.yieldSource }),
    startsAt: instant(draft.startsAt),
    endsAt: instant(draft.endsAt),
    launchesAt: instant(draft.launchesAt),
    issuer: draft.issuer.trim(),
    recommended: draft.recommended !== '',
    sort: whole(draft.sort),
    texts: LANGUAGES.flatMap((spoken) => {
      const words = draft.texts[spoken];
      return words && (words.introduction.trim() || words.rules.trim()) ? [{ language: spoken, ...words }] : [];
    }),
  };
}
