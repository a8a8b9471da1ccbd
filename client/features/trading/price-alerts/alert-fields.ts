import type { Language } from '../../../../server/contract/errors';
import { type DecimalText, truncate } from '../../../../server/contract/money';
import {
  ALERT_PAUSES,
  ALERT_WINDOWS,
  type AlertKind,
  type AlertSource,
  alertBounds,
  type AlertValueProblem,
  alertValueProblem,
  figureOf,
} from '../../../../server/contract/rules/price-alert.rules';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import type { Market } from '../../markets/market-list';
import type { AlertFields, ListedAlert } from './price-alerts.api';

/** What stands in the form. */
export interface AlertDraft {
  symbol: string;
  kind: AlertKind;
  typed: string;
  isNegative: boolean;
  window: string;
  source: AlertSource;
  pause: string;
  note: string;
}

/** The whole cross account instead of a market. */
export const ACCOUNT = 'account';

/** A form for a new alert, with the price of now filled in. */
export function newDraft(market: Market, language: Language): AlertDraft {
  const { index, last } = market.ticker;
  const price = index ?? last;
  const typed = price === null ? '' : typedAs(truncate(price, market.priceDecimals), language);
  const empty = { isNegative: false, window: String(ALERT_WINDOWS[2]), pause: '', note: '' } as const;
  return { ...empty, symbol: market.symbol, kind: 'rise', typed, source: 'index' };
}

/** The form of one that is there. */
export function draftOf(alert: ListedAlert, language: Language): AlertDraft {
  const isNegative = alert.value.startsWith('-');
  return {
    symbol: alert.symbol === '' ? ACCOUNT : alert.symbol,
    kind: alert.kind,
    typed: typedAs(isNegative ? alert.value.slice(1) : alert.value, language),
    isNegative,
    window: String(alert.window ?? ALERT_WINDOWS[2]),
    source: alert.source ?? 'index',
    pause: alert.pause === null ? '' : String(alert.pause),
    note: alert.note,
  };
}

export const PAUSE_KEYS = ['', ...ALERT_PAUSES.map(String)];

/** Kinds that the market has: funding and margins are those of futures, the account's is its margin alone. */
export function kindsOf(kinds: readonly AlertKind[], symbol: string, market: Market | undefined): AlertKind[] {
  return kinds.filter((kind) => {
    const figure = figureOf(kind);
    if (symbol === ACCOUNT) return figure === 'margin';
    return figure === 'price' || figure === 'percent' || market?.perpetual === true;
  });
}

export type DraftProblem = AlertValueProblem | 'required';

/** The value as the server takes it, and what is wrong with it. */
export function readValue(
  { kind, typed, isNegative }: AlertDraft,
  priceDecimals: number,
  language: Language,
): { value: DecimalText; problem: DraftProblem | null } {
  if (typed.trim() === '') return { value: '', problem: 'required' };
  const read = readTypedAmount(typed, language);
  if (read === null) return { value: '', problem: 'format' };
  const isZero = !/[1-9]/.test(read);
  const { decimals } = alertBounds(kind, priceDecimals);
  const plain = withoutEndZeros(read, decimals);
  const value = figureOf(kind) === 'funding' && isNegative && !isZero ? `-${plain}` : plain;
  return { value, problem: alertValueProblem(kind, value, priceDecimals) };
}

export function fieldsOf(draft: AlertDraft, value: DecimalText): AlertFields {
  const figure = figureOf(draft.kind);
  return {
    symbol: draft.symbol === ACCOUNT ? '' : draft.symbol,
    kind: draft.kind,
    value,
    window: figure === 'percent' ? draft.window : '',
    source: figure === 'price' ? draft.source : '',
    pause: draft.pause,
    note: draft.note.trim(),
  };
}

/** Zeros that say nothing are no decimals too many: `typedAs` may have put one there. */
function withoutEndZeros(value: DecimalText, decimals: number): DecimalText {
  const [whole = '', fraction = ''] = value.split('.');
  const rest = fraction.slice(decimals);
  if (/[1-9]/.test(rest)) return value;
  const digits = fraction.slice(0, decimals);
  return digits === '' ? whole : `${whole}.${digits}`;
}
