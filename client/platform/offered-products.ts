import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Book } from '../../server/contract/books';
import type { CountryProduct } from '../../server/contract/rules/country-rules.rules';
import type { OfferedProductsView, OfferedProductView } from '../../server/contract/wallet/country-rules.dto';
import { get } from './api';
import { useOwnBreak } from './own-break';
import { OWN } from './queries';
import { useLoggedIn } from './session';
import { useTradingPaused } from './trading-status';

/** A rule holds at once on the server; pages know of it a minute later at most, and until then hear it as a refusal. */
const EVERY_MS = 60_000;

export const offeredProducts = queryOptions({
  queryKey: [OWN, 'products'],
  queryFn: ({ signal }) => get<OfferedProductsView>('account/products', {}, { signal, quiet: true }),
  staleTime: EVERY_MS,
});

function useOffered(product: CountryProduct): OfferedProductView | null {
  const { data } = useQuery({ ...offeredProducts, enabled: useLoggedIn(), refetchInterval: EVERY_MS });
  return data?.products.find((each) => each.product === product) ?? null;
}

/** Why the user's country lets nothing new begin in the product, in words; null where it does. The server decides in the end. */
export function useBarred(product: CountryProduct): string | null {
  const { t } = useTranslation();
  const state = useOffered(product)?.state ?? 'allowed';
  if (state === 'allowed') return null;
  return t(state === 'not-offered' ? 'barred.notOffered' : 'barred.closingOnly');
}

/** The highest leverage of new futures in the user's country; null: whatever the market offers. */
export function useCountryLeverage(): number | null {
  return useOffered('contracts')?.leverage_max ?? null;
}

/** Why nothing new can begin in the product, in words: trading is paused, the user's country does not let it, or the user takes a break. */
export function useOpeningPaused(product: CountryProduct, only?: Book): string | null {
  const barred = useBarred(product);
  const ownBreak = useOwnBreak(only);
  // In C2C a break keeps from buying, and not from selling: what knows the side asks by itself.
  return useTradingPaused(only) ?? barred ?? (product === 'otc' ? null : ownBreak);
}
