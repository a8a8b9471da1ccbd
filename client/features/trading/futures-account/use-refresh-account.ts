import { useQueryClient } from '@tanstack/react-query';
import { useAccountType } from '../../../platform/account-type';
import { accountKey } from './futures.api';

/** Reads the contract account again; for right after a command, when the events may be late. */
export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient();
  const type = useAccountType();
  return () => queries.invalidateQueries({ queryKey: accountKey(type) });
}
