import { useQuery } from '@tanstack/react-query';
import { type SessionUser, useSessionUser } from '../../../platform/session';
import { user } from './account.api';

/** The user that is logged in, as last known, and asked for anew; null for a guest. */
export function useUser(): SessionUser | null {
  const known = useSessionUser();
  useQuery({ ...user, enabled: known !== null });
  return known;
}
