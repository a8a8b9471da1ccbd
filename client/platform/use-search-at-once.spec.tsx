import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { BrowserRouter, useSearchParams } from 'react-router-dom';
import { useSearchAtOnce } from './use-search-at-once';

const never = new Promise<never>(() => undefined);

/** Stands for a machine that has no time yet to draw what another address brings. */
function Slow() {
  const [search] = useSearchParams();
  if (search.get('way') === 'quick') use(never);
  return null;
}

function Page() {
  const [search, change] = useSearchAtOnce();
  return (
    <>
      <p>{search.get('way') ?? 'coin'}</p>
      <button type="button" onClick={() => change({ way: 'quick' })}>
        Quick
      </button>
    </>
  );
}

it('shows another choice at once, whenever the router comes to draw the address', async () => {
  window.history.replaceState(null, '', '/pages/deposit/index?coin=USDT');
  render(
    <BrowserRouter>
      <Page />
      <Suspense>
        <Slow />
      </Suspense>
    </BrowserRouter>,
  );
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByText('quick')).not.toBeNull();
  expect(window.location.search).toBe('?coin=USDT&way=quick');
});
