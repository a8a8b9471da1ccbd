import { useMemo } from 'react';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { AccountNow } from '../../../../server/contract/rules/position-figures.rules';
import { accountNow } from './account-figures';
import type { Marks } from './use-marks';

/** The account with the newest marks: live ones, or those of the reply where no later one has come, as over a line that is dead. */
export function useAccountNow(
  account: FuturesPositionsView | null,
  products: readonly FuturesProductView[],
  marks: Marks,
): AccountNow | null {
  return useMemo(() => {
    if (!account) return null;
    // What is open is judged by the terms that were read with it; those of all markets may have been read long before.
    const known = [...account.products, ...products];
    const symbols = new Map(account.positions.map(({ marketId, market }) => [marketId, market]));
    const markets = new Map(account.positions.map(({ positionId, marketId }) => [positionId, marketId]));
    const replied = new Map(
      account.figures.flatMap(({ positionId, mark, markedAt }) => {
        const marketId = markets.get(positionId);
        return marketId === undefined || mark === null ? [] : [[marketId, { mark, at: markedAt }] as const];
      }),
    );
    return accountNow(account, known, (marketId) => {
      const live = marks.get(symbols.get(marketId) ?? '');
      const own = replied.get(marketId) ?? null;
      return live && live.at >= (own?.at ?? 0) ? { mark: live.mark, at: live.at } : own;
    });
  }, [account, products, marks]);
}
