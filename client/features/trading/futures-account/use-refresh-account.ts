import { useQueryClient } from '@tanstack/react-query';
import { useAccountType } from '../../../platform/account-type';
import { accountKey, OF_USER, products } from './futures.api';

/** Reads the futures account again; for right after a command, when the events may be late. */
export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient();
  const type = useAccountType();
  return () => queries.invalidateQueries({ queryKey: accountKey(type) });
}

/** Reads again what an order went by: the account, the terms of the futures, and what is being previewed. */
export function useRefreshTerms(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([OF_USER, products.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}
