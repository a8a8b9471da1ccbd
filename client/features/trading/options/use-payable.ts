import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayableCurrencyView } from '../../../../server/contract/trading/options.dto';
import { truncate } from '../../../../server/contract/money';
import { useAccountType } from '../../../platform/account-type';
import { useLoggedIn } from '../../../platform/session';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { OPTION_KEYS, payableOf } from '../option-orders';

const DECIMALS = 8;

/** What can be paid in, with the balance of the option account as of this moment. Nothing for a guest. */
export function usePayable(marketId: number) {
  const queries = useQueryClient();
  const type = useAccountType();
  const query = payableOf(marketId, type);
  const result = useQuery({ ...query, enabled: useLoggedIn() });
  const refresh = useRefresh(OPTION_KEYS.payable);
  useAccountEvents('balance', ({ payload }) => {
    const { account, demo, currencyId, after } = payload;
    if (account !== 'option' || demo !== (type === 'simulation_account')) return;
    queries.setQueryData(query.queryKey, (currencies) =>
      currencies?.map((currency) => (currency.id === currencyId ? withBalance(currency, after) : currency)),
    );
    refresh();
  });
  useAccountEventsStart(refresh);
  return result;
}

function withBalance(currency: PayableCurrencyView, after: string): PayableCurrencyView {
  const balance = truncate(after, DECIMALS);
  const wallet = { ...currency.user_wallet, micro_balance: balance, micro_with_insurance: balance };
  return { ...currency, user_wallet: wallet };
}
