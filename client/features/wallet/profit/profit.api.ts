import { queryOptions } from '@tanstack/react-query';
import type { ProfitAccount, ProfitDaysView } from '../../../../server/contract/wallet/profit.dto';
import type { AccountType } from '../../../platform/account-type';
import { get } from '../../../platform/api';
import { OWN } from '../../account/profile';

export interface DaysAsked {
  from: string;
  to: string;
  account: ProfitAccount;
  type: AccountType;
}

export const PROFIT_DAYS_KEY = [OWN, 'profit-days'] as const;

/** What each day brought. */
export const profitDaysOf = ({ from, to, account, type }: DaysAsked) =>
  queryOptions({
    queryKey: [...PROFIT_DAYS_KEY, from, to, account, type],
    queryFn: ({ signal }) =>
      get<ProfitDaysView>('profit/days', { from, to, account, account_type: type }, { quiet: true, signal }),
  });
