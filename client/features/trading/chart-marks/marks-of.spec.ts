import type { FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import type { SpotOrderView, SpotOwnFillView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { futuresFills, futuresLines } from './futures-marks-of';
import { exitLines, fillMarks, orderLines, stopLines } from './spot-marks-of';

const order = (part: Partial<SpotOrderView>) =>
  ({
    id: '7',
    symbol: 'BTC/USDT',
    type: 1,
    target_price: '60000',
    trade_amount: '1.5',
    filled_amount: '0.25',
    ...part,
  }) as SpotOrderView;

const position = (part: Partial<FuturesPositionView>) =>
  ({
    positionId: 'p',
    market: 'BTC/USDT',
    side: 'long',
    state: 'holding',
    limitPrice: null,
    entryPrice: '60000',
    takeProfit: null,
    stopLoss: null,
    openedAt: 1000,
    closedAt: null,
    closePrice: null,
    ...part,
  }) as FuturesPositionView;

const words = {
  entry: () => 'entry',
  order: () => 'order',
  stop: (stop: string) => stop,
  liquidation: 'liquidation',
  closing: ({ lots }: { lots: number }) => `closes ${lots}`,
};

describe('spot orders on the chart', () => {
  const asked = { symbol: 'BTC/USDT', words: (_: SpotOrderView, rest: string) => `rest ${rest}` };

  it('are the waiting limit orders of the market, and each is asked about where it is dropped', () => {
    const onDrop = jest.fn();
    const mine = order({});
    const lines = orderLines(
      [
        mine,
        order({ id: '8', symbol: 'ETH/USDT' }),
        order({ id: '9', target_price: '0' }),
        order({ id: '10', type: 2 }),
      ],
      { ...asked, onDrop },
    );
    expect(lines).toMatchObject([
      { key: 'order-7', price: '60000', words: 'rest 1.25', tone: 'gain' },
      { key: 'order-10', tone: 'loss' },
    ]);
    lines[0]?.onDrop?.('59000.5');
    expect(onDrop).toHaveBeenCalledWith(mine, '59000.5');
  });

  it('stops are those that wait in the market, where they are triggered, and those that stay there can be dragged', () => {
    const stop = {
      id: '3',
      symbol: 'BTC/USDT',
      status: 'waiting',
      trigger_price: '55000',
      target_price: '54000',
      quantity: '2',
      cost: null,
      watermark: null,
      triggered_price: null,
      amendments: 0,
    } as SpotStopView;
    const onDrop = jest.fn();
    const lines = stopLines(
      [
        stop,
        { ...stop, id: '4', quantity: null, cost: '500', watermark: '60000' },
        { ...stop, id: '5', symbol: 'ETH/USDT' },
        { ...stop, id: '6', status: 'triggered' },
        { ...stop, id: '7', status: 'cancelled' },
      ],
      { symbol: 'BTC/USDT', words: ({ id }, size) => `${id} of ${size}`, onDrop },
    );
    expect(lines).toEqual([
      { key: 'stop-3', price: '55000', words: '3 of 2', tone: 'accent', onDrop: expect.any(Function) },
      { key: 'stop-4', price: '55000', words: '4 of 500', tone: 'accent' },
    ]);
    lines[0]?.onDrop?.('54500');
    expect(onDrop).toHaveBeenCalledWith(stop, '54500');
    const still = [{ ...stop, triggered_price: '54999' }];
    expect(stopLines(still, { symbol: 'BTC/USDT', words: () => '', onDrop })[0]?.onDrop).toBeUndefined();
  });

  it('leave behind what waits with them, and each price is asked about where it is dropped', () => {
    const exit = {
      take_profit_price: '70000',
      stop_loss_price: '50000',
      expires_at: null,
      status: 'waiting',
      amendments: 0,
    } as const;
    const open = (part: Partial<SpotOrderView>) => order({ status: 1, exit, ...part });
    const onDrop = jest.fn();
    const mine = open({});
    const lines = exitLines(
      [
        mine,
        open({ id: '8', exit: { ...exit, take_profit_price: null } }),
        open({ id: '9', exit: { ...exit, status: 'cancelled' } }),
        open({ id: '10', exit: null }),
        open({ id: '11', symbol: 'ETH/USDT' }),
      ],
      { symbol: 'BTC/USDT', words: (kind) => kind, onDrop },
    );
    const dragged = { tone: 'accent', onDrop: expect.any(Function) };
    expect(lines).toEqual([
      { key: 'takeProfit-7', price: '70000', words: 'takeProfit', ...dragged },
      { key: 'stopLoss-7', price: '50000', words: 'stopLoss', ...dragged },
      { key: 'stopLoss-8', price: '50000', words: 'stopLoss', ...dragged },
    ]);
    lines[0]?.onDrop?.('71000');
    lines[1]?.onDrop?.('49000');
    expect(onDrop.mock.calls).toEqual([
      [mine, 'take_profit_price', '71000'],
      [mine, 'stop_loss_price', '49000'],
    ]);
    const fixed = [
      // Of a server of the version before, which does not change it; of a purchase that has ended, whose stops are about to be placed.
      open({ exit: { ...exit, amendments: undefined } as unknown as SpotOrderView['exit'] }),
      open({ status: 2 }),
    ];
    const still = exitLines(fixed, { symbol: 'BTC/USDT', words: (kind) => kind, onDrop });
    expect(still.map((line) => line.onDrop)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('fills are those of the market', () => {
    const fill = { id: '1', symbol: 'BTC/USDT', type: 2, price: '5', at: 9 } as SpotOwnFillView;
    expect(fillMarks([fill, { ...fill, id: '2', symbol: 'ETH/USDT' }], 'BTC/USDT')).toEqual([
      { key: 'fill-1', at: 9, price: '5', side: 'sell' },
    ]);
  });
});

describe('futures on the chart', () => {
  const onDrop = jest.fn();
  const onAmend = jest.fn();
  const onAmendClosing = jest.fn();
  const asked = { symbol: 'BTC/USDT', words, onDrop, onAmend, onAmendClosing, liquidationOf: () => '50000' };

  it('have an entry, a liquidation and stops, of which only the stops can be dragged', () => {
    const held = position({ takeProfit: '70000', stopLoss: '55000' });
    const lines = futuresLines([held, position({ positionId: 'q', market: 'ETH/USDT' })], asked);
    expect(lines.map(({ key, tone, onDrop: drop }) => [key, tone, drop !== undefined])).toEqual([
      ['entry-p', 'gain', false],
      ['liquidation-p', 'warn', false],
      ['takeProfit-p', 'accent', true],
      ['stopLoss-p', 'accent', true],
    ]);
    lines[3]?.onDrop?.('54000');
    expect(onDrop).toHaveBeenCalledWith(held, 'stopLoss', '54000');
  });

  it('a waiting order can be dragged, and so can its stops; those of one that is being closed cannot', () => {
    const waiting = position({
      state: 'pending',
      side: 'short',
      entryPrice: null,
      limitPrice: '65000',
      stopLoss: '66000',
    });
    const closing = position({ state: 'closing', takeProfit: '70000' });
    const able = (lines: ReturnType<typeof futuresLines>) =>
      lines.map(({ key, onDrop: drop }) => [key, drop !== undefined]);
    expect(able(futuresLines([waiting], asked))).toEqual([
      ['order-p', true],
      ['stopLoss-p', true],
    ]);
    futuresLines([waiting], asked)[0]?.onDrop?.('64000');
    expect(onAmend).toHaveBeenCalledWith(waiting, '64000');
    expect(able(futuresLines([closing], { ...asked, liquidationOf: () => null }))).toEqual([
      ['entry-p', false],
      ['takeProfit-p', false],
    ]);
    expect(futuresLines([position({ state: 'closed' }), position({ state: 'cancelled' })], asked)).toEqual([]);
  });

  it('have the orders that wait to close them, on their other side', () => {
    const closings = [{ closingId: 'c', lots: 4, limitPrice: '65000', createdAt: 0 }];
    const held = position({ closings });
    const line = futuresLines([held], { ...asked, liquidationOf: () => null }).at(-1);
    expect(line).toMatchObject({ key: 'closing-c', price: '65000', words: 'closes 4', tone: 'loss' });
    line?.onDrop?.('66000');
    expect(onAmendClosing).toHaveBeenCalledWith(held, closings[0], '66000');
  });

  it('were closed in part where an order that waited for it was filled', () => {
    const closing = {
      closingId: 'c',
      positionId: 'p',
      market: 'BTC/USDT',
      averagePrice: '9',
      endedAt: 7,
      end: 'filled',
    } as const;
    const all = [
      { ...closing, side: 'long' },
      { ...closing, side: 'short', closingId: 'd' },
      { ...closing, side: 'long', averagePrice: null },
      { ...closing, side: 'long', market: 'ETH/USDT' },
      // It was filled in part some time before its user took it back.
      { ...closing, side: 'long', end: 'user' },
      // The mark of what has closed is the mean of all of it.
      { ...closing, side: 'long', positionId: 'q' },
      { ...closing, side: 'long', positionId: 'q', endedAt: 5 },
    ] as const;
    const rows = [{ openedAt: null }, { positionId: 'q', openedAt: null, closedAt: 7 }].map(position);
    expect(futuresFills({ rows, parts: [], closings: all }, 'BTC/USDT')).toEqual([
      { key: 'closing-c', at: 7, price: '9', side: 'sell' },
      { key: 'closing-d', at: 7, price: '9', side: 'buy' },
    ]);
  });

  it('were opened and closed where they were', () => {
    const past = position({ side: 'short', openedAt: 5, entryPrice: '10', closedAt: 9, closePrice: '8' });
    const rows = [past, position({ market: 'ETH/USDT' })];
    expect(futuresFills({ rows, parts: [], closings: [] }, 'BTC/USDT')).toEqual([
      { key: 'open-p', at: 5, price: '10', side: 'sell' },
      { key: 'close-p', at: 9, price: '8', side: 'buy' },
    ]);
  });

  const part = {
    partId: '1',
    positionId: 'p',
    market: 'BTC/USDT',
    side: 'long',
    lots: 3,
    price: '61000',
    at: 7,
  } as const;
  const rest = { ...part, partId: '2', lots: 7, price: '62000', at: 9 };
  const filled = { ...part, closingId: 'c', averagePrice: '61000', endedAt: 7, end: 'filled' } as const;
  const opened = { key: 'open-p', at: 1000, price: '60000', side: 'buy' };

  it.each([
    ['is held', { lots: 7 }, [part], [{ key: 'part-1', at: 7, price: '61000', side: 'sell' }]],
    [
      'has closed',
      { lots: 0, closedAt: 9, closePrice: '61700' },
      [rest, part],
      [
        { key: 'part-2', at: 9, price: '62000', side: 'sell' },
        { key: 'part-1', at: 7, price: '61000', side: 'sell' },
      ],
    ],
  ] as const)(
    'have a mark for each part that was closed by itself, and no other, when it %s',
    (_, now, parts, marks) => {
      const rows = [position({ lotsOrdered: 10, ...now })];
      expect(futuresFills({ rows, parts, closings: [filled] }, 'BTC/USDT')).toEqual([opened, ...marks]);
    },
  );

  it('have the mean of all of it where not every part is known', () => {
    const rows = [position({ lotsOrdered: 10, lots: 0, closedAt: 9, closePrice: '61700' })];
    expect(futuresFills({ rows, parts: [rest], closings: [] }, 'BTC/USDT')).toEqual([
      opened,
      { key: 'close-p', at: 9, price: '61700', side: 'sell' },
    ]);
    const elsewhere = [{ ...rest, market: 'ETH/USDT' }];
    expect(futuresFills({ rows: [], parts: elsewhere, closings: [] }, 'BTC/USDT')).toEqual([]);
  });
});
