import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { agreeOn } from '../../../test/factories/agreements.js';
import { ReferralWorld } from '../../../test/factories/referral-world.js';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { RankInviters } from './rank-inviters.js';
import { RebatesStore } from './rebates.store.js';
import { replayRebates } from './replay-rebates.js';
import { ReferralStore } from './referral.store.js';
import { ChooseNickname } from './choose-nickname.js';

/**
 * A purchase of 0.1 BTC at an ask of 50,010: 5,001 USDT, and a fee of 0.1 % of that: 5.001 USDT, of which a fifth is
 * 1.0002 USDT.
 */
const REBATE = '1.0002';

let world: TradingWorld;
let people: ReferralWorld;
let rebates: RebatesStore;

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new ReferralWorld(world);
  rebates = world.futures.get(RebatesStore);
  // The programme begins.
  expect(await people.rebate()).toBe(0);
}, 120_000);

afterEach(async () => {
  expect(await world.brokenBooks()).toEqual([]);
});

afterAll(() => world?.close());

async function replay(day: string): Promise<string[]> {
  const known = await rebates.day(day);
  if (!known) throw new Error(`There is no day ${day}.`);
  return (await replayRebates(rebates, known)).differences;
}

const linesOf = async (day: string, inviterId: string) =>
  (await rebates.lines(day)).filter((line) => line.inviterId === inviterId);

describe('a day', () => {
  it('brings who invited somebody a fifth of their fees, once, when it is over', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.buy(guest);
    await people.seal();
    expect(await people.rebate()).toBe(0);
    expect(await people.balance(inviter)).toBe('100000');
    const day = await people.endDay();
    expect(await people.rebate()).toBe(1);
    expect(await people.balance(inviter)).toBe('100001.0002');
    expect(await people.rebate()).toBe(0);
    expect(await people.balance(inviter)).toBe('100001.0002');
    expect(await linesOf(day, inviter)).toEqual([
      expect.objectContaining({ payerId: guest, fee: '5.001', ratio: '0.2', outcome: 'earned', amount: REBATE }),
    ]);
    expect(await replay(day)).toEqual([]);
  });

  it('is rebated once by however many run at once', async () => {
    const inviter = await people.invited(null);
    const guests = [await people.invited(inviter), await people.invited(inviter)];
    for (const guest of guests) await people.buy(guest);
    await people.buy(guests[0] as string);
    const day = await people.endDay();
    await Promise.all([1, 2, 3, 4].map(() => people.rebate()));
    expect(await people.balance(inviter)).toBe('100003.0006');
    expect((await linesOf(day, inviter)).map(({ fee }) => fee).sort()).toEqual(['10.002', '5.001']);
    expect(await replay(day)).toEqual([]);
  });

  it('without any fees is a day, too, and days that were missed are rebated one by one', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.buy(guest);
    const first = await people.endDay();
    const second = await people.endDay();
    await people.buy(guest, '0.2');
    const third = await people.endDay();
    await people.rebate();
    expect(await Promise.all([first, second, third].map(async (day) => (await linesOf(day, inviter)).length))).toEqual([
      1, 0, 1,
    ]);
    expect(await people.balance(inviter)).toBe('100003.0006');
    for (const day of [first, second, third]) expect(await replay(day)).toEqual([]);
  });

  it('goes on where a worker was killed, and leaves nothing half done', async () => {
    const inviter = await people.invited(null);
    const guests = [await people.invited(inviter), await people.invited(inviter), await people.invited(inviter)];
    for (const guest of guests) await people.buy(guest);
    const day = await people.endDay();
    const at = new Date(world.futures.clock.now());
    expect(await rebates.openDay(at, null)).toBe(day);
    const failing = async (work: (tx: Parameters<RebatesStore['gather']>[0]) => Promise<unknown>) =>
      expect(
        world.serving.transaction(async (tx) => {
          await work(tx);
          throw new Error('killed');
        }),
      ).rejects.toThrow('killed');
    await failing((tx) => rebates.gather(tx, day, 2, at));
    await world.serving.transaction((tx) => rebates.gather(tx, day, 5, at));
    await failing((tx) => rebates.gather(tx, day, 5, at));
    for (;;) if ((await world.serving.transaction((tx) => rebates.gather(tx, day, 3, at))) === 0) break;
    await failing((tx) => rebates.book(tx, { day, limit: 10, except: [], at }));
    expect(await people.balance(inviter)).toBe('100000');
    expect(await world.serving.transaction((tx) => rebates.book(tx, { day, limit: 1, except: [], at }))).toMatchObject({
      rebates: 1,
    });
    await failing((tx) => rebates.book(tx, { day, limit: 1, except: [], at }));
    expect(await people.balance(inviter)).toBe('100001.0002');
    expect(await people.rebate()).toBe(2);
    expect(await people.balance(inviter)).toBe('100003.0006');
    expect(await replay(day)).toEqual([]);
  });

  it('pays everybody else where what one person paid cannot be booked, and the days after it, and is done once it can', async () => {
    const [inviter, other] = [await people.invited(null), await people.invited(null)];
    const [bad, good] = [await people.invited(inviter), await people.invited(other)];
    for (const guest of [bad, good]) await people.buy(guest);
    await world.source.query(`
      create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'a row that is broken'; end $$;
      create trigger refuse_one before update on referral_rebate for each row when (new.payer_id = ${bad})
        execute function refuse_one()`);
    const days = [await people.endDay()];
    try {
      await expect(people.rebate()).rejects.toThrow(`for what user ${bad} paid`);
      expect([await people.balance(inviter), await people.balance(other)]).toEqual(['100000', '100001.0002']);
      await people.buy(good);
      days.push(await people.endDay());
      await expect(people.rebate()).rejects.toThrow(`for what user ${bad} paid`);
      expect([await people.balance(inviter), await people.balance(other)]).toEqual(['100000', '100002.0004']);
      expect(await rebates.lastBooked()).toMatchObject({ day: days[1] });
    } finally {
      await world.source.query('drop trigger refuse_one on referral_rebate; drop function refuse_one()');
    }
    expect(await people.rebate()).toBe(1);
    expect([await people.balance(inviter), await people.balance(other)]).toEqual(['100001.0002', '100002.0004']);
    for (const day of days) expect(await replay(day)).toEqual([]);
  });

  it('counts fees of options and futures, none of demo money, and never what was lost', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await world.endow(guest, 'contract', '10000');
    await world.endow(guest, 'spot', '100000', { demo: true });
    await people.buy(guest, '0.1', true);
    const order = { marketId: 1, side: 'long', lots: 1, leverage: 2, marginMode: 'isolated' } as const;
    expect(await world.futuresOrder(guest, order)).toBe(true);
    const [position] = await world.futures.rows(guest, false);
    // A loss of a tenth: only the fees of opening and closing count.
    world.sample(new Map([[1, '45000']]));
    await world.write();
    expect(await world.closePosition(guest, position?.positionId as string)).toBe(true);
    const [charged] = await world.source.query(
      `select trim_scale(fee)::text as fee from futures_position where id = $1`,
      [position?.positionId],
    );
    const day = await people.endDay();
    await people.rebate();
    const lines = await linesOf(day, inviter);
    expect(lines.map(({ fee }) => fee)).toEqual([charged.fee]);
    expect(await replay(day)).toEqual([]);
  });

  it('tells the inviter, with what the account has by it', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.buy(guest);
    const day = await people.endDay();
    await people.rebate();
    const events: { kind: string; payload: Record<string, unknown> }[] = await world.source.query(
      `select kind, payload from outbox where user_id = $1 order by sequence desc limit 3`,
      [inviter],
    );
    expect(events).toEqual([
      {
        kind: 'balance',
        payload: expect.objectContaining({ delta: REBATE, after: '100001.0002', reason: 'referral.rebate' }),
      },
      {
        kind: 'referral',
        payload: {
          entity: `referral:${inviter}`,
          entityVersion: 2,
          what: 'rebates',
          day,
          rebates: [{ currencyId: 3, amount: REBATE }],
        },
      },
      { kind: 'referral', payload: expect.objectContaining({ what: 'invited', entityVersion: 1, rebates: [] }) },
    ]);
  });
});

describe('nothing is paid', () => {
  it('to somebody who shares a browser with whom they invited, ever after', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.shareDevice(inviter, guest);
    await people.buy(guest);
    const first = await people.endDay();
    await people.rebate();
    await world.source.query('delete from account_device where user_id = $1', [guest]);
    await people.buy(guest);
    const second = await people.endDay();
    await people.rebate();
    for (const day of [first, second]) {
      expect(await linesOf(day, inviter)).toEqual([
        expect.objectContaining({ fee: '5.001', outcome: 'self', amount: '0' }),
      ]);
      expect(await replay(day)).toEqual([]);
    }
    expect(await people.balance(inviter)).toBe('100000');
    expect(await world.source.query('select shares from referral_self where payer_id = $1', [guest])).toEqual([
      { shares: 'device' },
    ]);
  });

  it('to somebody who withdraws to the same address or card as whom they invited', async () => {
    const [one, two] = [await people.invited(null), await people.invited(null)];
    const [byAddress, byCard] = [await people.invited(one), await people.invited(two)];
    for (const id of [one, byAddress]) {
      await world.source.query(
        `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at, deleted_at)
         select $1, (select min(id) from coin_network), 'TSharedAddress0000000000000000000', now(), now(), now()`,
        [id],
      );
    }
    for (const [id, number] of [
      [two, '6222 0200 1234 5678'],
      [byCard, '6222020012345678'],
    ]) {
      await world.source.query(
        `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
         values ($1, 'domestic', 'Ann', 'Bank', $2, now(), now(), now())`,
        [id, number],
      );
    }
    await people.buy(byAddress);
    await people.buy(byCard);
    const day = await people.endDay();
    await people.rebate();
    expect((await linesOf(day, one)).map(({ outcome }) => outcome)).toEqual(['self']);
    expect((await linesOf(day, two)).map(({ outcome }) => outcome)).toEqual(['self']);
    expect(
      await world.source.query('select shares from referral_self where payer_id = any($1) order by payer_id', [
        [byAddress, byCard],
      ]),
    ).toEqual([{ shares: 'address' }, { shares: 'account' }]);
    expect([await people.balance(one), await people.balance(two)]).toEqual(['100000', '100000']);
  });

  it('to somebody who is paid between users on the account of whom they invited, however it is written or removed', async () => {
    const [one, two, other] = [await people.invited(null), await people.invited(null), await people.invited(null)];
    const [byAccount, byCard, stranger] = [
      await people.invited(one),
      await people.invited(two),
      await people.invited(other),
    ];
    const account = (user: string, way: string, number: string, isGone = false) =>
      world.source.query(
        `insert into otc_payment (user_id, way, details, created_at, deleted_at)
         values ($1, $2, jsonb_build_object('account', $3::text, 'bank', '', 'branch', ''), now(), case when $4 then now() end)`,
        [user, way, number, isGone],
      );
    await account(one, 'ali_pay', 'Ann@Example.com', true);
    await account(byAccount, 'paypal', ' ann@example.com');
    await account(two, 'bank', '6222-0200-8765-4321');
    await world.source.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
       values ($1, 'domestic', 'Ann', 'Bank', '6222020087654321', now(), now(), now())`,
      [byCard],
    );
    await account(other, 'wise', '@bob');
    await account(stranger, 'wise', '@bobby');
    for (const guest of [byAccount, byCard, stranger]) await people.buy(guest);
    const day = await people.endDay();
    await people.rebate();
    const outcomes = await Promise.all([one, two, other].map((inviter) => linesOf(day, inviter)));
    expect(outcomes.map((lines) => lines.map(({ outcome }) => outcome))).toEqual([['self'], ['self'], ['earned']]);
    expect(
      await world.source.query('select shares from referral_self where payer_id = any($1) order by payer_id', [
        [byAccount, byCard],
      ]),
    ).toEqual([{ shares: 'account' }, { shares: 'account' }]);
  });

  it('for somebody whose identity is not verified, nor beyond one level', async () => {
    const top = await people.invited(null);
    const middle = await people.invited(top);
    const bottom = await people.invited(middle);
    const unknown = await people.invited(middle, { verified: false });
    for (const guest of [bottom, unknown]) await people.buy(guest);
    const day = await people.endDay();
    await people.rebate();
    expect(await people.balance(top)).toBe('100000');
    expect(await people.balance(middle)).toBe('100001.0002');
    expect((await linesOf(day, middle)).map(({ outcome }) => outcome).sort()).toEqual(['earned', 'unverified']);
  });
});

describe('an account that is disabled', () => {
  const disable = (id: string, at: Date | null) =>
    world.source.query('update account_user set disabled_at = $2 where id = $1', [id, at]);

  it('earns nothing from the day of disabling, and what it earned before stays', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.buy(guest);
    const first = await people.endDay();
    // Two minutes past midnight, before the day that is over is booked: of that day it earns.
    const at = new Date(world.futures.clock.now());
    await disable(inviter, at);
    await people.rebate();
    expect(await linesOf(first, inviter)).toEqual([expect.objectContaining({ outcome: 'earned', amount: REBATE })]);
    await people.buy(guest);
    const second = await people.endDay();
    await people.rebate();
    expect(await linesOf(second, inviter)).toEqual([
      expect.objectContaining({ fee: '5.001', outcome: 'disabled', amount: '0' }),
    ]);
    expect(await people.balance(inviter)).toBe('100001.0002');
    for (const day of [first, second]) expect(await replay(day)).toEqual([]);
    const rebateRows = await world.source.query(
      `select inviter_disabled_at as at from referral_rebate where inviter_id = $1 order by day`,
      [inviter],
    );
    expect(rebateRows).toEqual([{ at: null }, { at }]);
    // What was decided does not change when the account is opened again; from then on it earns.
    await disable(inviter, null);
    await people.buy(guest);
    const third = await people.endDay();
    await people.rebate();
    expect((await linesOf(third, inviter)).map(({ outcome }) => outcome)).toEqual(['earned']);
    for (const day of [first, second, third]) expect(await replay(day)).toEqual([]);
  });

  it('that earned although it was disabled on the day is named by the replay', async () => {
    const inviter = await people.invited(null);
    await people.buy(await people.invited(inviter));
    const day = await people.endDay();
    await people.rebate();
    await disable(inviter, new Date(world.futures.clock.now() - 86_400_000));
    expect(await replay(day)).toEqual([expect.stringContaining('was disabled')]);
    await disable(inviter, null);
  });
});

describe('an account that its user closes', () => {
  // Its money is still there, which no account has that is erased (M14).
  afterEach(() => world.source.query('delete from account_erasure'));
  const close = (id: string, at: Date) =>
    world.source.query(
      `insert into account_erasure (user_id, asked_at, due_at) values ($1, $2, $2::timestamptz + interval '1 hour')`,
      [id, at],
    );
  /** What of the erasing decides on rebates. */
  const erase = async (id: string, at: Date) => {
    await world.source.query(`update account_erasure set outcome = 'erased', ended_at = $2 where user_id = $1`, [
      id,
      at,
    ]);
    await world.source.query('update account_user set disabled_at = $2 where id = $1', [id, at]);
  };

  it('earns of the days before, and of none after, however late they are booked', async () => {
    const inviter = await people.invited(null);
    const guest = await people.invited(inviter);
    await people.buy(guest);
    const before = await people.endDay();
    await people.rebate();
    await close(inviter, new Date(world.futures.clock.now()));
    await people.buy(guest);
    const asked = await people.endDay();
    await people.rebate();
    await people.buy(guest);
    const late = await people.endDay();
    await erase(inviter, new Date(world.futures.clock.now()));
    await people.rebate();
    expect((await linesOf(before, inviter)).map(({ outcome }) => outcome)).toEqual(['earned']);
    expect((await linesOf(asked, inviter)).map(({ outcome }) => outcome)).toEqual(['disabled']);
    expect(await linesOf(late, inviter)).toEqual([
      expect.objectContaining({ fee: '5.001', outcome: 'disabled', amount: '0' }),
    ]);
    expect(await people.balance(inviter)).toBe('100001.0002');
    for (const day of [before, asked, late]) expect(await replay(day)).toEqual([]);
  });

  it('that earned although it was closed on the day is named by the replay, erased or not', async () => {
    const inviter = await people.invited(null);
    await people.buy(await people.invited(inviter));
    const day = await people.endDay();
    await people.rebate();
    const onDay = new Date(world.futures.clock.now() - 86_400_000);
    await close(inviter, onDay);
    expect(await replay(day)).toEqual([expect.stringContaining('was disabled')]);
    await world.source.query(`update account_erasure set outcome = 'erased', ended_at = due_at where user_id = $1`, [
      inviter,
    ]);
    expect(await replay(day)).toEqual([expect.stringContaining('was disabled')]);
  });
});

describe('what was written stays', () => {
  it('is what two operators agreed on in the same transaction, and not what any two once did', async () => {
    const write = (tx: EntityManager) => tx.query(`insert into referral_terms values ('2090-01-02', 0.35, now())`);
    await world.source.transaction((tx) => agreeOn(tx, 'referral-terms', null, { ratio: '0.35' }));
    await expect(world.source.transaction(write)).rejects.toMatchObject({ code: 'RF009' });
    const agreed = world.source.transaction(async (tx) => {
      await agreeOn(tx, 'referral-terms', null, { ratio: '0.35' });
      await write(tx);
      throw new Error('far enough');
    });
    await expect(agreed).rejects.toThrow('far enough');
  });

  it.each([
    ['update referral_rebate set fee = fee + 1 where outcome is not null'],
    ['delete from referral_rebate'],
    [`update referral_day set last_journal = last_journal + 1`],
    ['delete from referral_self'],
    ["update referral_gathering set fees = '{}'"],
    [`update referral_terms set ratio = 0.5`],
    [`insert into referral_terms values ('2090-01-01', 0.5, now())`],
    [`insert into referral_terms values ('2020-01-02', 0.2, now())`],
    ['delete from referral_terms'],
  ])('%s is refused', async (statement) => {
    await expect(world.source.query(statement)).rejects.toMatchObject({ code: 'RF009' });
  });
});

describe('the ranking', () => {
  it('names those who agreed, by their nicknames, the most first, and nobody else', async () => {
    const choose = world.futures.get(ChooseNickname);
    const [best, second, silent] = [await people.invited(null), await people.invited(null), await people.invited(null)];
    const guests = [await people.invited(best), await people.invited(second), await people.invited(silent)];
    await choose.execute(best, { nickname: '小海豚', listed: true });
    await choose.execute(second, { nickname: 'River 7', listed: true });
    await choose.execute(silent, { nickname: 'Quiet one', listed: false });
    await people.buy(guests[0] as string, '0.3');
    await people.buy(guests[1] as string, '0.1');
    await people.buy(guests[2] as string, '0.4');
    const day = await people.endDay();
    await people.rebate();
    const ranking = world.futures.get(RankInviters);
    const expected = [
      { userId: best, nickname: '小海豚', total: '3.0006' },
      { userId: second, nickname: 'River 7', total: '1.0002' },
    ];
    expect(await ranking.execute(day)).toEqual(expected);
    expect(await ranking.execute(null)).toEqual(expected);
    await choose.execute(best, { nickname: '小海豚', listed: false });
    world.futures.clock.advance(60_000);
    expect((await ranking.execute(null)).map(({ nickname }) => nickname)).toEqual(['River 7']);
  });

  it('has at once who has just agreed here, and is otherwise the same for a quarter of a minute', async () => {
    const inviter = await people.invited(null);
    await people.buy(await people.invited(inviter), '0.2');
    const day = await people.endDay();
    await people.rebate();
    const names = async () => (await world.futures.get(RankInviters).execute(day)).map(({ nickname }) => nickname);
    expect(await names()).toEqual([]);
    await world.futures.get(ChooseNickname).execute(inviter, { nickname: 'Late one', listed: true });
    expect(await names()).toEqual(['Late one']);
    // In another process.
    await world.source.query('update referral_profile set listed = false where user_id = $1', [inviter]);
    world.futures.clock.advance(14_999);
    expect(await names()).toEqual(['Late one']);
    world.futures.clock.advance(1);
    expect(await names()).toEqual([]);
  });

  it.each([
    ['A', 'referral.nickname-invalid'],
    ['x'.repeat(21), 'referral.nickname-invalid'],
    ['Official desk', 'referral.nickname-invalid'],
    ['在线客服', 'referral.nickname-invalid'],
    ['a\u200bb', 'referral.nickname-invalid'],
    ['rivеr7', 'referral.nickname-invalid'],
    ['RIVER-7', 'referral.nickname-taken'],
  ])('refuses the nickname %s: %s', async (nickname, code) => {
    const user = await people.invited(null);
    await expect(world.futures.get(ChooseNickname).execute(user, { nickname, listed: true })).rejects.toMatchObject({
      code,
    });
    expect(await world.futures.get(ReferralStore).version(world.serving.manager, user)).toBeNull();
  });
});
