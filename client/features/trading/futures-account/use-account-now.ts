import { useMemo } from 'react';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { AccountNow } from '../../../../server/contract/rules/position-figures.rules';
import { accountNow } from './account-figures';
import type { Marks } from './use-marks';

/** The account with the marks of now: live ones, and those of the reply where none has come yet. */
export function useAccountNow(
  account: FuturesPositionsView | null,
  products: readonly FuturesProductView[],
  marks: Marks,
): AccountNow | null {
  return useMemo(() => {
    if (!account) return null;
    const known = products.length > 0 ? products : account.products;
    const symbols = new Map(account.positions.map(({ marketId, market }) => [marketId, market]));
    const replied = new Map(
      account.positions.map(({ marketId, positionId }) => {
        const own = account.figures.find((figures) => figures.positionId === positionId);
        return [marketId, own?.mark == null ? null : { mark: own.mark, at: own.markedAt }];
      }),
    );
    return accountNow(account, known, (marketId) => {
      const live = marks.get(symbols.get(marketId) ?? '');
      return live ? { mark: live.mark, at: live.at } : (replied.get(marketId) ?? null);
    });
  }, [account, products, marks]);
}
