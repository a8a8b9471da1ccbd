import type { ClosingEnd, FuturesPositionView } from '../../../../server/contract/trading/futures.dto';

/** How a row stands, in the specification's seven words; the keys are those of the words. */
export type RowStatus = 'pending' | 'holding' | 'closing' | 'closed' | 'cancelled' | 'liquidated' | 'revoked';

/** What a row that ended is called: by how it ended. */
export function rowStatus({ state, closedAs }: Pick<FuturesPositionView, 'state' | 'closedAs'>): RowStatus {
  if (closedAs === 'liquidated' || closedAs === 'revoked') return closedAs;
  return state;
}

/** The key of the word of how a row ended: what closed it, where it was not its owner. */
export function endWord(row: Pick<FuturesPositionView, 'state' | 'closedAs'>) {
  if (row.closedAs === 'take-profit') return 'futures.tp';
  if (row.closedAs === 'stop-loss') return 'futures.sl';
  if (row.closedAs === 'deleveraged') return 'futures.reportKind.deleveraged';
  return `futures.status.${rowStatus(row)}` as const;
}

export const STATUS_TONES = {
  pending: 'wait',
  holding: 'good',
  closing: 'wait',
  closed: 'off',
  cancelled: 'off',
  liquidated: 'bad',
  revoked: 'off',
} as const;

/** How an order to close lots ended. */
export const CLOSING_TONES = {
  filled: 'good',
  user: 'off',
  'position-reduced': 'off',
  'position-closed': 'off',
} as const satisfies Record<ClosingEnd, string>;
