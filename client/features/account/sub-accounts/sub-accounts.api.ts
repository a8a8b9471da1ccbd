import { queryOptions } from '@tanstack/react-query';
import type {
  SubAccountsView,
  SubAccountView,
  SubAccountWorthView,
} from '../../../../server/contract/account/sub-accounts.dto';
import type { SubAccountPocket } from '../../../../server/contract/rules/sub-accounts.rules';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';
import { serverNow } from '../../../platform/server-clock';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

/** Nothing tells of what they do; a worth is called old after ten seconds, and its prices may be five seconds old when it is read, so that it is called so only where no answer comes. */
const AGAIN_MS = 4000;

/** As it was read, with the moment of its worth: that of the oldest price in it, or of the reply where no price was needed. */
export type SubAccountNow = SubAccountWorthView & { asOf: number };

async function readSubAccounts(signal: AbortSignal) {
  const view = await get<SubAccountsView>('sub_account/list', {}, { ...QUIET, signal });
  const now = serverNow();
  const list: SubAccountNow[] = view.list.map((row) => ({ ...row, asOf: now - (row.worth.priceAgeMs ?? 0) }));
  return { ...view, list };
}

export const subAccounts = queryOptions({
  queryKey: [OWN, 'sub-accounts'],
  queryFn: ({ signal }) => readSubAccounts(signal),
  refetchInterval: AGAIN_MS,
});

export function openSubAccount(label: string): Promise<SubAccountView> {
  return post('sub_account/open', { label }, QUIET);
}

export function renameSubAccount(id: string, label: string): Promise<SubAccountView> {
  return post('sub_account/rename', { id, label }, QUIET);
}

export function freezeSubAccount(id: string, frozen: boolean): Promise<SubAccountView> {
  return post('sub_account/freeze', { id, frozen: frozen ? '1' : '0' }, QUIET);
}

/** One side of a transfer; the number is empty for the main account. */
export interface Place {
  id: string;
  account: SubAccountPocket;
}

export function moveSubMoney(
  { from, to, currencyId, amount }: { from: Place; to: Place; currencyId: number; amount: string },
  key: string,
): Promise<string> {
  return post(
    'sub_account/transfer',
    {
      number: amount,
      currency_id: currencyId,
      from_id: from.id,
      from_account: from.account,
      to_id: to.id,
      to_account: to.account,
    },
    { ...QUIET, idempotencyKey: key },
  );
}
