import type { FuturesPositionsView, FuturesPositionView } from '../../../../server/contract/trading/futures.dto';

/** Whether a row is still open: pending, holding or closing. */
export function isOpen({ status }: Pick<FuturesPositionView, 'status'>): boolean {
  return status <= 2;
}

/**
 * The account after an event told of a row. A row that is known in this version or a newer one stays as it is; one
 * that has ended leaves the list; one that is new stands first.
 */
export function applyRow(view: FuturesPositionsView, row: FuturesPositionView): FuturesPositionsView {
  if (row.demo !== (view.account_type === 'simulation_account')) return view;
  const known = view.positions.find(({ positionId }) => positionId === row.positionId);
  if (known && known.version >= row.version) return view;
  if (!known && !isOpen(row)) return view;
  const positions = view.positions.flatMap((held) =>
    held.positionId !== row.positionId ? held : isOpen(row) ? row : [],
  );
  return { ...view, positions: known ? positions : [row, ...positions] };
}

/** The account after a posting: `account` is `contract` or `contract_frozen`, `after` what is in it now. */
export function applyBalance(
  view: FuturesPositionsView,
  { account, currencyId, after, demo }: { account: string; currencyId: number; after: string; demo: boolean },
): FuturesPositionsView {
  const field = account === 'contract' ? 'available' : account === 'contract_frozen' ? 'frozen' : null;
  if (field === null || demo !== (view.account_type === 'simulation_account')) return view;
  const isKnown = view.balances.some((balance) => balance.currencyId === currencyId);
  const balances = isKnown ? view.balances : [...view.balances, { currencyId, available: '0', frozen: '0' }];
  return {
    ...view,
    balances: balances.map((balance) => (balance.currencyId === currencyId ? { ...balance, [field]: after } : balance)),
  };
}
