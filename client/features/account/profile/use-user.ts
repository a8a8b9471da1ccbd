import { useQuery } from '@tanstack/react-query';
import { type SessionUser, useDescribedUser, useSessionUser } from '../../../platform/session';
import { user } from './account.api';

/** The user that is logged in, as last described, and asked for anew; null for a guest, and until the first answer. */
export function useUser(): SessionUser | null {
  const isKnown = useSessionUser() !== null;
  useQuery({ ...user, enabled: isKnown });
  return useDescribedUser();
}
