import { useQuery } from '@tanstack/react-query';
import { apiKeys } from './api-keys.api';

/** How many of the user's own keys open the account now; null while it is not known. */
export function useApiKeyCount(): number | null {
  const { data } = useQuery(apiKeys(''));
  return data?.filter(({ state }) => state === 'active').length ?? null;
}
