import { useQuery } from '@tanstack/react-query';
import { devices } from './account.api';
import { passkeys } from './passkeys.api';

/** How many passkeys and devices the account is open to; null while it is not known. */
export function useWaysIn(): { passkeys: number | null; devices: number | null } {
  const keys = useQuery(passkeys);
  const sessions = useQuery(devices);
  return { passkeys: keys.data?.length ?? null, devices: sessions.data?.length ?? null };
}
