import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { orderKeysWords } from '../../../languages/order-keys';
import * as api from '../../../platform/api';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import { FUTURES_MARKET, FUTURES_PREVIEW, FUTURES_PRODUCT, FUTURES_TICKER } from '../../../test/samples/futures';
import type { Market } from '../../markets/market-list';
import { OrderKeys } from '../../../test/late-parts';
import { TicketSheet } from './ticket-sheet';
import { useTicket } from './use-ticket';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

/** A bound against hanging; a busy machine takes its time. */
const PATIENCE = { timeout: 20_000 };
let balanceAfter = '879.7';

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
  await speakMore(orderKeysWords);
});
beforeEach(() => {
  connection.set({ state: 'live', since: serverNow(), heardAt: null });
  balanceAfter = '879.7';
  post.mockReset();
  post.mockImplementation(() => Promise.resolve({ ...FUTURES_PREVIEW, balanceAfter }));
});

function Page({ stopped }: { stopped: string | null }) {
  const ticket = useTicket(
    FUTURES_PRODUCT,
    { baseId: 1, quoteId: 3 },
    { marginMode: 'isolated', newUntil: null },
    { opened: null, last: FUTURES_TICKER.last },
  );
  return (
    <TicketSheet
      opened={false}
      inline
      onClose={() => undefined}
      market={{ ...FUTURES_MARKET, ticker: { ...FUTURES_TICKER, pricedAt: serverNow() } as Market['ticker'] }}
      product={FUTURES_PRODUCT}
      ticket={ticket}
      beside="0"
      reducible={4}
      available="1000"
      newUntil={null}
      stopped={stopped}
    />
  );
}

const show = (stopped: string | null = null) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <OrderKeys onSearch={() => undefined} />
          <Page stopped={stopped} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more });
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';
const lots = () => screen.getByLabelText<HTMLInputElement>('Lots');
const limit = () => screen.getByLabelText<HTMLInputElement>('Limit price');
const said = () => screen.getAllByRole('status')[0]?.textContent;
const submitted = () => post.mock.calls.filter(([path]) => path === 'lever/submit');

describe('the keys of the ticket of futures', () => {
  it('are long and short, and say so', () => {
    show();
    press('s');
    expect([isPressed('Short'), said()]).toEqual([true, 'Short']);
    press('b');
    expect([isPressed('Long'), said()]).toEqual([true, 'Long']);
  });

  it('begin a limit at the last price, and move it by ticks', () => {
    show();
    expect(press('ArrowUp')).toBe(true);
    press('l');
    expect([limit().value, said()]).toEqual(['60,000', 'Limit']);
    press('ArrowUp');
    expect([limit().value, said()]).toEqual(['60,000.01', 'Limit price 60,000.01 USDT']);
    press('ArrowDown', { shiftKey: true });
    expect(limit().value).toBe('59,999.91');
    press('m');
    expect(screen.queryByLabelText('Limit price')).toBeNull();
  });

  it('take lots as a part of what can be paid, and begin their number', () => {
    show();
    // 1,000 pays for 8 lots with 5x: 120 of margin and 0.3 of fee each.
    press('2');
    expect([lots().value, said()]).toEqual(['4', '50%: Lots 4']);
    press('4');
    expect(lots().value).toBe('8');
    press('7');
    expect([lots().value, document.activeElement]).toEqual(['7', lots()]);
  });

  it('begin the amount where one is entered, and lose nothing of what is typed after it', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Enter it in USDT' }));
    press('7');
    const value = screen.getByLabelText<HTMLInputElement>('Value');
    expect([value.value, document.activeElement]).toEqual(['7', value]);
    fireEvent.change(value, { target: { value: '1850' } });
    expect(screen.getByText('= 3 lots · 0.03 BTC')).toBeTruthy();
    fireEvent.blur(value);
    press('2');
    expect([lots().value, screen.queryByLabelText('Value')]).toEqual(['4', null]);
  });

  it('open the confirmation, send nothing there, and leave it by Escape', async () => {
    show();
    press('b');
    press('Enter');
    await screen.findByRole('heading', { name: 'Confirm long' }, PATIENCE);
    for (const key of ['Enter', 's', '2', 'Enter']) press(key);
    expect(submitted()).toEqual([]);
    press('Escape');
    expect(screen.getByRole('heading', { name: 'BTC/USDT' })).toBeTruthy();
    expect(isPressed('Long')).toBe(true);
  });

  it('open nothing with too little money', async () => {
    balanceAfter = '-1';
    show();
    press('b');
    await screen.findByText(/There is not enough/, undefined, PATIENCE);
    expect(press('Enter')).toBe(true);
    expect(screen.queryByRole('heading', { name: 'Confirm long' })).toBeNull();
  });

  it('do nothing while nothing can be opened', () => {
    show('Trading is halted.');
    for (const key of ['s', 'l', '2', '7', 'Enter']) expect([key, press(key)]).toEqual([key, true]);
    expect([isPressed('Long'), lots().value]).toEqual([true, '1']);
  });
});
