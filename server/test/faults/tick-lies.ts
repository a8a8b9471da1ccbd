import type { BookLevel, FeedEvent } from '../../platform/feeds/feed.js';

type Random = () => number;
type Stamp = { instrument: string; at: number; receivedAt: number };
const KINDS = ['trade', 'ticker', 'book', 'bar'] as const;
export type MessageKind = (typeof KINDS)[number];

const MINUTE_MS = 60_000;

/** What a venue says of each kind when it says the truth. */
export function truthOf(kind: MessageKind, price: number, stamp: Stamp, messageNumber: number): FeedEvent {
  const near = (ratio: number): string => (price * (1 + ratio)).toFixed(2);
  const last = price.toFixed(2);
  if (kind === 'trade') return { kind, ...stamp, id: String(messageNumber), price: last, quantity: '0.5', side: 'buy' };
  if (kind === 'ticker') {
    const sides = { last, mark: near(0.0003), index: near(-0.0001), bid: near(-0.0002), ask: near(0.0002) };
    const day = {
      open24h: near(-0.01),
      high24h: near(0.01),
      low24h: near(-0.015),
      volume24h: '1000',
      quoteVolume24h: '9',
    };
    return { kind, ...stamp, fields: { ...sides, ...day, fundingRate: '0.0001', nextFundingAt: stamp.at + MINUTE_MS } };
  }
  if (kind === 'book') {
    const side = (sign: number): BookLevel[] => [2, 4, 8].map((step) => [near(sign * step * 0.0001), '5']);
    return { kind, ...stamp, bids: side(-1), asks: side(1), sequence: messageNumber };
  }
  const openAt = Math.floor(stamp.at / MINUTE_MS) * MINUTE_MS;
  const bar = {
    openAt,
    open: last,
    high: near(0.0001),
    low: near(-0.0001),
    close: last,
    volume: '1',
    quoteVolume: '9',
  };
  return { kind, ...stamp, period: '1min', bar: { ...bar, trades: null, closed: messageNumber % 2 === 0 } };
}

/** Ways for a price to be bad. */
const PRICES: ((price: number, random: Random) => unknown)[] = [
  () => '0',
  (price) => (-price).toFixed(2),
  () => 'NaN',
  () => '1e309',
  () => 'Infinity',
  () => '',
  () => 'sixty thousand',
  (price) => price * 10,
  () => null,
  (price) => (price * 10).toFixed(2),
  (price) => (price / 10).toFixed(2),
  (price) => (price / 2).toFixed(2),
  (price, random) => (price * (random() < 0.5 ? 0.5 + random() * 0.4 : 1.1 + random())).toFixed(2),
];
const QUANTITIES: (() => unknown)[] = [() => '0', () => '-5', () => 'NaN', () => '', () => null, () => 'much'];
const RATES: (() => unknown)[] = [() => '3', () => '-0.9', () => 'NaN', () => ''];
const STAMPS: ((at: number) => unknown)[] = [() => 1, (at) => at + 1e12, () => Number.NaN, () => null];
const SIDES: (() => unknown)[] = [() => 'Buy', () => 'hold', () => '', () => null, () => 1];
const NAMES: (() => unknown)[] = [() => '', () => null, () => 12, () => ({}), () => 'x'.repeat(10_000)];
const COUNTS: (() => unknown)[] = [() => -1, () => 1.5, () => Number.NaN, () => Infinity, () => '5', () => ({})];
const FLAGS: (() => unknown)[] = [() => 'false', () => 'closed', () => 1, () => null, () => ({})];

type Sort = 'price' | 'quantity' | 'rate' | 'stamp' | 'side' | 'name' | 'count' | 'flag';

const FIELDS: Record<MessageKind, Record<string, Sort>> = {
  trade: { price: 'price', quantity: 'quantity', side: 'side', id: 'name' },
  ticker: {
    'fields.last': 'price',
    'fields.mark': 'price',
    'fields.index': 'price',
    'fields.bid': 'price',
    'fields.ask': 'price',
    'fields.bidQuantity': 'quantity',
    'fields.askQuantity': 'quantity',
    'fields.open24h': 'price',
    'fields.high24h': 'price',
    'fields.low24h': 'price',
    'fields.volume24h': 'quantity',
    'fields.quoteVolume24h': 'quantity',
    'fields.openInterest': 'quantity',
    'fields.fundingRate': 'rate',
    'fields.nextFundingAt': 'stamp',
  },
  book: {
    'bids.0.0': 'price',
    'asks.0.0': 'price',
    'bids.1.0': 'price',
    'asks.2.0': 'price',
    'bids.0.1': 'quantity',
    'asks.0.1': 'quantity',
    'asks.1.1': 'quantity',
    sequence: 'count',
  },
  bar: {
    'bar.openAt': 'stamp',
    'bar.open': 'price',
    'bar.high': 'price',
    'bar.low': 'price',
    'bar.close': 'price',
    'bar.volume': 'quantity',
    'bar.quoteVolume': 'quantity',
    'bar.trades': 'count',
    'bar.closed': 'flag',
  },
};

/** Ways for the instant of a message to be bad, whatever it says. What it says is off by a little, to be told apart. */
const INSTANTS: ((at: number, random: Random) => number)[] = [
  (at, random) => at - 5001 - Math.floor(random() * 1e6),
  (at) => at - 900,
  (at) => at + MINUTE_MS,
  () => Number.NaN,
];

/** One message of any kind that is true but for one field, or for its instant. */
export function lieOf(price: number, stamp: Stamp, messageNumber: number, random: Random): FeedEvent {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  if (random() < 0.2) {
    const at = pick(INSTANTS)(stamp.at, random);
    return truthOf(pick(['trade', 'ticker', 'book'] as const), price * 0.97, { ...stamp, at }, messageNumber);
  }
  const kind = pick(KINDS);
  const event = truthOf(kind, price, stamp, messageNumber);
  const [path, sort] = pick(Object.entries(FIELDS[kind]));
  const wrong = {
    price: () => pick(PRICES)(price, random),
    quantity: () => pick(QUANTITIES)(),
    rate: () => pick(RATES)(),
    stamp: () => pick(STAMPS)(stamp.at),
    side: () => pick(SIDES)(),
    name: () => pick(NAMES)(),
    count: () => pick(COUNTS)(),
    flag: () => pick(FLAGS)(),
  }[sort]();
  set(event, path.split('.'), wrong);
  if (kind === 'book' && random() < 0.1) cross(event);
  return event;
}

function set(target: object, [name = '', ...rest]: string[], value: unknown): void {
  const fields = target as Record<string, unknown>;
  if (rest.length === 0) fields[name] = value;
  else set(fields[name] as object, rest, value);
}

function cross(event: FeedEvent): void {
  if (event.kind === 'book') [event.bids, event.asks] = [event.asks, event.bids];
}
