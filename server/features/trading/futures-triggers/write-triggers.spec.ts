import type { TradableMarket } from '../../markets/market-board/index.js';
import type { LeftMarket } from '../taken-depth/index.js';
import type { ClosingOrder } from './closing-fill.rules.js';
import type { OrderFill, StopClosing } from './futures-triggers.store.js';
import type { StopLevels } from './pending-orders.store.js';
import { WriteTriggers } from './write-triggers.js';

/** What is written is told to whom it concerns, and nobody else, at a store that is given. */
const BOOK = { symbol: 'BTC/USDT', bids: [['100.5', '9']], asks: [['101', '9']], at: 5, confirmedAt: 5 };
const LEFT = {
  market: { id: 1, spread: '0.5', priceScale: 2, bandRatio: '0.1' },
  quotation: 'perpetual',
  last: '100',
  mark: '100',
  spread: '0.5',
  book: BOOK,
  quotedBook: BOOK,
} as unknown as LeftMarket;
const MARKET = LEFT as unknown as TradableMarket;
const STOP = { id: '7', demo: false, side: 'long', lots: 2, lotSize: '0.1' } as StopLevels;
const ORDER: ClosingOrder = {
  id: '1',
  positionId: '2',
  marketId: 1,
  demo: true,
  side: 'long',
  lots: 10,
  lotSize: '0.1',
  limitPrice: '100',
};

let announced: string[][];
let filledUsers: string[];
let closedUser: string | null;
let openLots: number | null;
let closings: (StopClosing | null)[];
let refusal: string | null;

const write = new WriteTriggers(
  {
    fill: async () => filledUsers,
    openLots: async () => openLots,
    executeStop: async (_tx: object, _id: string, closing: StopClosing | null) => (closings.push(closing), closedUser),
    fillClosing: async () => {
      if (refusal) throw Object.assign(new Error('refused'), { code: refusal });
      return closedUser;
    },
  } as never,
  { left: async () => LEFT } as never,
  { marks: () => ({}) } as never,
  { run: (work: (tx: object) => Promise<unknown>) => work({}) } as never,
  { announce: (_tx: unknown, users: string[]) => announced.push(users) } as never,
  { now: () => 1000 } as never,
);

beforeEach(() => {
  [announced, filledUsers, closedUser] = [[], [], null];
  [openLots, closings, refusal] = [null, [], null];
});

it('says to those whose orders were filled that they were, and counts both', async () => {
  filledUsers = ['ann', 'bob'];
  const fills = [{}, {}, {}] as OrderFill[];
  expect(await write.fill(MARKET, true, () => fills)).toEqual({ asked: 3, acted: 2 });
  expect(announced).toEqual([['ann', 'bob']]);
});

it('asks nothing of the database where nothing is filled', async () => {
  filledUsers = ['ann'];
  expect(await write.fill(MARKET, true, () => [])).toEqual({ asked: 0, acted: 0 });
  expect(announced).toEqual([]);
});

it.each([
  ['a stop', () => write.close(STOP, MARKET), [false, true]],
  ['a stop without a market', () => write.close(STOP, null), [false, true]],
  ['an order at its limit', () => write.closeAtLimit(ORDER, MARKET), ['waits', 'filled']],
])('closes for %s and says so to its user, and to nobody where it waits', async (_what, close, [waits, done]) => {
  expect(await close()).toBe(waits);
  expect(announced).toEqual([]);
  closedUser = 'ann';
  expect(await close()).toBe(done);
  expect(announced).toEqual([['ann']]);
});

it('writes nothing for an order that the book does not reach', async () => {
  closedUser = 'ann';
  expect(await write.closeAtLimit({ ...ORDER, limitPrice: '200' }, MARKET)).toBe('waits');
  expect(announced).toEqual([]);
});

it('tells an order whose loss other rows back from one that somebody else has, and from a failure', async () => {
  refusal = 'FU012';
  expect(await write.closeAtLimit(ORDER, MARKET)).toBe('backed');
  refusal = 'XX000';
  await expect(write.closeAtLimit(ORDER, MARKET)).rejects.toThrow('refused');
});

it('prices a stop by the lots that there are now, and by those that it was read with where none are', async () => {
  for (openLots of [1, 2, null]) await write.close(STOP, MARKET);
  await write.close(STOP, null);
  const taken = closings.map((closing) => closing?.taking.flatMap(({ levels }) => levels.map((level) => level[2])));
  expect(closings.map((closing) => closing && closing.lots)).toEqual([1, 2, 2, null]);
  expect(taken).toEqual([['0.1'], ['0.2'], ['0.2'], undefined]);
});
