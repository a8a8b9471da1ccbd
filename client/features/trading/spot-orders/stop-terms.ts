import type { TFunction } from 'i18next';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { toUnits } from '../../../../server/contract/money';
import { codesOf } from './order-state';
import type { StopAmendment, StopTerm } from './spot-orders.api';

/** How a stop stands, in a word; those of its end as the server names them. */
export type StopState = 'reached' | 'other-executed' | 'expired' | SpotStopView['status'];

export function stateOf({ status, reason, triggered_price }: SpotStopView): StopState {
  if (status === 'waiting' && triggered_price !== null) return 'reached';
  return status === 'cancelled' && reason !== null && reason !== 'user' ? reason : status;
}

/** Whether it can be changed: a server of the version before changes none, and does not say how often one was changed. */
export function isChangeable(stop: Omit<SpotStopView, 'amendments'> & { amendments?: number }): stop is SpotStopView {
  const { status, triggered_price, amendments } = stop;
  return status === 'waiting' && triggered_price === null && amendments !== undefined;
}

/** Terms as they are to be: of those that its user has touched. */
export type StopTerms = Partial<Record<StopTerm, string>>;

export interface StopField {
  term: StopTerm;
  label: string;
  unit: string;
  /** As it is. */
  value: string;
}

/** What may be changed of a stop of its kind, as it is. What a server of the version before does not send it does not have. */
export function fieldsOf(stop: SpotStopView, t: TFunction): StopField[] {
  const { base, quote } = codesOf(stop);
  const { trail_percent: percent, trail_distance: distance, target_price: limit, paired_price: paired } = stop;
  const field = (term: StopTerm, label: string, unit: string, value: string | null | undefined): StopField[] =>
    value === null || value === undefined ? [] : [{ term, label, unit, value }];
  const behind = [
    ...field('trail_percent', t('spot.behindBest'), '%', percent),
    ...field('trail_distance', t('spot.behindBest'), quote, distance),
  ];
  return [
    ...field('paired_price', t('spot.limitPrice'), quote, paired),
    ...(behind.length > 0 ? behind : field('trigger_price', t('spot.trigger'), quote, stop.trigger_price)),
    ...field('target_price', t((paired ?? null) === null ? 'spot.limitPrice' : 'spot.behind'), quote, limit),
    ...(stop.cost === null
      ? field('amount', t('spot.quantity'), base, stop.quantity ?? '')
      : field('amount', t('spot.amount'), quote, stop.cost)),
  ];
}

/**
 * What of the touched terms is to be another than in the stop that its user has seen; null while nothing is, or something is no
 * amount (null). What nobody touched is not sent: it stays as it is by now.
 */
export function amendmentOf(
  seen: SpotStopView,
  fields: readonly StopField[],
  touched: Partial<Record<StopTerm, string | null>>,
): StopAmendment | null {
  const terms: StopTerms = {};
  for (const { term, value } of fields) {
    const wished = touched[term];
    if (wished === undefined) continue;
    if (wished === null || toUnits(wished) === 0n) return null;
    if (toUnits(value) !== toUnits(wished)) terms[term] = wished;
  }
  if (Object.keys(terms).length === 0) return null;
  const { id, account_type, amendments } = seen;
  return { id, account_type, amendments: String(amendments), ...terms };
}
