import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Book } from '../../server/contract/books';
import type { StayView } from '../../server/contract/wallet/own-limits.dto';
import { useIsDemo } from './account-type';
import { get } from './api';
import { useInstant } from './instant-words';
import { OWN } from './queries';
import { useLoggedIn } from './session';
import { useFromNow } from './use-now';

/** How long the user is here, and the break that it takes from opening anything. */
export const ownStay = queryOptions({
  queryKey: [OWN, 'stay'],
  queryFn: ({ signal }) => get<StayView>('own_limits/stay', {}, { signal, quiet: true }),
});

/**
 * The user's own break that lets nothing new begin, in words; null while none runs. A cool-off is about real money, and an
 * exclusion about the demo too. The server decides in the end.
 * @param only where a page is always about one kind of money
 */
export function useOwnBreak(only?: Book): string | null {
  const { t } = useTranslation();
  const instant = useInstant();
  const isDemo = useIsDemo();
  const { data } = useQuery({ ...ownStay, enabled: useLoggedIn() });
  const excluded = useFromNow((now) => running(data?.excluded_until, now));
  const onBreak = useFromNow((now) => running(data?.break_until, now));
  if (excluded > 0) return t('barred.excluded', { until: instant(excluded) });
  if (onBreak === 0 || (only ?? (isDemo ? 'demo' : 'real')) === 'demo') return null;
  return t('barred.onBreak', { until: instant(onBreak) });
}

/** When it ends; 0: none runs. */
function running(until: number | null | undefined, now: number): number {
  return until !== null && until !== undefined && until > now ? until : 0;
}
