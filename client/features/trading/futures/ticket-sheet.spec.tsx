import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { DepthLevel } from '../../../../server/contract/markets/markets.dto';
import type { FuturesMarginMode } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { CallFailed } from '../../../platform/api';
import * as api from '../../../platform/api';
import type * as channels from '../../../platform/use-channel';
import type { useChannel } from '../../../platform/use-channel';
import { serverNow } from '../../../platform/server-clock';
import { connection } from '../../../platform/socket';
import { FUTURES_MARKET, FUTURES_PREVIEW, FUTURES_PRODUCT, FUTURES_TICKER } from '../../../test/samples/futures';
import type { Market } from '../../markets/market-list';
import { leverageEffect } from '../futures-account';
import { TicketSheet } from './ticket-sheet';
import { useTicket } from './use-ticket';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

let price = '60000';
/** What the future was traded at last. */
let last = '60000';
let openFeeRatio: string | null = '0.0005';
let status = 'live';
let waits = false;
let balanceAfter = '879.7';
let liquidationIsShared = false;
let marginMode: FuturesMarginMode = 'isolated';
let book: { bids: DepthLevel[]; asks: DepthLevel[] } | null = null;
let answer: () => Promise<unknown>;
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: (...asked: Parameters<typeof useChannel>) =>
    asked[0] === 'markets.depth' && book
      ? { status: 'live', state: book, at: 0, refusal: null }
      : jest.requireActual<typeof channels>('../../../platform/use-channel').useChannel(...asked),
}));
const done = jest.fn();

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  connection.set({ state: 'live', since: serverNow(), heardAt: null });
  queries = new QueryClient();
  price = '60000';
  last = '60000';
  openFeeRatio = '0.0005';
  status = 'live';
  waits = false;
  book = null;
  balanceAfter = '879.7';
  liquidationIsShared = false;
  marginMode = 'isolated';
  answer = async () => 'Submitted';
  done.mockReset();
  post.mockReset();
  post.mockImplementation((path) =>
    path === 'lever/submit'
      ? answer()
      : Promise.resolve({ ...FUTURES_PREVIEW, price, openFeeRatio, waits, balanceAfter, liquidationIsShared }),
  );
});

function Sheet({ stopped, inline, opened }: { stopped: string | null; inline: boolean; opened: boolean }) {
  const ticket = useTicket(
    FUTURES_PRODUCT,
    { baseId: 1, quoteId: 3 },
    { marginMode, newUntil: null },
    { opened: 'long', last },
  );
  return (
    <TicketSheet
      opened={opened}
      inline={inline}
      onClose={done}
      market={{
        ...FUTURES_MARKET,
        ticker: { ...FUTURES_TICKER, last, status, pricedAt: serverNow() } as Market['ticker'],
      }}
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

let queries = new QueryClient();

const Page = ({ stopped = null, inline = false, opened = true }: Partial<Parameters<typeof Sheet>[0]>) => (
  <MantineProvider env="test">
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <Sheet stopped={stopped} inline={inline} opened={opened} />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

function show(stopped: string | null = null, inline = false) {
  render(<Page stopped={stopped} inline={inline} />);
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const submitted = () => post.mock.calls.filter(([path]) => path === 'lever/submit');

/** The figures are those of the order as it stands now. */
const answered = () =>
  waitFor(() => expect(screen.getByText('879.70').closest('dl')?.hasAttribute('data-former')).toBe(false), {
    timeout: 3000,
  });

async function review() {
  show();
  await userEvent.clear(await screen.findByLabelText('Lots'));
  await userEvent.type(screen.getByLabelText('Lots'), '7');
  await answered();
  await userEvent.click(button('Next'));
}

describe('the order ticket', () => {
  it('sends what was confirmed, with the worst price that was shown', async () => {
    await review();
    expect(screen.getByText('60,060.00')).toBeTruthy();
    expect(screen.queryByText('By all your longs together')).toBeNull();
    await userEvent.click(button('Open long'));
    const [[, body, options]] = submitted() as [[string, object, { idempotencyKey: string }]];
    expect(body).toEqual({
      account_type: 'real_account',
      currency_id: 1,
      legal_id: 3,
      type: '1',
      share: 7,
      multiple: 5,
      margin_mode: 'isolated',
      status: '1',
      worst_price: '60060',
      worst_fee_ratio: '0.0005',
    });
    expect(options.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('says that liquidation goes by all of the side, where there is more', async () => {
    liquidationIsShared = true;
    await review();
    expect(screen.getByText('By all your longs together')).toBeTruthy();
  });

  it('says that the price moved, shows the new one, and keeps everything', async () => {
    answer = () => Promise.reject(new CallFailed('refused', 'The price has moved to 61000', 'futures.price-moved'));
    await review();
    price = '61000';
    await userEvent.click(button('Open long'));
    expect(screen.getByText('The price has moved to 61000')).toBeTruthy();
    await screen.findByText('61,061.00', undefined, { timeout: 5000 });
    expect(done).not.toHaveBeenCalled();
    await userEvent.click(button('Change'));
    expect(screen.getByLabelText<HTMLInputElement>('Lots').value).toBe('7');
  }, 15_000);

  it('says that the fee is higher by now, shows the new one, keeps everything, and sends that one then', async () => {
    answer = () => Promise.reject(new CallFailed('refused', 'The fee is 0.07% now', 'futures.fee-raised'));
    await review();
    expect(screen.getByText('Fee (0.05%)')).toBeTruthy();
    openFeeRatio = '0.0007';
    await userEvent.click(button('Open long'));
    expect(await screen.findByText('The fee is 0.07% now')).toBeTruthy();
    // At once, and not when the preview would be asked for again.
    expect(await screen.findByText('Fee (0.07%)', undefined, { timeout: 2000 })).toBeTruthy();
    expect(done).not.toHaveBeenCalled();
    answer = async () => 'Submitted';
    await userEvent.click(button('Open long'));
    expect(submitted().map(([, body]) => body)).toEqual([
      expect.objectContaining({ share: 7, worst_fee_ratio: '0.0005' }),
      expect.objectContaining({ share: 7, worst_fee_ratio: '0.0007' }),
    ]);
    expect(new Set(submitted().map(([, , options]) => options?.idempotencyKey)).size).toBe(2);
  }, 15_000);

  it('sends no fee where nothing is opened', async () => {
    openFeeRatio = null;
    await review();
    await userEvent.click(button('Open long'));
    expect(submitted()[0]?.[1]).not.toHaveProperty('worst_fee_ratio');
  });

  it('sends once while it is on its way, and the same again when nobody knows what became of it', async () => {
    let fail = (_failure: Error) => {};
    answer = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    await review();
    await userEvent.click(button('Open long'));
    await userEvent.click(document.querySelector<HTMLElement>('[data-loading]') as HTMLElement).catch(() => undefined);
    expect(submitted()).toHaveLength(1);
    await act(async () => fail(new CallFailed('timeout', '')));
    // The price is another one now; what may have been done already is sent again as it was, which is what is shown.
    const worst = String(submitted()[0]?.[1]?.worst_price);
    price = '62000';
    await screen.findByText('62,000.00', undefined, { timeout: 5000 });
    expect(screen.getByText(`${worst.replace(/^(\d\d)/, '$1,')}.00`)).toBeTruthy();
    expect(screen.queryByText('62,062.00')).toBeNull();
    answer = async () => 'Submitted';
    await userEvent.click(button('Open long'));
    const [first, second] = submitted();
    expect(second).toEqual(first);
  }, 15_000);

  describe('while an order is on its way', () => {
    const send = async (inline: boolean) => {
      let finish: (words: string) => void = () => undefined;
      answer = () => new Promise((resolve) => (finish = resolve));
      const shown = render(<Page inline={inline} />);
      // On the page nothing is asked before somebody turns to the ticket.
      const lots = await screen.findByLabelText('Lots');
      await userEvent.clear(lots);
      await userEvent.type(lots, '7');
      await answered();
      await userEvent.click(button('Next'));
      await userEvent.click(button('Open long'));
      return { ...shown, finish: () => act(async () => finish('Submitted')) };
    };

    it('is not left, and shut by the answer', async () => {
      const { finish } = await send(false);
      await userEvent.keyboard('{Escape}');
      expect([screen.queryByLabelText('Lots'), done.mock.calls.length]).toEqual([null, 0]);
      await finish();
      expect(done).toHaveBeenCalledTimes(1);
    });

    it('is not left where it stands on the page', async () => {
      const { finish } = await send(true);
      done.mockClear();
      await userEvent.click(button('Back'));
      expect(screen.queryByLabelText('Lots')).toBeNull();
      await finish();
      expect(screen.getByLabelText<HTMLInputElement>('Lots').value).toBe('1');
    });

    it('keeps what is typed for another one, where it was shut meanwhile', async () => {
      const { finish, rerender } = await send(false);
      rerender(<Page opened={false} />);
      rerender(<Page />);
      const lots = await screen.findByLabelText('Lots');
      await userEvent.clear(lots);
      await userEvent.type(lots, '5');
      await finish();
      expect([screen.getByLabelText<HTMLInputElement>('Lots').value, done.mock.calls.length]).toEqual(['5', 0]);
    });
  });

  it('cannot be reviewed with too little money, and says so', async () => {
    balanceAfter = '-1';
    show();
    await screen.findByText(/There is not enough/, undefined, { timeout: 3000 });
    expect(button('Next').disabled).toBe(true);
  });

  it('is shut while the market takes no risk, with the reason', () => {
    show('Trading is halted.');
    expect(screen.getByText('Trading is halted.')).toBeTruthy();
    expect(button('Next').disabled).toBe(true);
  });

  it('shows at the field what the server refuses, and keeps what was typed', async () => {
    post.mockRejectedValue(new CallFailed('refused', 'Leave some for the others', 'futures.lots'));
    show();
    expect(await screen.findByText('Leave some for the others', undefined, { timeout: 3000 })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Lots').value).toBe('1');
    // It was said of the order as it stood.
    fireEvent.change(screen.getByLabelText('Lots'), { target: { value: '2' } });
    expect(screen.queryByText('Leave some for the others')).toBeNull();
  });

  const row = (name: string) => screen.getByText(name).parentElement;
  const isOld = (name: string) => row(name)?.closest('dl')?.hasAttribute('data-old');

  it.each([
    ['live', false],
    ['stale', true],
  ])('by a price that is %s shows its figures accordingly, in every step', async (now, old) => {
    status = now;
    show(old ? 'The price is not up to date.' : null);
    await answered();
    expect([isOld('Estimated price'), /Delayed/.test(row('Estimated price')?.textContent ?? '')]).toEqual([old, old]);
    await userEvent.click(screen.getByRole('button', { name: /Leverage/ }));
    expect([isOld('To liquidation'), screen.queryAllByText(/^Delayed/).length > 0]).toEqual([old, old]);
    expect(screen.queryAllByText('The price is not up to date.')).toHaveLength(old ? 1 : 0);
    await userEvent.click(screen.getByRole('button', { name: /^Use/ }));
    await userEvent.click(screen.getByLabelText('Limit'));
    expect([/Last price: .*Delayed/.test(document.body.textContent ?? '')]).toEqual([old]);
  });

  it('shows what an order that waits costs as new, whatever the price is', async () => {
    status = 'stale';
    waits = true;
    show();
    await answered();
    expect(isOld('Value')).toBe(false);
  });

  it('says what leverage does before it is chosen', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: /Leverage/ }));
    await userEvent.click(screen.getByLabelText('10x'));
    // 0.01 at 60,000 with 10x: 60 of margin.
    expect(screen.getAllByText('60.00')).toHaveLength(2);
    await userEvent.click(button('Use 10x'));
    expect(screen.getByText('10x')).toBeTruthy();
  });

  it('says where a cross order ends as the server does, by all that is open, and nothing before', async () => {
    marginMode = 'cross';
    // Another cross position loses: the order ends nearer than its own margin says.
    post.mockImplementation(async (_path, body) => ({
      ...FUTURES_PREVIEW,
      marginMode: 'cross',
      liquidationPriceAfter: body?.multiple === 10 ? '58800' : '58500',
      liquidationIsEstimate: true,
    }));
    show();
    await userEvent.click(screen.getByRole('button', { name: /Leverage/ }));
    await userEvent.click(screen.getByLabelText('10x'));
    const own = leverageEffect({ side: 'long', lots: 1, price: '60000', leverage: 10 }, FUTURES_PRODUCT).liquidation;
    const shown = () => [row('Liquidation'), row('To liquidation')].map((each) => each?.textContent);
    expect(own).toMatch(/^54/);
    expect(shown()).toEqual(['Liquidation—', 'To liquidation—']);
    await waitFor(() => expect(shown()).toEqual(['Liquidation58,800.00Estimate', 'To liquidation2.00%']), {
      timeout: 3000,
    });
    expect(post).toHaveBeenCalledWith(
      'futures/preview',
      expect.objectContaining({ multiple: 10, margin_mode: 'cross', share: 1 }),
      expect.anything(),
    );
  });
});

describe('an order for an amount', () => {
  const sentLots = () => submitted().map(([, body]) => body?.share);
  async function enter(amount: string) {
    await userEvent.click(await screen.findByRole('button', { name: 'Enter it in USDT' }));
    await userEvent.type(screen.getByLabelText('Value'), amount);
  }

  it('is still there after another step', async () => {
    show();
    await enter('6000');
    await userEvent.click(screen.getByRole('button', { name: /Leverage/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Use/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Value').value.replaceAll(',', '')).toBe('6000');
    expect(screen.getByText('= 10 lots · 0.1 BTC')).toBeTruthy();
  });

  it('sends the lots that were confirmed, whatever the price is by then, and follows it before and after', async () => {
    const { rerender } = render(<Page />);
    const again = () => act(async () => rerender(<Page />));
    await enter('6000');
    await answered();
    await userEvent.click(button('Next'));
    expect(screen.getByText('Lots').closest('div')?.textContent).toContain('10 · ');
    last = '90000';
    await again();
    expect(screen.getByText('Lots').closest('div')?.textContent).toContain('10 · ');
    await userEvent.click(button('Change'));
    expect(screen.getByText('= 6 lots · 0.06 BTC')).toBeTruthy();
    await answered();
    await userEvent.click(button('Next'));
    last = '60000';
    await again();
    await userEvent.click(button('Open long'));
    expect(sentLots()).toEqual([6]);
  }, 15_000);

  it('keeps its figures while its lots follow the price, and goes on by none but those of its own lots', async () => {
    let give = (_preview: object) => {};
    post.mockImplementation((path, body) => {
      if (path === 'lever/submit') return answer();
      if (body?.share === 10) return Promise.resolve({ ...FUTURES_PREVIEW, balanceAfter: '879.7' });
      return new Promise((done) => {
        give = done;
      });
    });
    const asked = () => post.mock.calls.filter(([path]) => path === 'futures/preview').map(([, body]) => body?.share);
    const { rerender } = render(<Page />);
    await enter('6000');
    await answered();
    last = '90000';
    await act(async () => rerender(<Page />));
    expect(screen.getByText('= 6 lots · 0.06 BTC')).toBeTruthy();
    expect(screen.getByText('879.70').closest('dl')?.hasAttribute('data-former')).toBe(true);
    await userEvent.click(button('Next'));
    await waitFor(() => expect(asked()).toContain(6), { timeout: 3000 });
    expect([screen.queryByText('879.70') !== null, screen.queryByRole('button', { name: 'Open long' })]).toEqual([
      true,
      null,
    ]);
    await act(async () => give({ ...FUTURES_PREVIEW, lots: 6, balanceAfter: '500.1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Open long' }));
    expect([screen.queryByText('879.70'), sentLots()]).toEqual([null, [6]]);
  }, 15_000);

  it('shows nothing of the other side, nor of what cannot be read', async () => {
    render(<Page />);
    await enter('6000');
    await answered();
    await userEvent.click(button('Short'));
    expect(screen.queryByText('879.70')).toBeNull();
    await answered();
    await userEvent.type(screen.getByLabelText('Value'), 'x');
    expect(screen.queryByText('879.70')).toBeNull();
  });

  it('keeps the lots of an order of which nobody knows what became', async () => {
    answer = () => Promise.reject(new CallFailed('timeout', ''));
    const { rerender } = render(<Page />);
    await enter('6000');
    await answered();
    await userEvent.click(button('Next'));
    await userEvent.click(button('Open long'));
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    last = '90000';
    await act(async () => rerender(<Page />));
    await answered();
    await userEvent.click(button('Next'));
    await userEvent.click(button('Open long'));
    expect(sentLots()).toEqual([10, 10]);
    expect(new Set(submitted().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
  }, 15_000);
});

describe('the book beside what is entered', () => {
  it('makes the price that is tapped the limit of the order', async () => {
    book = { asks: [['60001.5', '2']], bids: [['59998.5', '1']] };
    show();
    const asks = screen.getByRole('list', { name: 'Asks' });
    await userEvent.click(within(asks).getByRole('button', { name: /60,001\.50/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Limit').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Limit price').value.replaceAll(',', '')).toBe('60001.5');
    expect(screen.getByLabelText('Step of the order book')).toBeTruthy();
  });

  it('is not there a second time where the ticket stands on the page', () => {
    show(null, true);
    expect(screen.queryByRole('list', { name: 'Asks' })).toBeNull();
  });
});

describe('the switch that only reduces', () => {
  async function reducing() {
    show();
    await userEvent.click(await screen.findByLabelText('Reduce-only'));
  }

  it('says what it does and greys what does not apply', async () => {
    show();
    await userEvent.click(await screen.findByLabelText('Take-profit and stop-loss'));
    await userEvent.type(screen.getByLabelText('Take-profit'), '61000');
    await userEvent.click(screen.getByLabelText('Reduce-only'));
    expect(screen.getByText(/^Only closes lots that are open on the other side/)).toBeTruthy();
    expect(screen.getByText('Open on the other side: 4 lots')).toBeTruthy();
    expect(screen.getByText('Leverage').closest('button')?.disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Take-profit and stop-loss').disabled).toBe(true);
    expect(screen.queryByLabelText('Take-profit')).toBeNull();
    expect(screen.queryByText('Liquidation')).toBeNull();
    // What was typed is not lost.
    await userEvent.click(screen.getByLabelText('Reduce-only'));
    expect(screen.getByLabelText<HTMLInputElement>('Take-profit').value.replaceAll(',', '')).toBe('61000');
  });

  it('is sent with the order, without stops, and stays on for the next one', async () => {
    post.mockImplementation((path) =>
      path === 'lever/submit'
        ? answer()
        : Promise.resolve({ ...FUTURES_PREVIEW, lots: 4, realisedProfit: '-7.5', balanceAfter: '1007.5' }),
    );
    await reducing();
    await userEvent.clear(screen.getByLabelText('Lots'));
    await userEvent.type(screen.getByLabelText('Lots'), '9');
    await screen.findByText('1,007.50', { exact: false }, { timeout: 3000 });
    await userEvent.click(button('Next'));
    // Cut to what is open, with what it brings.
    expect((await screen.findByText('Lots to close')).closest('div')?.textContent).toBe('Lots to close4 lots');
    expect(screen.getByText('Realised profit').closest('div')?.textContent).toContain('7.50');
    expect(screen.queryByText(/The platform is the other side/)).toBeNull();
    await userEvent.click(button('Buy, reduce shorts'));
    const [[, body]] = submitted() as [[string, Record<string, unknown>]];
    expect(body).toMatchObject({ reduce_only: '1', share: 9, type: '1', worst_price: '60060' });
    expect(body).not.toHaveProperty('target_profit_price');
    expect(done).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText<HTMLInputElement>('Reduce-only').checked).toBe(true);
  });

  it('shows why the server does not take it', async () => {
    post.mockRejectedValue(new CallFailed('refused', 'Nothing is open on the other side', 'futures.nothing-to-reduce'));
    await reducing();
    await screen.findByText('Nothing is open on the other side', undefined, { timeout: 3000 });
  });

  it('is not said of an order that opens', async () => {
    await review();
    await userEvent.click(button('Open long'));
    const [[, body]] = submitted() as [[string, object]];
    expect(body).not.toHaveProperty('reduce_only');
  });
});
