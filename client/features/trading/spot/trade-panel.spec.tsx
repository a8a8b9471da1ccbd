import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { CallFailed, get, post } from '../../../platform/api';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import { SPOT_DESK, SPOT_MARKET, spotPreview } from '../../../test/samples/spot';
import { TradePanel } from './trade-panel';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ status: 'live', state: depth, at: 0, refusal: null }),
  useConnection: () => ({ state: connection, heardAt: null }),
}));
jest.mock('../../markets/market-list', () => ({
  useTicker: () => ticker,
  usePriceAge: () => age,
  useClosedWords: () => null,
}));

const BOOK = { asks: [['100', '5']], bids: [['99', '5']] };
let depth = BOOK;
const TICKER = { symbol: 'BTC/USDT', last: '100' } as TickerView;
let ticker = TICKER;
let connection = 'live';
let age: { kind: string; seconds?: number } = { kind: 'live' };

const sent = jest.mocked(post);
const orders = () => sent.mock.calls.filter(([path]) => path === 'coin/trade');
/** How the two calls are answered. */
let previewed: () => Promise<unknown>;
let traded: () => Promise<unknown>;

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
});

beforeEach(() => {
  connection = 'live';
  depth = BOOK;
  ticker = TICKER;
  age = { kind: 'live' };
  previewed = async () => spotPreview();
  traded = async () => 'Submit success';
  jest.mocked(get).mockResolvedValue([]);
  sent.mockReset().mockImplementation(async (path) => (path.endsWith('/preview') ? previewed() : traded()));
});

const tree = () => (
  <MantineProvider env="test">
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TradePanel market={SPOT_MARKET} desk={SPOT_DESK} />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

const logInAnother = () => {
  beginSession('token of 8');
  rememberUser({ id: 8 } as SessionUser);
};
const price = () => screen.getByLabelText<HTMLInputElement>('Price (USDT)');
const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity (BTC)');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fill(typed: string, at?: string) {
  if (at !== undefined) {
    await userEvent.clear(price());
    await userEvent.type(price(), at);
  }
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), typed);
}

/** Opens the confirmation of what is entered, as soon as it has its figures. */
async function ask() {
  await press('Buy BTC');
  const sheet = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
  );
  return within(sheet);
}

describe('the ticket', () => {
  it('begins at the market price, goes by steps, and takes the price of the book that is tapped', async () => {
    render(tree());
    expect(price().value).toBe('100');
    await press('Raise the price');
    expect(price().value).toBe('100.01');
    await userEvent.click(within(screen.getByRole('list', { name: 'Bids' })).getByText('99.00'));
    expect(price().value).toBe('99');
  });

  it('turns a part of what is available into a quantity, which follows the side and the price', async () => {
    render(tree());
    await press('50%');
    // 500 / (100 x 1.001), cut to four decimals.
    expect(quantity().value).toBe('4.995');
    await userEvent.clear(price());
    await userEvent.type(price(), '50');
    expect(quantity().value).toBe('9.99');
    await userEvent.click(screen.getByLabelText('Sell'));
    expect(quantity().value).toBe('1');
  });

  it('understands a decimal comma and counts with it', async () => {
    render(tree());
    await fill('0,5', '90');
    expect(screen.getByText('Reads as 0.5 BTC')).toBeTruthy();
    expect(screen.getByText('Total').parentElement?.textContent).toContain('45 USDT');
  });

  it.each([
    ['nothing', '{Tab}', 'Please fill this in'],
    ['no amount', 'abc', 'This is not an amount'],
    ['too many decimals', '0.00001', 'At most 4 decimals'],
  ])('refuses %s at the field and asks for nothing', async (_name, typed, words) => {
    render(tree());
    await fill(typed);
    await press('Buy BTC');
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [{ kind: 'halted' }, 'Trading in this pair is halted.'],
    [{ kind: 'closed', opensAt: null }, 'The market is closed.'],
    [{ kind: 'delayed', seconds: 7 }, 'The price is 7 s old. Orders are possible again as soon as it is live.'],
    [{ kind: 'delayed', seconds: 2 }, 'The price is 2 s old. Orders are possible again as soon as it is live.'],
  ])('cannot be sent while the market is %o, and says why', (state, words) => {
    age = state;
    render(tree());
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy BTC' }).disabled).toBe(true);
  });

  it('shows the price that it began with and what it counts with as old, and as new again', async () => {
    const { rerender } = render(tree());
    await fill('0.5');
    const isDimmed = () => [
      price().hasAttribute('data-dimmed'),
      ...['Total', 'Fee'].map((name) => screen.getByText(name).parentElement?.hasAttribute('data-old')),
    ];
    expect(isDimmed()).toEqual([false, false, false]);
    ticker = { ...TICKER, last: '101' };
    age = { kind: 'delayed', seconds: 7 };
    rerender(tree());
    expect(isDimmed()).toEqual([true, true, true]);
    // A price of one's own is not the market's, and what waits for it costs what it says.
    previewed = async () => spotPreview({ filled: '0', average_price: null, worst_price: null, amount: '0', fee: '0' });
    await fill('0.5', '90');
    await waitFor(() => expect(isDimmed()).toEqual([false, false, false]));
    age = { kind: 'live' };
    rerender(tree());
    expect(isDimmed()).toEqual([false, false, false]);
  });

  describe('the price that it began with', () => {
    const LATER = { ...TICKER, last: '105' };
    afterEach(() => jest.useRealTimers());
    const isDimmed = () => price().hasAttribute('data-dimmed');
    /** Begun at an old price; `act` is what somebody does before the market is live again at another one. */
    async function revived(act: () => Promise<unknown> = async () => undefined) {
      age = { kind: 'frozen' };
      const { rerender } = render(tree());
      expect([price().value, isDimmed()]).toEqual(['100', true]);
      await act();
      ticker = LATER;
      age = { kind: 'live' };
      rerender(tree());
      return rerender;
    }

    it('becomes that of now when the market is live again', async () => {
      await revived();
      expect([price().value, isDimmed()]).toEqual(['105', false]);
    });

    it.each([
      ['the field has the focus', () => userEvent.click(price()), '100'],
      [
        'its buttons have',
        async () => act(() => screen.getByRole('button', { name: 'Raise the price' }).focus()),
        '100',
      ],
      ['it was chosen', async () => fireEvent.change(price(), { target: { value: '90' } }), '90'],
      ['a quantity was entered that it goes with', () => userEvent.type(quantity(), '2'), '100'],
    ])('stays where %s', async (_name, does, stays) => {
      await revived(does);
      expect(price().value).toBe(stays);
    });

    it('is dimmed once the market has left it for a while, and is as before at that price again', async () => {
      jest.useFakeTimers({ doNotFake: ['performance'] });
      const { rerender } = render(tree());
      fireEvent.change(quantity(), { target: { value: '2' } });
      ticker = LATER;
      rerender(tree());
      expect(isDimmed()).toBe(false);
      act(() => jest.advanceTimersByTime(11_000));
      expect([price().value, isDimmed()]).toEqual(['100', true]);
      ticker = TICKER;
      rerender(tree());
      expect(isDimmed()).toBe(false);
    });
  });

  it('takes no order from the moment on at which there is no network, and keeps what was typed', async () => {
    const { rerender } = render(tree());
    await fill('0.5');
    connection = 'offline';
    rerender(tree());
    expect(screen.getByText('You are offline')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy BTC' }).disabled).toBe(true);
    expect(quantity().value).toBe('0.5');
  });

  it('takes no order while there is no order book, and says so', async () => {
    const { rerender } = render(tree());
    await fill('0.5');
    depth = { asks: [], bids: [] };
    rerender(tree());
    expect(screen.getByText(/^The order book is not up to date/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy BTC' }).disabled).toBe(true);
    depth = BOOK;
    rerender(tree());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy BTC' }).disabled).toBe(false);
  });

  it('says in words what the server would refuse, and keeps what was typed', async () => {
    previewed = () => Promise.reject(new CallFailed('refused', 'Insufficient balance', 'spot.insufficient-balance'));
    render(tree());
    await fill('100');
    expect(await screen.findByText('Insufficient balance')).toBeTruthy();
    await press('Buy BTC');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([price().value, quantity().value]).toEqual(['100', '100']);
  });
});

describe('an order that waits in its own way', () => {
  it('is sent as it was chosen, and says what that means', async () => {
    render(tree());
    await userEvent.selectOptions(screen.getByLabelText('Time in force'), 'Post-only');
    expect(screen.getByText('Only waits. Refused if it would execute at once.')).toBeTruthy();
    await fill('0.5', '90');
    const sheet = await ask();
    expect(sheet.getByText('Time in force').parentElement?.textContent).toContain('Post-only');
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.[1]).toMatchObject({ target_price: '90', time_in_force: 'post-only' });
  });

  it('until a date begins with a day from now, and is not sent without a date', async () => {
    render(tree());
    await userEvent.selectOptions(screen.getByLabelText('Time in force'), 'Until a date');
    const until = screen.getByLabelText<HTMLInputElement>(/^Until \(UTC/);
    const ahead = Date.parse(until.value) - Date.now();
    expect(Math.abs(ahead - 86_400_000)).toBeLessThan(120_000);
    await fill('0.5', '90');
    fireEvent.change(until, { target: { value: '' } });
    await press('Buy BTC');
    expect(screen.getByText('Please fill this in')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.change(until, { target: { value: '2099-01-02T03:04' } });
    const sheet = await ask();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.[1]).toMatchObject({
      time_in_force: 'gtd',
      expires_at: String(Date.parse('2099-01-02T03:04')),
    });
  });
});

describe('what waits until a date', () => {
  const date = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
  const until = () => screen.getByLabelText<HTMLInputElement>(/^Until \(/);
  const placed = (path: string) => sent.mock.calls.filter(([called]) => called === path);

  it.each([
    ['Stop', 'spot/stop', { 'Trigger price (USDT)': '90', 'Limit, or empty: market (USDT)': '95' }],
    [
      'OCO',
      'spot/pair',
      { 'Limit price (USDT)': '80', 'Trigger price (USDT)': '110', 'Limit after the trigger (USDT)': '111' },
    ],
    ['Trailing', 'spot/stop', { 'Behind the best price (%)': '5' }],
  ] as const)('%s is not sent without its date, and says it before it is sent with it', async (kind, path, fields) => {
    previewed = async () => ({
      symbol: 'BTC/USDT',
      direction: 'fall',
      trigger_price: '90',
      last: '100',
      frozen: '50',
      balance: '1000',
      balance_after: '950',
      fee_ratio: '0.001',
    });
    render(tree());
    await userEvent.click(screen.getByRole('radio', { name: kind }));
    for (const [label, typed] of Object.entries(fields))
      await userEvent.type(await screen.findByLabelText(label), typed);
    await userEvent.type(screen.getByLabelText(/^(Quantity|Amount) \(/), '50');
    fireEvent.change(date('Time in force'), { target: { value: 'gtd' } });
    expect(Math.abs(Date.parse(until().value) - Date.now() - 86_400_000)).toBeLessThan(120_000);
    fireEvent.change(until(), { target: { value: '' } });
    await press('Buy BTC');
    expect(screen.getByText('Please fill this in')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.change(until(), { target: { value: '2099-01-02T03:04' } });
    await press('Buy BTC');
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByText('Until')).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(placed(path)).toHaveLength(1));
    expect(placed(path)[0]?.[1]).toMatchObject({
      expires_at: String(Date.parse('2099-01-02T03:04')),
      worst_fee_ratio: '0.001',
    });
  });

  it('reads the terms again where the fee is higher than the one that was shown, and sends the new one', async () => {
    const shown = { symbol: 'BTC/USDT', direction: 'fall', trigger_price: '90', last: '100', balance: '1000' };
    previewed = async () => ({ ...shown, frozen: '50.05', balance_after: '949.95', fee_ratio: '0.001' });
    traded = () => Promise.reject(new CallFailed('refused', 'The fee is 0.15% now', 'spot.fee-raised'));
    render(tree());
    await userEvent.click(screen.getByRole('radio', { name: 'Stop' }));
    await userEvent.type(await screen.findByLabelText('Trigger price (USDT)'), '90');
    await userEvent.type(screen.getByLabelText(/^(Quantity|Amount) \(/), '50');
    await press('Buy BTC');
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText(/50\.05/);
    previewed = async () => ({ ...shown, frozen: '50.08', balance_after: '949.92', fee_ratio: '0.0015' });
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    expect(await sheet.findByText('The fee is 0.15% now')).toBeTruthy();
    expect(await sheet.findByText(/50\.08/)).toBeTruthy();
    traded = async () => 'Placed';
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(placed('spot/stop')).toHaveLength(2));
    expect(placed('spot/stop').map(([, fields]) => fields?.worst_fee_ratio)).toEqual(['0.001', '0.0015']);
    expect(new Set(placed('spot/stop').map(([, , options]) => options?.idempotencyKey)).size).toBe(2);
  });

  it('is the same stop while nobody knows what became of it, also once the price is on its other side', async () => {
    const shown = { symbol: 'BTC/USDT', trigger_price: '90', balance: '1000', frozen: '50', balance_after: '950' };
    previewed = async () => ({ ...shown, direction: 'fall', last: '100', fee_ratio: '0.001' });
    traded = () => Promise.reject(new CallFailed('unreachable', 'No connection'));
    render(tree());
    await userEvent.click(screen.getByRole('radio', { name: 'Stop' }));
    await userEvent.type(await screen.findByLabelText('Trigger price (USDT)'), '90');
    await userEvent.type(screen.getByLabelText(/^(Quantity|Amount) \(/), '50');
    await screen.findByText(/falls/);
    await press('Buy BTC');
    const first = within(await screen.findByRole('dialog'));
    await userEvent.click(first.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(placed('spot/stop').length).toBeGreaterThan(0));
    previewed = async () => ({ ...shown, direction: 'rise', last: '80', fee_ratio: '0.001' });
    await userEvent.click(await first.findByRole('button', { name: 'Back' }));
    await screen.findByText(/rises/, undefined, { timeout: 10_000 });
    traded = async () => 'Placed';
    await press('Buy BTC');
    const second = within(await screen.findByRole('dialog'));
    expect(second.getByText(/falls/)).toBeTruthy();
    await userEvent.click(second.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(placed('spot/stop').length).toBeGreaterThan(1));
    const sent = placed('spot/stop').map(([, fields, options]) => [fields?.direction, options?.idempotencyKey]);
    expect(new Set(sent.map(String)).size).toBe(1);
    expect(sent[0]?.[0]).toBe('fall');
  });

  it('keeps the date as it was typed, also where it is none', async () => {
    render(tree());
    await userEvent.click(screen.getByRole('radio', { name: 'Stop' }));
    fireEvent.change(await screen.findByLabelText('Time in force'), { target: { value: 'gtd' } });
    expect(screen.getByText(/^What still waits at this moment ends, and/)).toBeTruthy();
    // A year too long, and years that a date passes through while another one is typed; their zones had seconds.
    for (const typed of ['12026-01-02T03:04', '0002-01-02T03:04', '0202-01-02T03:04', '2099-01-02T03:04']) {
      fireEvent.change(until(), { target: { value: typed } });
      expect(until().value).toBe(typed);
    }
  });

  it('names the zone that the date is in, which is not always the one of today', async () => {
    render(tree());
    await userEvent.click(screen.getByRole('radio', { name: 'Stop' }));
    fireEvent.change(await screen.findByLabelText('Time in force'), { target: { value: 'gtd' } });
    const zone = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
      return this.getUTCFullYear() === 2099 ? 300 : 240;
    });
    try {
      fireEvent.change(until(), { target: { value: '2099-01-02T03:04' } });
      expect(screen.getByLabelText('Until (UTC-5)')).toBeTruthy();
    } finally {
      zone.mockRestore();
    }
  });

  it('what a purchase leaves may have a date of its own', async () => {
    render(tree());
    await fill('0.5', '90');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Take-profit and stop-loss' }));
    await userEvent.type(screen.getByLabelText('Take-profit (USDT)'), '120');
    fireEvent.change(date('Take-profit and stop-loss until'), { target: { value: 'gtd' } });
    fireEvent.change(until(), { target: { value: '2099-01-02T03:04' } });
    expect(screen.getByText(/If the purchase has not ended by then, nothing is placed/)).toBeTruthy();
    const sheet = await ask();
    expect(sheet.getByText('Take-profit and stop-loss until')).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.[1]).toMatchObject({
      take_profit_price: '120',
      exit_expires_at: String(Date.parse('2099-01-02T03:04')),
    });
    expect(orders()[0]?.[1]).not.toHaveProperty('expires_at');
  });
});

describe('a market order for an amount', () => {
  it('is entered in the other currency, by hand or as one of the usual amounts, and sent so', async () => {
    render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await press('Enter it in USDT');
    await press('500');
    expect(screen.getByLabelText<HTMLInputElement>('Amount (USDT)').value).toBe('500');
    const sheet = await ask();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.[1]).toMatchObject({ amount: '500', amount_of: 'quote', target_price: '0' });
  });

  it('of a part of the balance is that part of it, and of one’s coins a number of coins', async () => {
    render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await press('Enter it in USDT');
    await press('25%');
    expect(screen.getByLabelText<HTMLInputElement>('Amount (USDT)').value).toBe('250');
    await userEvent.click(screen.getByLabelText('Sell'));
    await press('50%');
    expect(quantity().value).toBe('1');
  });
});

describe('the confirmation', () => {
  it('sends exactly what was looked at, once, with the worst price that was shown', async () => {
    let finish = (_words: string) => {};
    traded = () => new Promise((resolve) => (finish = resolve));
    render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await fill('0.5');
    const sheet = await ask();
    expect(sheet.getByText('Balance afterwards').parentElement?.textContent).toContain('949.95 USDT');
    expect(sheet.getByText('Worst price').parentElement?.textContent).toContain('100.10 USDT');
    const confirm = sheet.getByRole('button', { name: 'Confirm' });
    await userEvent.dblClick(confirm);
    expect(orders()).toHaveLength(1);
    const [, fields, options] = orders()[0] ?? [];
    expect(fields).toEqual({
      currency_id: 1,
      legal_id: 3,
      account_type: 'real_account',
      type: '1',
      amount: '0.5',
      target_price: '0',
      worst_price: '100.1',
      worst_fee_ratio: '0.001',
    });
    expect(options?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    await act(async () => finish('Submit success'));
    expect(quantity().value).toBe('');
  });

  it('shows its figures as old, and cannot be sent, once the price is no more of now', async () => {
    const { rerender } = render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await fill('0.5');
    const sheet = await ask();
    const isOld = () => sheet.getByText('Balance afterwards').closest('[data-old]') !== null;
    expect(isOld()).toBe(false);
    age = { kind: 'delayed', seconds: 3 };
    rerender(tree());
    await waitFor(() => expect(isOld()).toBe(true));
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true);
  });

  it('shows the new price when it has moved, with everything typed still there', async () => {
    traded = () => Promise.reject(new CallFailed('refused', 'moved', 'spot.price-moved'));
    render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await fill('0.5');
    const sheet = await ask();
    previewed = async () => spotPreview({ average_price: '103', worst_price: '103', amount: '51.5' });
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    expect(
      await sheet.findByText('The price has moved. The figures above are the new ones; nothing was ordered.'),
    ).toBeTruthy();
    await waitFor(() => expect(sheet.getByText('Average price').parentElement?.textContent).toContain('103'));
    expect(quantity().value).toBe('0.5');
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm at the new price' }));
    expect(orders().map(([, fields]) => fields?.worst_price)).toEqual(['100.1', '103.1']);
    // Another price is another command.
    expect(new Set(orders().map(([, , options]) => options?.idempotencyKey)).size).toBe(2);
  });

  it.each(['Market', 'Limit'])(
    'of an order at the %s reads the terms again where the fee is higher than the one that was shown',
    async (kind) => {
      const read = jest.spyOn(QueryClient.prototype, 'invalidateQueries');
      traded = () => Promise.reject(new CallFailed('refused', 'The fee is 0.15% now', 'spot.fee-raised'));
      render(tree());
      await userEvent.click(screen.getByLabelText(kind));
      await fill('0.5');
      const sheet = await ask();
      previewed = async () => spotPreview({ fee: '0.075', fee_ratio: '0.0015' });
      await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
      expect(await sheet.findByText('The fee is 0.15% now')).toBeTruthy();
      await waitFor(() => expect(sheet.getByText('Fee').parentElement?.textContent).toContain('0.075 USDT'));
      expect(read).toHaveBeenCalledWith({ queryKey: ['own', 'spot', 'desk', 1, 3, 'real_account'] });
      expect(quantity().value).toBe('0.5');
      traded = async () => 'Submit success';
      await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(quantity().value).toBe(''));
      expect(orders().map(([, fields]) => fields?.worst_fee_ratio)).toEqual(['0.001', '0.0015']);
      // At another fee it is another command.
      expect(new Set(orders().map(([, , options]) => options?.idempotencyKey)).size).toBe(2);
      read.mockRestore();
    },
  );

  it('says what all of a limit order costs by the fee that it sends', async () => {
    previewed = async () =>
      spotPreview({ filled: '0', average_price: null, worst_price: null, amount: '0', fee: '0', fee_ratio: '0.002' });
    render(tree());
    await fill('0.5', '90');
    const sheet = await ask();
    // 45 USDT, and two thousandths of it.
    await waitFor(() => expect(sheet.getByText('Fee').parentElement?.textContent).toContain('0.09 USDT'));
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(orders()).toHaveLength(1));
    expect(orders()[0]?.[1]).toMatchObject({ worst_fee_ratio: '0.002' });
  });

  it('finds out by itself what became of an order, under the same key', async () => {
    const outcomes = [new CallFailed('timeout', ''), new CallFailed('unreachable', ''), null];
    traded = async () => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      return 'Submit success';
    };
    render(tree());
    await fill('0.5');
    const sheet = await ask();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    expect(await sheet.findByText('Checking with the server…')).toBeTruthy();
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders()).toHaveLength(3);
    expect(orders().map(([, , options]) => options?.isAutomatic)).toEqual([false, true, true]);
    expect(new Set(orders().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  });

  it('stays open until it is known what became of the order', async () => {
    let finish = (_words: string) => {};
    traded = () => new Promise((resolve) => (finish = resolve));
    render(tree());
    await fill('0.5');
    const sheet = await ask();
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await act(async () => finish('Submit success'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(orders()).toHaveLength(1);
  });

  /** What the page does by itself in that time after the press. */
  async function confirmAndWait(sheet: ReturnType<typeof within>, milliseconds: number): Promise<void> {
    jest.useFakeTimers({ doNotFake: ['Date', 'performance'] });
    fireEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await act(() => jest.advanceTimersByTimeAsync(milliseconds));
    jest.useRealTimers();
  }

  it('goes on asking what became of an order while the server is not there, under the one key', async () => {
    const outcomes = [
      new CallFailed('unreachable', ''),
      new CallFailed('refused', 'Not now', 'request.unavailable'),
      new CallFailed('refused', 'Slower', 'request.too-many'),
    ];
    traded = async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return 'Submit success';
    };
    render(tree());
    await fill('0.5');
    const sheet = await ask();
    await confirmAndWait(sheet, 10_000);
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders()).toHaveLength(4);
    expect(new Set(orders().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  }, 60_000);

  it('keeps the key of an order without an answer when its session is over by the next try', async () => {
    const outcomes = [new CallFailed('unreachable', ''), new CallFailed('session', 'Log in again')];
    traded = async () => {
      const outcome = outcomes.shift();
      if (outcome) throw outcome;
      return 'Submit success';
    };
    render(tree());
    await fill('0.5');
    const sheet = await ask();
    await confirmAndWait(sheet, 10_000);
    expect(orders()).toHaveLength(2);
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders()).toHaveLength(3);
    expect(new Set(orders().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  }, 60_000);

  it('tells that nobody knows what became of an order, whatever a later try of it is refused for', async () => {
    const outcomes = [
      new CallFailed('unreachable', ''),
      new CallFailed('refused', 'The market is closed', 'market.closed'),
    ];
    traded = () => Promise.reject(outcomes.shift());
    render(tree());
    await fill('0.5');
    const sheet = await ask();
    await confirmAndWait(sheet, 10_000);
    expect(sheet.getByRole('alert').textContent).toMatch(/^The server could not be reached/);
    expect(orders()).toHaveLength(2);
  }, 60_000);

  it('sends an order that nobody knows the outcome of again as it was, although its sheet was closed meanwhile', async () => {
    traded = () => Promise.reject(new CallFailed('timeout', ''));
    render(tree());
    await userEvent.click(screen.getByLabelText('Market'));
    await fill('0.5');
    let sheet = await ask();
    await confirmAndWait(sheet, 90_000);
    expect(sheet.getByRole('alert').textContent).toMatch(/^The server could not be reached/);
    await userEvent.click(sheet.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    traded = async () => 'Submit success';
    previewed = async () => spotPreview({ average_price: '103', worst_price: '103', amount: '51.5' });
    sheet = await ask();
    await waitFor(() => expect(sheet.getByText('Average price').parentElement?.textContent).toContain('103'));
    expect(sheet.queryByRole('alert')).toBeNull();
    // The worst price that goes with it is that of before, and stands there.
    const worst = String(orders()[0]?.[1]?.worst_price);
    expect(sheet.getByText('Worst price').parentElement?.textContent).toContain(worst);
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders().at(-1)).toEqual(orders()[0]);
  }, 60_000);

  it.each([
    ['its user has been away for two hours', () => jest.setSystemTime(Date.now() + 7_200_000)],
    ['somebody else is logged in', logInAnother],
  ])(
    'sends an order that nobody knows the outcome of no more by itself once %s',
    async (_what, happens) => {
      traded = () => Promise.reject(new CallFailed('timeout', ''));
      render(tree());
      await userEvent.click(screen.getByLabelText('Market'));
      // Whoever is logged in asks for more than a guest.
      jest.mocked(get).mockImplementation(async (path) => (path.includes('product') ? { products: [] } : []));
      await fill('0.25');
      const sheet = await ask();
      jest.useFakeTimers({ doNotFake: ['performance'] });
      fireEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
      await act(() => jest.advanceTimersByTimeAsync(1000));
      expect(orders()).toHaveLength(1);
      act(happens);
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      jest.useRealTimers();
      expect(orders()).toHaveLength(1);
      endSession();
    },
    60_000,
  );
});
