import { randomUUID } from 'node:crypto';
import { inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { OtcWorld, PIN } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import type { AdvertState, OtcSide } from '../../../contract/trading/otc-market.dto.js';
import { SetOwnLimit } from '../../wallet/own-limits/set-own-limit.js';
import { TakeBreak } from '../../wallet/own-limits/take-break.js';
import { Advertise } from './advertise.js';
import { ListAdverts } from './list-adverts.js';

let world: OtcWorld;

beforeAll(async () => {
  world = await OtcWorld.open();
});
afterAll(() => world?.close());

interface Case {
  name: string;
  most: number;
  refusal: string;
  /** Somebody who has so many already, and what adds one more. */
  begin(count: number): Promise<() => Promise<unknown>>;
}

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let place = 0; place < count; place += 1) await work();
};

const CASES: readonly Case[] = [
  {
    name: 'means of payment of a user',
    most: 10,
    refusal: 'otc.payment-full',
    async begin(count) {
      const user = await world.aPerson();
      await times(count, () => world.payment(user));
      return () => world.payment(user);
    },
  },
  {
    name: 'adverts of a merchant that are not closed',
    most: 20,
    refusal: 'otc.adverts-full',
    async begin(count) {
      const merchant = await world.aMerchant();
      const add = () => world.advert(merchant, { side: 'buy' });
      await times(count, add);
      return add;
    },
  },
  {
    name: 'lines of one side in the room of an order',
    most: 300,
    refusal: 'otc.chat-full',
    async begin(count) {
      const { buyer, merchant, id } = await anOrder();
      // What the other side and the product say takes none of them.
      await world.say(merchant, id, 'Hello');
      await world.source.query(
        `insert into room_line (room, number, voice, user_id, kind, body, at, chain)
         select $1, 1, 'buyer', $2, 'text', 'x', now(), ''::bytea from generate_series(1, $3)`,
        [`otc-order:${id}`, buyer.userId, count],
      );
      return () => world.say(buyer, id, 'One more');
    },
  },
];

async function anOrder(): Promise<{ merchant: TestUser; buyer: TestUser; id: string }> {
  const [merchant, buyer] = [await world.aMerchant('1000'), await world.aPerson()];
  return { merchant, buyer, id: await world.take(buyer, await world.advert(merchant)) };
}

it.each(CASES)('$name: one below $most, $most, and one above', async ({ most, refusal, begin }) => {
  const add = await begin(most - 2);
  expect(await inTurn([add, add, add])).toEqual(['done', 'done', refusal]);
});

it.each(CASES)('$name: the last place goes to one of four at once', async ({ most, refusal, begin }) => {
  const add = await begin(most - 1);
  const results = outcomesOf(await Promise.allSettled(Array.from({ length: 4 }, add)));
  expect(results.toSorted()).toEqual(['done', refusal, refusal, refusal]);
});

/** What a list shows of a merchant, and how many it says there are. */
async function listed({ userId }: TestUser, side: OtcSide): Promise<string[]> {
  const query = { currencyId: null, side, fiat: null, way: null, amount: null, name: `trader${userId}` };
  const { data, total } = await world.get(ListAdverts).shown(query, { page: 1, limit: 5 });
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
}

it('a limit on deposits that a merchant has reached takes what it would buy off the list until the next day', async () => {
  const [merchant, seller] = [await world.aMerchant('1000'), await world.aPerson({ funds: '500' })];
  const [buys, sells] = [await world.advert(merchant, { side: 'buy' }), await world.advert(merchant)];
  const day = { kind: 'deposit', period: 'day', amount: '100' } as const;
  await world.get(SetOwnLimit).execute({ userId: merchant.userId, ...day, caller: { ip: '192.0.2.1', userAgent: '' } });
  expect(await listed(merchant, 'buy')).toEqual([buys]);
  // 100 USDT at 7.1.
  await world.take(seller, buys, { value: '710', paymentId: await world.payment(seller) });
  expect([await listed(merchant, 'buy'), await listed(merchant, 'sell')]).toEqual([[], [sells]]);
  world.pass(24 * 60);
  expect(await listed(merchant, 'buy')).toEqual([buys]);
});

describe('a break of a merchant', () => {
  const CALLER = { ip: '192.0.2.1', userAgent: '' };
  const setState = ({ userId }: TestUser, id: string, state: AdvertState) =>
    world.get(Advertise).setState({ userId, id, state, fundPassword: PIN, caller: CALLER, key: randomUUID() });
  const takeBreak = ({ userId }: TestUser) =>
    world.get(TakeBreak).execute(userId, { span: '1-day', fundPassword: '' }, CALLER);

  it('lets no advert to buy be put up or shown again, and every one be taken off', async () => {
    const merchant = await world.aMerchant('1000');
    const known = await world.advert(merchant, { side: 'buy' });
    await takeBreak(merchant);
    const show = () => setState(merchant, known, 'online');
    expect(
      await inTurn([
        () => world.advert(merchant, { side: 'buy' }),
        () => setState(merchant, known, 'offline'),
        show,
        () => setState(merchant, known, 'closed'),
      ]),
    ).toEqual(['limits.break', 'done', 'limits.break', 'done']);
    const rows = await world.source.query('select side, status from otc_advert where merchant_id = $1', [
      merchant.userId,
    ]);
    expect(rows).toEqual([{ side: 'buy', status: 'closed' }]);
  });

  it('takes what it would buy off the list until it is over, and leaves what it sells', async () => {
    const merchant = await world.aMerchant('1000');
    const [buys, sells] = [await world.advert(merchant, { side: 'buy' }), await world.advert(merchant)];
    expect([await listed(merchant, 'buy'), await listed(merchant, 'sell')]).toEqual([[buys], [sells]]);
    await takeBreak(merchant);
    expect([await listed(merchant, 'buy'), await listed(merchant, 'sell')]).toEqual([[], [sells]]);
    const seller = await world.aPerson({ funds: '500' });
    const look = () => world.get(ListAdverts).advert(buys, seller.userId);
    expect(await inTurn([look])).toEqual(['otc.not-offered']);
    expect(await world.get(ListAdverts).advert(buys, merchant.userId)).toMatchObject({ id: buys });
    world.pass(24 * 60);
    expect(await listed(merchant, 'buy')).toEqual([buys]);
    await world.take(seller, buys, { paymentId: await world.payment(seller) });
  });

  it('lets adverts to sell be, which open no risk, and those of others', async () => {
    const [merchant, other] = [await world.aMerchant('1000'), await world.aMerchant()];
    await takeBreak(merchant);
    const [mine, theirs] = [await world.advert(merchant), await world.advert(other, { side: 'buy' })];
    expect(
      await inTurn([
        () => setState(merchant, mine, 'offline'),
        () => setState(merchant, mine, 'online'),
        () => setState(other, theirs, 'offline'),
        () => setState(other, theirs, 'online'),
      ]),
    ).toEqual(['done', 'done', 'done', 'done']);
  });

  it('is no matter of whoever tries to show an advert of somebody else', async () => {
    const [merchant, other] = [await world.aMerchant(), await world.aMerchant()];
    const theirs = await world.advert(merchant, { side: 'buy' });
    await takeBreak(other);
    expect(await inTurn([() => setState(other, theirs, 'online')])).toEqual(['otc.advert-missing']);
  });
});
