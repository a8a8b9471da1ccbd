import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { OfferedProductsView, OfferedProductView } from '../../server/contract/wallet/country-rules.dto';
import { speak } from '../languages';
import { offeredProducts, useBarred, useCountryLeverage } from './offered-products';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';

beforeAll(() => speak('en'));
afterEach(() => endSession());

const CONTRACTS: OfferedProductView = { product: 'contracts', state: 'allowed', leverage_max: null };

function asked(part: Partial<OfferedProductView>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view: OfferedProductsView = { country: 'DE', products: [{ ...CONTRACTS, ...part }] };
  client.setQueryData(offeredProducts.queryKey, view);
  beginSession('token');
  rememberUser({ id: 7 } as SessionUser);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => ({ contracts: useBarred('contracts'), spot: useBarred('spot'), most: useCountryLeverage() }),
    { wrapper },
  );
  const offers = result.current;
  unmount();
  return offers;
}

it.each<[OfferedProductView['state'], RegExp | null]>([
  ['allowed', null],
  ['closing-only', /only be closed or cancelled/],
  ['not-offered', /not offered in your country/],
])('what is %s is said where it opens something, and what is not known bars nothing', (state, words) => {
  const { contracts, spot } = asked({ state });
  if (words === null) expect(contracts).toBeNull();
  else expect(contracts).toMatch(words);
  expect(spot).toBeNull();
});

it('knows the highest leverage of the country', () => {
  expect(asked({}).most).toBeNull();
  expect(asked({ leverage_max: 20 }).most).toBe(20);
});
