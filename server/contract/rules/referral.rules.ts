import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** The most that is ever given of a fee, whoever decides: what is paid on a fee stays below the fee. */
export const REBATE_RATIO_MAX: DecimalText = '0.5';
/** Places of the ranking. */
export const RANKED = 10;

/** What a day's fees of one person in one currency bring, cut to the currency's decimals. */
export function rebateOf({ fee, ratio, scale }: { fee: DecimalText; ratio: DecimalText; scale: number }): DecimalText {
  const part = new Decimal(fee).times(ratio).toDecimalPlaces(scale, Decimal.ROUND_DOWN);
  return part.isNegative() ? '0' : part.toFixed();
}

/** `0.2` as `20`. */
export function percentOf(ratio: DecimalText): DecimalText {
  return new Decimal(ratio).times(100).toFixed();
}

/** `20` as `0.2`; null for what is no percentage that may be given. */
export function ratioOf(percent: string): DecimalText | null {
  if (!/^(0|[1-9][0-9]?)(\.[0-9]{1,2})?$/.test(percent)) return null;
  const ratio = new Decimal(percent).div(100);
  return ratio.greaterThan(REBATE_RATIO_MAX) ? null : ratio.toFixed();
}

const NICKNAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,18}[\p{L}\p{M}\p{N}])$/u;
/** Words that only the house may go by. */
const OF_THE_HOUSE =
  /admin|support|official|service|staff|客服|官方|管理|公式|サポート|고객|관리|공식|soporte|oficial/i;

/** A name of 2 to 20 letters and digits that nobody takes for the house's. */
export function isNickname(text: string): boolean {
  const mixes = /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
  return text.length <= 20 && NICKNAME.test(text) && !mixes && !OF_THE_HOUSE.test(text.normalize('NFKC'));
}

/** Equal for names that people would take for one another's. */
export function nicknameKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ ._-]/g, '');
}

/** One line of an account of a day: what one person paid in one currency, and what came of it. */
export interface RebateLine {
  payerId: string;
  currencyId: number;
  inviterId: string;
  scale: number;
  fee: DecimalText;
  ratio: DecimalText;
  outcome: 'earned' | 'self' | 'unverified' | 'disabled';
  /** Whether the inviter's account was disabled before the day ended. */
  inviterWasDisabled: boolean;
  amount: DecimalText;
}

/** The fees of a day as somebody else adds them up, by `payer currency`. */
export type FeesOfDay = ReadonlyMap<string, DecimalText>;

/** What a recorded day says that its fees do not; empty when it is right to the last decimal. */
export function rebateDifferences(fees: FeesOfDay, lines: readonly RebateLine[]): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { payerId, currencyId, inviterId, fee, ratio, scale, outcome, amount, inviterWasDisabled } of lines) {
    const key = `${payerId} ${currencyId}`;
    seen.add(key);
    const paid = fees.get(key) ?? '0';
    if (!new Decimal(paid).equals(fee)) wrong.push(`${key}: fees ${fee}, the postings say ${paid}`);
    const due = outcome === 'earned' ? rebateOf({ fee: paid, ratio, scale }) : '0';
    if (!new Decimal(due).equals(amount)) wrong.push(`${key}: rebate ${amount}, the rule says ${due}`);
    if (outcome === 'earned' && inviterWasDisabled) wrong.push(`${key}: inviter ${inviterId} was disabled on the day`);
    if (outcome === 'disabled' && !inviterWasDisabled) wrong.push(`${key}: inviter ${inviterId} was not disabled`);
  }
  for (const [key, paid] of fees) if (!seen.has(key)) wrong.push(`${key}: fees of ${paid} are not in the day`);
  return wrong;
}
