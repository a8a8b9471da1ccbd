import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { anArticle } from '../../../test/factories/news.js';
import { BTC_MARKET } from '../../../test/factories/futures-world.js';
import { USDT } from '../../../test/factories/ledger.js';
import { LimitedPeople, type Opening, outcome } from '../../../test/factories/own-limits.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { CancelOrdersOfBreaks } from '../../trading/break-orders/cancel-orders-of-breaks.js';
import { PreviewFutures } from '../../trading/futures-orders/preview-futures.js';
import { OptionProducts } from '../../trading/options/option-products.js';
import { MoveSubMoney } from './move-sub-money.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };
/** What a sub-account trades. */
const OPENINGS: readonly Opening[] = [
  'option',
  'contract',
  'contract that waits',
  'purchase',
  'purchase that waits',
  'stop',
];

let world: TradingWorld;
let people: LimitedPeople;
let main: string;
let sub: string;
let other: string;

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new LimitedPeople(world);
}, 180_000);

beforeEach(async () => {
  await people.fresh();
  main = await people.person();
  [sub, other] = [await aSub('One'), await aSub('Two')];
});

/** It fails where the books are not in order. */
afterAll(() => world?.close());

/** A sub-account with 30,000 USDT on each of its accounts. */
async function aSub(name: string, of = main): Promise<string> {
  const id = await world.futures.get(ManageSubAccounts).open(of, name, CALLER);
  for (const account of ['spot', 'contract', 'option'] as const)
    await world.futures.get(MoveSubMoney).execute({
      userId: of,
      from: { subId: null, account },
      to: { subId: id, account },
      currencyId: USDT,
      amount: '30000',
      key: null,
    });
  return id;
}

const futures = (userId: string, lots: number, leverage: number) =>
  outcome(world.futures.submit(userId, { lots, leverage }));
const waiting = (userId: string, lots: number, leverage: number) =>
  outcome(world.futures.submit(userId, { lots, leverage, isLimit: true, limitPrice: '49000' }));

describe('a sub-account', () => {
  it.each(OPENINGS)('trades with what it has: %s', async (opening) => {
    expect(await people.open(sub, opening)).toBe('done');
  });

  it.each<[Opening, boolean]>([['trust', false], ...OPENINGS.map((opening): [Opening, boolean] => [opening, true])])(
    'does nothing else: %s, with demo money %s',
    async (opening, demo) => {
      expect(await people.open(sub, opening, demo)).toBe('sub-account.closed');
    },
  );
});

describe('a limit of one person', () => {
  it('on stakes is used by main account and sub-accounts together', async () => {
    expect(await people.set(main, 'stake', '250')).toBe('done');
    expect(await people.stake(sub, '100')).toBe('done');
    expect(await people.limit(main, 'stake')).toMatchObject({ used: '101' });
    expect(await people.stake(main, '100')).toBe('done');
    expect(await people.stake(other, '100')).toBe('limits.stake');
    expect(await people.stake(main, '100')).toBe('limits.stake');
    expect(await people.limit(main, 'stake')).toMatchObject({ used: '202' });
  });

  it('on stakes lets one of three through that come at once', async () => {
    expect(await people.set(main, 'stake', '150')).toBe('done');
    const outcomes = await Promise.all([main, sub, other].map((userId) => people.stake(userId, '100')));
    expect(outcomes.sort()).toEqual(['done', 'limits.stake', 'limits.stake']);
  });

  it('on losses counts what any account has lost, and what the open options of all may lose', async () => {
    expect(await people.set(main, 'loss', '150')).toBe('done');
    expect(await people.stake(sub, '100')).toBe('done');
    expect(await people.stake(main, '100')).toBe('limits.loss');
    world.sample(new Map([[BTC_MARKET, '49000']]));
    for (let second = 0; second < 70; second += 1) world.sample(new Map([[BTC_MARKET, '49000']]));
    await world.write();
    expect(await world.settle()).toBeGreaterThan(0);
    expect(Number((await people.limit(main, 'loss'))?.used)).toBeGreaterThanOrEqual(100);
    expect(await people.stake(other, '100')).toBe('limits.loss');
  });

  it.each(OPENINGS)('a break stops %s of every sub-account', async (opening) => {
    expect(await people.takeBreak(main, '1-day')).toBe('done');
    expect(await people.open(sub, opening)).toBe('limits.break');
  });

  it('a break leaves the orders of sub-accounts unfilled', async () => {
    expect(await waiting(sub, 1, 10)).toBe('done');
    expect(await people.takeBreak(main, '1-day')).toBe('done');
    world.sample(new Map([[BTC_MARKET, '48000']]));
    await world.write();
    await world.work([BTC_MARKET]);
    expect(await world.futures.rows(sub)).toMatchObject([{ status: 0 }]);
    // They do not wait for the end of it either.
    expect(await world.futures.get(CancelOrdersOfBreaks).execute()).toBe(1);
    expect(await world.futures.rows(sub)).toMatchObject([{ status: 4 }]);
  });

  it('is set by the person, not by a sub-account', async () => {
    await expect(people.set(sub, 'stake', '100')).rejects.toMatchObject({ code: 'SU001' });
    await expect(people.takeBreak(sub, '1-day')).rejects.toMatchObject({ code: 'SU001' });
  });
});

describe('exposure of one person', () => {
  // A lot is 500 USDT; a leverage of 125 is offered up to 50,000.
  it('in a market and side counts together for the highest leverage', async () => {
    expect(await futures(main, 60, 125)).toBe('done');
    expect(await futures(sub, 60, 125)).toBe('futures.size-for-leverage');
    expect(await futures(sub, 30, 125)).toBe('done');
    expect(await waiting(other, 30, 125)).toBe('futures.size-for-leverage');
    // A preview says the same beforehand, and offers no more.
    const preview = (lots: number, leverage: number) =>
      world.futures
        .get(PreviewFutures)
        .order(world.futures.wish(other, { lots, leverage }))
        .then(
          ({ leverages }) => Math.max(...leverages),
          ({ code }: { code: string }) => code,
        );
    expect(await preview(30, 125)).toBe('futures.size-for-leverage');
    expect(await preview(9, 125)).toBe(125);
    // Of another person it is nothing.
    const stranger = await people.person();
    expect(await futures(await aSub('Three', stranger), 60, 125)).toBe('done');
  });

  it('lets one of three through that come at once', async () => {
    const outcomes = await Promise.all([main, sub, other].map((userId) => futures(userId, 60, 125)));
    expect(outcomes.sort()).toEqual(['done', 'futures.size-for-leverage', 'futures.size-for-leverage']);
  });

  it('is judged again when an order that waited is filled', async () => {
    const short = { side: 'short' as const, lots: 49, leverage: 125, isLimit: true, limitPrice: '51000' };
    for (const userId of [main, sub]) expect(await outcome(world.futures.submit(userId, short))).toBe('done');
    // At this price both together are above 50,000, and at their limit they are not: they are filled at that.
    world.sample(new Map([[BTC_MARKET, '53000']]));
    await world.write();
    await world.worker.fill();
    const [ofMain, ofSub] = await Promise.all([world.futures.rows(main), world.futures.rows(sub)]);
    const filled = [...ofMain, ...ofSub].filter(({ status }) => status === 1);
    expect(filled.map(({ entryPrice }) => entryPrice)).toEqual(['51000', '51000']);
    expect([...ofMain, ...ofSub].filter(({ status }) => status === 0)).toHaveLength(0);
  });

  it('of options counts together for what may be held', async () => {
    const products = world.futures.get(OptionProducts);
    const [before] = await world.source.query<[{ most: string }]>(
      'select holding_maximum::text as most from option_currency where currency_id = $1',
      [USDT],
    );
    const most = async (maximum: string) => {
      await world.source.query('update option_currency set holding_maximum = $2 where currency_id = $1', [
        USDT,
        maximum,
      ]);
      await products.reload();
    };
    await most('250');
    try {
      const outcomes = await Promise.all([main, sub, other].map((userId) => people.stake(userId, '100')));
      expect(outcomes.sort()).toEqual(['done', 'done', 'options.holding-maximum']);
      expect(await people.stake(await people.person(), '200')).toBe('done');
    } finally {
      await most(before.most);
    }
  });
});

describe('what a person is', () => {
  it('its country is the sub-account’s', async () => {
    const rule = (state: string) =>
      world.source.query(`select country_rule_set('DE', 'contracts', $1, null, now())`, [state]);
    await rule('not-offered');
    expect(await futures(sub, 1, 10)).toBe('country.not-offered');
    await rule('allowed');
    expect(await futures(sub, 1, 10)).toBe('done');
  });

  it('its age is the sub-account’s: an old one’s new sub-account is not new, and a new one’s has no more leverage', async () => {
    expect(await futures(sub, 1, 100)).toBe('done');
    await world.source.query('update account_user set created_at = $2 where id = $1', [
      main,
      new Date(world.futures.clock.now() - 86_400_000),
    ]);
    expect(await futures(sub, 1, 100)).toBe('futures.leverage');
  });

  it('its verification is the sub-account’s', async () => {
    const unknown = await world.user('option', '1000');
    const id = await world.futures.get(ManageSubAccounts).open(unknown, 'One', CALLER);
    await world.futures.get(MoveSubMoney).execute({
      userId: unknown,
      from: { subId: null, account: 'option' },
      to: { subId: id, account: 'option' },
      currencyId: USDT,
      amount: '500',
      key: null,
    });
    expect(await people.stake(id, '100')).toBe('verification.required');
    await world.verify(unknown);
    expect(await people.stake(id, '100')).toBe('done');
  });

  it('what it has to read it reads for all', async () => {
    const id = await anArticle(world.source, { required: true, publishAt: new Date(world.futures.clock.now() - 1000) });
    expect(await futures(sub, 1, 10)).toBe('news.required');
    await world.source.query(
      'insert into news_read (user_id, article_id, read_at, required) values ($1, $2, now(), true)',
      [main, id],
    );
    expect(await futures(sub, 1, 10)).toBe('done');
    await world.source.query(`update news_article set live_id = null where id = $1`, [id]);
  });
});
