import { toUnits } from '../../../../server/contract/money';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { ExitAmendment, ExitTerm } from './spot-orders.api';
import { OPEN } from './spot-orders.api';

export const EXIT_TERMS = {
  take_profit_price: 'spot.takeProfit',
  stop_loss_price: 'spot.stopLoss',
} as const satisfies Record<ExitTerm, string>;

/** The two in their order. */
export const EXIT_TERM_NAMES = Object.keys(EXIT_TERMS) as ExitTerm[];

/**
 * Whether a take-profit and a stop-loss can be changed where a purchase is to leave them: while it waits. Once they are placed they are an
 * order and a stop. A server of the version before does not say how often they were changed, and changes none.
 */
export function isExitChangeable({ status, exit }: Pick<SpotOrderView, 'status' | 'exit'>): boolean {
  return status === OPEN && exit?.status === 'waiting' && (exit.amendments as number | undefined) !== undefined;
}

/** What is to be another than its user saw it; null while nothing is, or something is no price. */
export function exitAmendmentOf(
  { id, account_type, exit }: SpotOrderView,
  wished: Partial<Record<ExitTerm, string | null>>,
): ExitAmendment | null {
  const there = EXIT_TERM_NAMES.filter((term) => exit && exit[term] !== null);
  const read = there.map((term) => [term, wished[term] === undefined ? exit?.[term] : wished[term]] as const);
  if (!exit || read.some(([, price]) => !price || toUnits(price) === 0n)) return null;
  const others = read.filter(([term, price]) => toUnits(price ?? '0') !== toUnits(exit[term] ?? '0'));
  if (others.length === 0) return null;
  return { id, account_type, amendments: String(exit.amendments), ...Object.fromEntries(others) };
}
