import { anOffer, offerTerms } from '../factories/subscription.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventEntity } from '../../contract/event-fields.dto.js';
import type { AccountEventFields, AccountEventKind } from '../../contract/events.dto.js';
import { noticesOf } from '../../features/account/event-centre/event-notice.rules.js';
import { TransferMoney } from '../../features/wallet/balances/transfer-money.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { StateParts } from '../../platform/outbox/state-parts.js';
import { BTC_MARKET } from '../factories/futures-world.js';
import { USDT } from '../factories/ledger.js';
import { ReferralWorld } from '../factories/referral-world.js';
import { TradingWorld } from '../factories/trading-world.js';

/**
 * Events of settlements, fills and liquidations are made by the database, in the statement that moves the money. Here
 * they are held against the contract: each has the names that the contract says, and values of its types.
 */
type JsonKind<Value> = Value extends null
  ? 'null'
  : Value extends boolean
    ? 'boolean'
    : Value extends number
      ? 'number'
      : Value extends string
        ? 'text'
        : 'object';
/** A name of the contract that is missing here, or is not in the contract, does not compile; neither does another type. */
type Shape<Payload> = { [Name in keyof Payload]-?: readonly JsonKind<Exclude<Payload[Name], undefined>>[] };

const TEXT = ['text'] as const;
const NUMBER = ['number'] as const;
const YES_NO = ['boolean'] as const;
const TEXT_OR_NOT = ['text', 'null'] as const;
const NUMBER_OR_NOT = ['number', 'null'] as const;
const ENTITY: Shape<EventEntity> = { entity: TEXT, entityVersion: NUMBER };

const VIEW: Shape<NonNullable<AccountEventFields['order']['position']>> = {
  positionId: TEXT,
  marketId: NUMBER,
  market: TEXT,
  currencyId: NUMBER,
  demo: YES_NO,
  side: TEXT,
  priceType: TEXT,
  marginMode: TEXT,
  status: NUMBER,
  state: TEXT,
  closedAs: TEXT_OR_NOT,
  leverage: NUMBER,
  lotSize: TEXT,
  lots: NUMBER,
  lotsOrdered: NUMBER,
  limitPrice: TEXT_OR_NOT,
  marketPrice: TEXT,
  entryPrice: TEXT_OR_NOT,
  closePrice: TEXT_OR_NOT,
  takeProfit: TEXT_OR_NOT,
  takeProfitSource: TEXT,
  stopLoss: TEXT_OR_NOT,
  stopLossSource: TEXT,
  reserved: TEXT,
  initialMargin: TEXT,
  addedMargin: TEXT,
  margin: TEXT,
  openFeeRatio: TEXT,
  closeFeeRatio: TEXT,
  fee: TEXT,
  funding: TEXT,
  realisedProfit: TEXT,
  shortfall: TEXT,
  insurance: TEXT,
  liquidationPrice: TEXT_OR_NOT,
  liquidatedAt: NUMBER_OR_NOT,
  createdAt: NUMBER,
  openedAt: NUMBER_OR_NOT,
  closedAt: NUMBER_OR_NOT,
  updatedAt: NUMBER,
  version: NUMBER,
  closings: ['object'],
};
const ORDER = { ...ENTITY, orderId: TEXT, market: TEXT, state: TEXT, reason: TEXT_OR_NOT, product: TEXT } as const;
type OfOrder<Name extends keyof AccountEventFields['order']> = Required<Pick<AccountEventFields['order'], Name>>;
type OfStop = 'triggerPrice' | 'triggeredPrice' | 'becameId' | 'pairedId';
const SPOT_ORDER: Shape<
  EventEntity & OfOrder<Exclude<keyof AccountEventFields['order'], 'position' | 'timeInForce' | 'expiresAt' | OfStop>>
> = {
  ...ORDER,
  demo: YES_NO,
  side: TEXT,
  limitPrice: TEXT_OR_NOT,
  quantity: TEXT,
  filled: TEXT,
  amount: TEXT,
  fee: TEXT,
};
const SPOT_STOP: Shape<
  EventEntity & OfOrder<Exclude<keyof typeof ORDER, keyof EventEntity> | 'demo' | 'side' | 'limitPrice' | OfStop>
> = {
  ...ORDER,
  demo: YES_NO,
  side: TEXT,
  limitPrice: TEXT_OR_NOT,
  triggerPrice: TEXT,
  triggeredPrice: TEXT_OR_NOT,
  becameId: TEXT_OR_NOT,
  pairedId: TEXT_OR_NOT,
};
const SPOT_EXIT: Shape<
  EventEntity & OfOrder<Exclude<keyof typeof ORDER, keyof EventEntity> | 'demo' | 'side' | 'filled'>
> = { ...ORDER, demo: YES_NO, side: TEXT, filled: TEXT };
const FUTURES_ORDER: Shape<
  EventEntity & OfOrder<'orderId' | 'market' | 'state' | 'reason' | 'product' | 'demo' | 'position'>
> = { ...ORDER, demo: YES_NO, position: ['object'] };

const OPTION_END = {
  ...ENTITY,
  orderId: TEXT,
  market: TEXT,
  marketId: NUMBER,
  currencyId: NUMBER,
  demo: YES_NO,
  direction: TEXT,
  stake: TEXT,
  fee: TEXT,
  profit: TEXT,
  paid: TEXT,
  closesAt: NUMBER,
  settledAt: NUMBER,
  result: TEXT,
} as const;
const MARGIN = {
  ...ENTITY,
  positionId: TEXT_OR_NOT,
  marketId: NUMBER_OR_NOT,
  demo: YES_NO,
  level: TEXT,
  equity: TEXT,
  required: TEXT,
} as const;

const SHAPES = {
  balance: {
    ...ENTITY,
    account: TEXT,
    currencyId: NUMBER,
    delta: TEXT,
    after: TEXT,
    reason: TEXT,
    journalId: TEXT,
    demo: YES_NO,
  },
  transfer: { ...ENTITY, transferId: TEXT, currencyId: NUMBER, amount: TEXT, from: TEXT, to: TEXT },
  fill: { ...ENTITY, fillId: TEXT, orderId: TEXT, market: TEXT, demo: YES_NO, price: TEXT, quantity: TEXT, fee: TEXT },
  position: { ...ENTITY, ...VIEW, quantity: TEXT, fill: ['object', 'null'] },
  'option.opened': {
    ...ENTITY,
    orderId: TEXT,
    market: TEXT,
    marketId: NUMBER,
    currencyId: NUMBER,
    demo: YES_NO,
    direction: TEXT,
    seconds: NUMBER,
    stake: TEXT,
    fee: TEXT,
    payoutRatio: TEXT,
    entryPrice: TEXT,
    openedAt: NUMBER,
    closesAt: NUMBER,
  },
  'option.settled': { ...OPTION_END, price: TEXT, reason: ['null'] },
  'option.voided': { ...OPTION_END, price: ['null'], reason: TEXT },
  'margin.warning': MARGIN,
  'margin.critical': MARGIN,
  liquidation: {
    ...ENTITY,
    reportId: TEXT,
    positionId: TEXT,
    marketId: NUMBER,
    kind: TEXT,
    demo: YES_NO,
    lots: NUMBER,
    lotsLeft: NUMBER,
    price: TEXT,
    mark: TEXT,
  },
  trust: {
    ...ENTITY,
    orderId: TEXT,
    productId: NUMBER,
    currencyId: NUMBER,
    demo: YES_NO,
    state: TEXT,
    principal: TEXT,
    income: TEXT,
    penalty: TEXT,
    accruedDays: NUMBER,
  },
  subscription: {
    ...ENTITY,
    orderId: TEXT,
    offerId: NUMBER,
    paymentCurrencyId: NUMBER,
    coinCurrencyId: NUMBER_OR_NOT,
    state: TEXT,
    cost: TEXT,
    coins: TEXT,
    expectedReturn: TEXT,
    releaseAt: NUMBER_OR_NOT,
  },
  notice: { ...ENTITY, noticeId: TEXT, notice: TEXT, parameters: ['object'] },
  referral: { ...ENTITY, what: TEXT, day: TEXT_OR_NOT, rebates: ['object'] },
} as const satisfies { [Kind in AccountEventKind]?: Shape<EventEntity & AccountEventFields[Kind]> };

interface PublishedEvent {
  kind: AccountEventKind;
  payload: EventEntity & Record<string, unknown>;
}

let world: TradingWorld;
let users: string[] = [];
let published: PublishedEvent[] = [];

beforeAll(async () => {
  world = await TradingWorld.open();
  at('60000');
  await world.write();
  users = await lives();
  published = await world.source.query('select kind, payload from outbox order by user_id, sequence');
}, 120_000);
afterAll(() => world.close());

function at(price: string): void {
  world.sample(new Map([[BTC_MARKET, price]]));
}

/** Users of every product, to whom all happens that the database tells of by itself. */
async function lives(): Promise<string[]> {
  const trader = await world.user('spot', '100000');
  await world.futures
    .get(TransferMoney)
    .execute({ userId: trader, from: 'spot', to: 'option', currencyId: USDT, amount: '200.50', key: null });
  await world.verify(trader);
  expect(await world.spot(trader, { marketId: BTC_MARKET, side: 'buy', quantity: '0.01', limitPrice: null })).toBe(
    true,
  );
  expect(await world.spot(trader, { marketId: BTC_MARKET, side: 'buy', quantity: '0.01', limitPrice: '50000' })).toBe(
    true,
  );
  // One that the falling price turns into its order, and one that goes on waiting.
  for (const triggerPrice of ['59980', '30000'])
    expect(await world.stopSpot(trader, { side: 'sell', quantity: '0.001', triggerPrice, limitPrice: null })).toBe(
      true,
    );
  expect(await world.trust(trader, '100')).toBe(true);
  // One that is released, with its notice, and one that goes on.
  const offer = (changes: object) => anOffer(world.source, offerTerms(world.futures.clock.now(), changes));
  const [sold, open] = [await offer({ total: '40', maximum: '40', lockDays: 0 }), await offer({})];
  for (const id of [sold, open]) expect(await world.subscribe(trader, id, '10')).toBe(true);
  expect(await world.launchOffer(sold)).toBe(true);
  await world.sweepSubscriptions();
  await new ReferralWorld(world).invited(trader);
  const option = { marketId: BTC_MARKET, direction: 'rise', seconds: 60, stake: '50.50' } as const;
  expect(await world.option(trader, option)).toBe(true);
  for (let second = 0; second < 61; second += 1) at('60000');
  await world.write();
  expect(await world.settle()).toBe(1);
  expect(await world.option(trader, option)).toBe(true);
  world.futures.clock.advance(600_000);
  expect(await world.settle()).toBe(1);
  at('60000');
  await world.write();
  expect(await world.option(trader, option)).toBe(true);
  const holder = await world.user('contract', '1000');
  const order = { marketId: BTC_MARKET, side: 'long', lots: 10, leverage: 100, marginMode: 'isolated' } as const;
  expect(await world.futuresOrder(holder, order)).toBe(true);
  expect(await world.futuresOrder(holder, { ...order, limitPrice: '40000', leverage: 5, lots: 1 })).toBe(true);
  const short = await world.user('contract', '1000');
  expect(await world.futuresOrder(short, { ...order, side: 'short', leverage: 10 })).toBe(true);
  for (let price = 59_970; price > 59_300; price -= 30) {
    at(String(price));
    await world.work([BTC_MARKET]);
  }
  return [trader, holder, short];
}

function shapeOf({ kind, payload }: PublishedEvent): Record<string, readonly string[]> {
  if (kind === 'order' && payload.product === 'spot-stop') return SPOT_STOP;
  if (kind === 'order' && payload.product === 'spot-exit') return SPOT_EXIT;
  if (kind === 'order') return 'position' in payload ? FUTURES_ORDER : SPOT_ORDER;
  const shapes: Partial<Record<AccountEventKind, Record<string, readonly string[]>>> = SHAPES;
  return shapes[kind] ?? {};
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? 'text' : typeof value;
}

function expectShape(payload: object, shape: Record<string, readonly string[]>): void {
  expect(Object.keys(payload).sort()).toEqual(Object.keys(shape).sort());
  for (const [name, value] of Object.entries(payload))
    expect([name, shape[name]]).toEqual([name, expect.arrayContaining([kindOf(value)])]);
}

describe('what the database tells of', () => {
  it('is all that the contract has of it', () => {
    expect([...new Set(published.map(({ kind }) => kind))].sort()).toEqual([...Object.keys(SHAPES), 'order'].sort());
  });

  it('can be read by the event centre, which tells of some of it', () => {
    const kinds = new Set(
      published.flatMap(({ kind, payload }) => noticesOf(kind, payload).map((notice) => notice.kind)),
    );
    // One option tied at the price it was bought at, one had no prices, and a position of a hundredfold was lost with its order.
    expect([...kinds].sort()).toEqual([
      'contract-order-revoked',
      'liquidated',
      'margin-critical',
      'margin-warning',
      'option-tied',
      'option-void',
      'stop-triggered',
    ]);
  });

  it('has the names and types of the contract', () => {
    for (const each of published) expectShape(each.payload, shapeOf(each));
    const positions = published.flatMap(({ payload: { position } }) => (position ? [position as object] : []));
    expect(positions.length).toBeGreaterThan(0);
    for (const position of positions) expectShape(position, VIEW);
  });

  it('is what the state says, of the same version of the same thing', async () => {
    const last = new Map(
      published
        .filter(({ kind }) => kind !== 'balance')
        .map(({ payload }) => [`${payload.entity} ${payload.entityVersion}`, payload]),
    );
    const seen: string[] = [];
    for (const user of users) {
      const parts = await world.futures
        .get(Transactions)
        .snapshot((tx) => world.futures.get(StateParts).read(tx, user));
      for (const thing of Object.values(parts).flat()) {
        const event = last.get(`${thing.entity} ${thing.entityVersion}`);
        if (!event) continue;
        if ('position' in event) expect(thing).toMatchObject(event.position as object);
        // What was closed is said once, when it happens.
        else expect('fill' in event ? { ...event, fill: null } : event).toEqual(thing);
        seen.push(thing.entity.split(':')[0] ?? '');
      }
    }
    expect([...new Set(seen)].sort()).toEqual([
      'option',
      'position',
      'spot-order',
      'spot-stop',
      'subscription-order',
      'trust-order',
    ]);
  });

  it('of a position says what its view says', async () => {
    const rows: { event: object; view: object }[] = await world.source.query(
      'select futures_position_event(p) as event, futures_view(p) as view from futures_position p',
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { event, view } of rows)
      expect(event).toEqual({
        entity: expect.any(String),
        entityVersion: expect.any(Number),
        quantity: expect.any(String),
        fill: null,
        ...view,
      });
  });
});
