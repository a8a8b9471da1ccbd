import { useQuery } from '@tanstack/react-query';
import { useIsDemo } from '../../../platform/account-type';
import { allAddresses } from './withdrawals.api';

/** How many addresses the user may withdraw to; null while it is not known, and with demo money, which goes nowhere. */
export function useAddressCount(): number | null {
  const isDemo = useIsDemo();
  const { data } = useQuery({ ...allAddresses, enabled: !isDemo });
  return isDemo ? null : (data?.length ?? null);
}
