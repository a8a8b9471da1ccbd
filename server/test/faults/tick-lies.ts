import type { BookLevel, FeedEvent, TickerFields } from '../../platform/feeds/feed.js';

type Random = () => number;
type Stamp = { instrument: string; at: number; receivedAt: number };
export const KINDS = ['trade', 'ticker', 'book', 'bar'] as const;
export type MessageKind = (typeof KINDS)[number];

const MINUTE_MS = 60_000;

/** What a venue says of each kind when it says the truth. */
export function truthOf(kind: MessageKind, price: number, stamp: Stamp, messageNumber: number): FeedEvent {
  const near = (ratio: number): string => (price * (1 + ratio)).toFixed(2);
  const last = price.toFixed(2);
  if (kind === 'trade') return { kind, ...stamp, id: String(messageNumber), price: last, quantity: '0.5', side: 'buy' };
  if (kind === 'ticker') {
    const fields: Required<TickerFields> = {
      last,
      mark: near(0.0003),
      index: near(-0.0001),
      bid: near(-0.0002),
      bidQuantity: '5',
      ask: near(0.0002),
      askQuantity: '5',
      open24h: near(-0.01),
      high24h: near(0.01),
      low24h: near(-0.015),
      volume24h: '1000',
      quoteVolume24h: '9',
      openInterest: '70',
      fundingRate: '0.0001',
      nextFundingAt: stamp.at + MINUTE_MS,
    };
    return { kind, ...stamp, fields };
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

/** What each field is, by its name; of a level by its place in it. */
const SORTS: Readonly<Record<string, Sort>> = {
  ...sorts('price', 'price last mark index bid ask open24h high24h low24h open high low close level.0'),
  ...sorts(
    'quantity',
    'quantity bidQuantity askQuantity volume24h quoteVolume24h openInterest volume quoteVolume level.1',
  ),
  ...sorts('rate', 'fundingRate'),
  ...sorts('stamp', 'at receivedAt nextFundingAt openAt'),
  ...sorts('side', 'side'),
  ...sorts('name', 'id instrument period'),
  ...sorts('count', 'sequence trades'),
  ...sorts('flag', 'closed'),
};

function sorts(sort: Sort, names: string): Record<string, Sort> {
  return Object.fromEntries(names.split(' ').map((name) => [name, sort]));
}

/** Every field of a message, from the shape of the truth: `fields.bid`, `bids.0.1`. What kind it is it says itself. */
export function pathsOf(event: FeedEvent): string[] {
  const below = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => below(each, path === '' ? name : `${path}.${name}`))
      : [path];
  return below(event, '').filter((path) => path !== 'kind');
}

/** @throws Error for a field that has no way to be bad yet. */
function sortOf(path: string): Sort {
  const [, place] = /^(?:bids|asks)\.\d+\.([01])$/.exec(path) ?? [];
  const name = place === undefined ? path.slice(path.lastIndexOf('.') + 1) : `level.${place}`;
  const sort = SORTS[name];
  if (sort === undefined) throw new Error(`${path} is never bad.`);
  return sort;
}

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
  const path = pick(pathsOf(event));
  corrupt(event, path, { price, at: stamp.at, random });
  if (kind === 'book' && random() < 0.1) cross(event);
  return event;
}

/** Makes one field of a message bad. */
export function corrupt(
  event: FeedEvent,
  path: string,
  { price, at, random }: { price: number; at: number; random: Random },
): void {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const wrong = {
    price: () => pick(PRICES)(price, random),
    quantity: () => pick(QUANTITIES)(),
    rate: () => pick(RATES)(),
    stamp: () => pick(STAMPS)(at),
    side: () => pick(SIDES)(),
    name: () => pick(NAMES)(),
    count: () => pick(COUNTS)(),
    flag: () => pick(FLAGS)(),
  }[sortOf(path)]();
  set(event, path.split('.'), wrong);
}

function set(target: object, [name = '', ...rest]: string[], value: unknown): void {
  const fields = target as Record<string, unknown>;
  if (rest.length === 0) fields[name] = value;
  else set(fields[name] as object, rest, value);
}

function cross(event: FeedEvent): void {
  if (event.kind === 'book') [event.bids, event.asks] = [event.asks, event.bids];
}
