import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import * as api from '../../../platform/api';
import { observable } from '../../../platform/observable';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import { FUTURES_MARKET, FUTURES_PREVIEW, FUTURES_PRODUCT, FUTURES_TICKER } from '../../../test/samples/futures';
import { TicketSheet } from './ticket-sheet';
import { useTicket } from './use-ticket';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
jest.mock('../../../platform/one-tap', () => ({ useOneTap: () => isOn }));
jest.mock('../futures-account', () => ({
  ...jest.requireActual('../futures-account'),
  useFuturesTicker: () => mockUseShown(),
}));
const post = jest.mocked(api.post);
/** By what the future is traded. */
const ticker = observable(FUTURES_TICKER as unknown as TickerView);
const mockUseShown = () => useSyncExternalStore(ticker.subscribe, ticker.get);
const tickerOf = (part: Partial<TickerView> = {}) =>
  ({ ...FUTURES_TICKER, pricedAt: serverNow(), ...part }) as TickerView;

const done = jest.fn();
let isOn: boolean;

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  isOn = true;
  ticker.set(tickerOf());
  connection.set({ state: 'live', since: serverNow(), heardAt: null });
  done.mockReset();
  post.mockReset().mockImplementation(async (path) => (path === 'lever/submit' ? 'Submitted' : FUTURES_PREVIEW));
});

function Page() {
  const terms = { marginMode: 'isolated' as const, newUntil: null };
  const ticket = useTicket(FUTURES_PRODUCT, { baseId: 1, quoteId: 3 }, terms, {
    opened: 'long',
    last: ticker.get().last,
  });
  return (
    <TicketSheet
      opened
      onClose={done}
      market={{ ...FUTURES_MARKET, ticker: ticker.get() }}
      product={FUTURES_PRODUCT}
      ticket={ticket}
      beside="0"
      reducible={4}
      available="1000"
      newUntil={null}
      stopped={null}
    />
  );
}

async function show(first: string | RegExp = '879.70') {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText(first);
}

const submitted = () => post.mock.calls.filter(([path]) => path === 'lever/submit');

describe('one tap on futures', () => {
  it('sends the order once, with the worst price of that second, by a button that says what it does', async () => {
    await show();
    expect(screen.getByText('One tap is on: sent at once, without a confirmation.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(submitted().map(([, body]) => body)).toEqual([
      expect.objectContaining({ type: '1', share: 1, worst_price: '60060', worst_fee_ratio: '0.0005' }),
    ]);
  });

  it('sends no higher fee than the form has shown; the new one is pressed by hand', async () => {
    const dearer = { ...FUTURES_PREVIEW, openFeeRatio: '0.0007' };
    const refused = new api.CallFailed('refused', 'The fee is 0.07% now', 'futures.fee-raised');
    post.mockImplementation(async (path) => {
      if (path !== 'lever/submit') return dearer;
      if (submitted().length === 1) throw refused;
      return 'Submitted';
    });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await screen.findByText('The fee is 0.07% now');
    expect(done).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(submitted().map(([, body]) => body?.worst_fee_ratio)).toEqual([FUTURES_PRODUCT.openFeeRatio, '0.0007']);
  });

  it('waits for a price that is on its way, as where a futures market has one of its own', async () => {
    await show();
    act(() => ticker.set(tickerOf({ last: null, status: 'stale', reason: 'no-data', pricedAt: null })));
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await screen.findByRole('button', { name: 'Change' });
    expect(submitted()).toEqual([]);
    act(() => ticker.set(tickerOf()));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(submitted()).toHaveLength(1);
  });

  it('asks where the price is old, also when it is renewed', async () => {
    await show();
    act(() => ticker.set(tickerOf({ pricedAt: serverNow() - 120_000 })));
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await screen.findByRole('button', { name: 'Change' });
    act(() => ticker.set(tickerOf()));
    expect(submitted()).toEqual([]);
  });

  it('asks whoever tapped before the preview was there and had to wait for it', async () => {
    await show();
    const now = performance.now();
    let come: ((preview: typeof FUTURES_PREVIEW) => void) | null = null;
    post.mockImplementation((path) =>
      path === 'lever/submit' ? Promise.resolve('Submitted') : new Promise((resolve) => (come = resolve)),
    );
    await userEvent.type(screen.getByLabelText('Lots'), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    await waitFor(() => expect(come).not.toBeNull());
    act(() => come?.(FUTURES_PREVIEW));
    await screen.findByRole('button', { name: 'Change' });
    clock.mockRestore();
    expect(submitted()).toEqual([]);
  });

  it.each([
    [
      'slept meanwhile, which stops the steady clock',
      () => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000),
    ],
    ['was out of sight meanwhile', () => void document.dispatchEvent(new Event('visibilitychange'))],
  ])('asks where the device %s', async (_what, happens) => {
    await show();
    let come: ((preview: typeof FUTURES_PREVIEW) => void) | null = null;
    post.mockImplementation((path) =>
      path === 'lever/submit' ? Promise.resolve('Submitted') : new Promise((resolve) => (come = resolve)),
    );
    await userEvent.type(screen.getByLabelText('Lots'), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(come).not.toBeNull());
    happens();
    act(() => come?.(FUTURES_PREVIEW));
    await screen.findByRole('button', { name: 'Change' });
    jest.restoreAllMocks();
    expect(submitted()).toEqual([]);
  });

  it('is no order in hand: what could not go on when it was tapped does not go once it could', async () => {
    const away = new api.CallFailed('unreachable', 'No connection');
    let isThere = false;
    post.mockImplementation(async (path) => {
      if (path === 'lever/submit') return 'Submitted';
      if (!isThere) throw away;
      return FUTURES_PREVIEW;
    });
    await show(/No connection|Nothing was sent|connection/i);
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    isThere = true;
    await screen.findByText('879.70', undefined, { timeout: 10_000 });
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    expect(submitted()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Open long' }));
    await waitFor(() => expect(submitted()).toHaveLength(1));
  });

  it('does nothing at the second press of a double click, and takes nothing from the first', async () => {
    await show();
    const go = screen.getByRole('button', { name: 'Open long' });
    fireEvent.click(go, { detail: 2 });
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
    fireEvent.click(go, { detail: 1 });
    // Where it is still there, it is another press of the same button.
    fireEvent.click(go, { detail: 2 });
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(submitted()).toHaveLength(1);
  });

  it('is of fingers and mice: Enter in a field asks', async () => {
    await show();
    await userEvent.type(screen.getByLabelText('Lots'), '{Enter}');
    await screen.findByRole('button', { name: 'Change' });
    expect(submitted()).toEqual([]);
  });

  it('asks before an order that only reduces, as before every closing', async () => {
    await show();
    await userEvent.click(screen.getByLabelText('Reduce-only'));
    expect(screen.queryByText('One tap is on: sent at once, without a confirmation.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('button', { name: 'Change' });
    expect(submitted()).toEqual([]);
  });

  it('asks whoever has not switched it on', async () => {
    isOn = false;
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('button', { name: 'Change' });
    expect(submitted()).toEqual([]);
  });
});
