import { A_WISH, OptionWorld, type Wish } from '../../../test/factories/option-world.js';
import { sessionOfKey } from '../../../platform/http/keys/key-access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { answerRepetition } from '../../../platform/http/repeated-command.js';
import { NextIndex } from '../../markets/market-board/index.js';
import { DraftOption } from './draft-option.js';
import { PreviewOption } from './preview-option.js';
import { SubmitOption } from './submit-option.js';

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
}, 60_000);

afterAll(() => world?.app.close());

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 120_000);
  await world.price('50000');
});

const preview = (userId: string) => world.get(PreviewOption).execute({ ...A_WISH, userId });
const submit = (userId: string, wish: Wish) => world.get(SubmitOption).execute({ ...A_WISH, userId, ...wish });
const openedAt = async (userId: string): Promise<number[]> => {
  const rows: { openedAt: Date }[] = await world.source.query(
    'select opened_at as "openedAt" from option_order where user_id = $1',
    [userId],
  );
  return rows.map((row) => row.openedAt.getTime());
};

describe('an order by a quote', () => {
  it('is held against the first index after its acceptance: who saw the venues move before it has nothing of it', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    world.clock.advance(1000);
    await world.price('50000');
    // The venues have moved; the next sample says so.
    const order = world.withNextIndex(submit(user, { quoteId }), '50100');
    await expect(order).rejects.toMatchObject({ code: 'options.price-moved' });
    expect(await world.balances(user)).toEqual({ option: '1000' });
  });

  it('enters at the entry of the quote where that index has not left it, as of its acceptance', async () => {
    const user = await world.user();
    const quote = await preview(user);
    const acceptedAt = world.clock.now();
    const order = await world.withNextIndex(submit(user, { quoteId: quote.quoteId }), '50004');
    expect(order).toMatchObject({ entryIndex: '50000', openedAt: acceptedAt });
    expect(order.contract.closesAt).toBe(quote.closesAt);
    expect(await openedAt(user)).toEqual([acceptedAt]);
  });

  it.each([
    // 0.0612 × π × 1 × √51 is 1.373: what the index usually moves in a second was a whole one, or a tenth.
    ['usual', '1', '50001.37', '50001.38'],
    ['calm', '0.1', '49999.87', '49999.86'],
  ])(
    'is held to what is %s in its market',
    async (_name, step, taken, refused) => {
      await world.seconds(141, (place) => (place % 2 === 0 ? '50000' : String(50_000 + Number(step))));
      const user = await world.user();
      const first = await preview(user);
      await world.withNextIndex(submit(user, { quoteId: first.quoteId }), taken);
      await world.price('50000');
      const second = await preview(user);
      const order = world.withNextIndex(submit(user, { quoteId: second.quoteId }), refused);
      await expect(order).rejects.toMatchObject({ code: 'options.price-moved' });
    },
    60_000,
  );

  it('is not sold on even where the market is so calm that even wins more often than not', async () => {
    await world.seconds(141, (place) => (place % 2 === 0 ? '50000' : '50000.1'));
    const user = await world.user();
    const even = { ...A_WISH, userId: user, direction: 'even' as const };
    const refusal = { code: 'options.direction-unavailable' };
    await expect(world.get(PreviewOption).execute(even)).rejects.toMatchObject(refusal);
    await expect(world.withNextIndex(submit(user, even))).rejects.toMatchObject(refusal);
    await world.seconds(141, (place) => (place % 2 === 0 ? '50000' : '50004'));
    expect(await world.get(PreviewOption).execute(even)).toMatchObject({ direction: 'even' });
  }, 60_000);

  it('is in time by its acceptance, however long the index is waited for', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    world.clock.advance(2900);
    await world.price('50000');
    const order = await world.withNextIndex(submit(user, { quoteId }));
    expect(order.entryIndex).toBe('50000');

    const late = await preview(user);
    world.clock.advance(3001);
    await world.price('50000');
    await expect(submit(user, { quoteId: late.quoteId })).rejects.toMatchObject({ code: 'options.quote-expired' });
    expect(world.get(NextIndex).waiting).toBe(0);
  });

  it('is refused where no index comes, and nothing was bought', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    await expect(submit(user, { quoteId })).rejects.toMatchObject({ code: 'market.stale' });
    expect(await world.balances(user)).toEqual({ option: '1000' });
  });

  it('is bought once, however often it is sent', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    const wish = { quoteId, key: 'sent-twice' };
    const first = await world.withNextIndex(submit(user, wish));
    // The price has left the quote, and the quote its time: the answer is that of the first time.
    const again = await world.withNextIndex(submit(user, wish), '51000');
    world.clock.advance(5000);
    await world.price('51000');
    expect([again.id, (await submit(user, wish)).id]).toEqual([first.id, first.id]);
    expect(await openedAt(user)).toHaveLength(1);
  });
});

describe('an order by a quote that is sent again while it waits', () => {
  const KEY = 'sent-again';
  /** The same once more, by somebody who had no answer: what it says, and whether the key is closed. */
  async function again(userId: string, wish: Wish) {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    const outcome = await answerRepetition({ key: KEY, close }, () =>
      submit(userId, { key: KEY, ...wish }).then(
        ({ id }) => id,
        (error: Refusal) => error.code,
      ),
    );
    return { outcome, isClosed };
  }
  const unknown = { outcome: 'request.outcome-unknown', isClosed: false };

  /** Quoted 2.9 s ago, and waiting for its index. */
  async function waiting() {
    const user = await world.user();
    const { quoteId } = await preview(user);
    world.clock.advance(2900);
    await world.price('50000');
    const order = submit(user, { quoteId, key: KEY });
    order.catch(() => undefined);
    await waits();
    return { user, quoteId, order };
  }

  it('stays bought, although its quote is over by then, and answers that', async () => {
    const { user, quoteId, order } = await waiting();
    world.clock.advance(200);
    expect(await again(user, { quoteId })).toEqual(unknown);
    world.clock.advance(800);
    await world.price('50004');
    const { id } = await order;
    expect(await again(user, { quoteId })).toEqual({ outcome: id, isClosed: false });
    world.clock.advance(60_000);
    await world.price('50000');
    expect(await again(user, { quoteId })).toEqual({ outcome: id, isClosed: false });
  });

  it('stays bought where it has its index and waits for its turn, and the index has left the quote', async () => {
    const { user, quoteId, order } = await waiting();
    const held = world.source.createQueryRunner();
    await held.startTransaction();
    await held.query('lock table idempotent_command in share row exclusive mode');
    world.clock.advance(1000);
    await world.price('50004');
    await isHeldUp(world, 'idempotent_command');
    world.clock.advance(1000);
    await world.price('51000');
    expect(await again(user, { quoteId })).toEqual(unknown);
    await held.commitTransaction();
    await held.release();
    expect(await order).toMatchObject({ entryIndex: '50000' });
  });

  it('is closed by its refusal once the books would not take it any more', async () => {
    const user = await world.user();
    const { quoteId } = await preview(user);
    world.clock.advance(13_000);
    await world.price('50000');
    expect(await again(user, { quoteId })).toEqual(unknown);
    world.clock.advance(1);
    const over = { outcome: 'options.quote-expired', isClosed: true };
    expect(await again(user, { quoteId })).toEqual(over);
    expect(await again(user, { quoteId })).toEqual(over);
  });

  it('is not closed by another order under its key', async () => {
    const { user, quoteId, order } = await waiting();
    await again(user, { quoteId: null, stake: '1' });
    world.clock.advance(1000);
    await world.price('50000');
    expect(await order).toMatchObject({ entryIndex: '50000' });
    expect((await again(user, { quoteId })).outcome).toBe((await order).id);
  });
});

describe('a clock here that is behind that of the feed', () => {
  /** The index of a second that has not begun here yet. */
  async function ahead(index: string): Promise<void> {
    const here = world.clock.now();
    world.clock.set(here + 5);
    const priced = world.price(index);
    world.clock.set(here);
    await priced;
  }

  it('does not refuse what enters at the next index: the order is of its second', async () => {
    const user = await world.user();
    world.clock.advance(997);
    const second = world.clock.now() + 3;
    const order = submit(user, { quoteId: null });
    await waits();
    await ahead('50100');
    expect(await order).toMatchObject({ entryIndex: '50100', entryAt: second, openedAt: second });
    expect((await order).contract.closesAt).toBe(second + 60_000);
    expect(await openedAt(user)).toEqual([second]);
  });

  it('nor what is quoted at it', async () => {
    const user = await world.user();
    world.clock.advance(997);
    const second = world.clock.now() + 3;
    await ahead('50100');
    const { quoteId, closesAt } = await preview(user);
    const order = submit(user, { quoteId });
    await waits();
    world.clock.advance(1000);
    await world.price('50100');
    expect(await order).toMatchObject({ entryIndex: '50100', entryAt: second, openedAt: second });
    expect((await order).contract.closesAt).toBe(closesAt);
    expect(await openedAt(user)).toEqual([second]);
  });
});

it('an order that cannot be bought when it comes is never held against what its sender has seen', async () => {
  const user = await world.user();
  const { quoteId } = await preview(user);
  // Refused at the first look, and possible at the next one, at the same index.
  const look = jest.spyOn(world.get(DraftOption), 'execute').mockImplementationOnce(() => {
    throw new Refusal('market.stale');
  });
  await expect(submit(user, { quoteId })).rejects.toMatchObject({ code: 'market.stale' });
  expect(look).toHaveBeenCalledTimes(2);
  expect(await world.balances(user)).toEqual({ option: '1000' });
  look.mockRestore();
});

describe('orders of one second', () => {
  const ORDERS = 300;

  it('are all taken, however many go on at the same index, and hold up nobody else', async () => {
    const orders: { userId: string; quoteId: string }[] = [];
    // Not all at once, which is not what is looked at.
    const quoted = async () => {
      const userId = await world.user();
      return { userId, quoteId: (await preview(userId)).quoteId };
    };
    while (orders.length < ORDERS) orders.push(...(await Promise.all(Array.from({ length: 30 }, quoted))));
    const bought = Promise.all(orders.map(({ userId, quoteId }) => submit(userId, { quoteId })));
    // Others' commands, once those have an index.
    const others = (async () => {
      while (world.get(NextIndex).waiting < ORDERS) await new Promise((resolve) => setTimeout(resolve, 1));
      while (world.get(NextIndex).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 1));
      const answers = Array.from({ length: 90 }, () =>
        world.get(Transactions).run((tx) => tx.query('select pg_sleep(0.01)')),
      );
      return Promise.all(answers);
    })();
    expect(await world.withNextIndex(bought)).toHaveLength(ORDERS);
    expect(await others).toHaveLength(90);
    const [row]: { count: number }[] = await world.source.query(
      'select count(*)::integer as count from option_order where user_id = any ($1)',
      [orders.map(({ userId }) => userId)],
    );
    expect(row?.count).toBe(ORDERS);
  }, 60_000);

  it.each([
    ['are refused', 'too late for the books, and nothing was bought', 6000],
    ['are bought', 'late, but in time', 3900],
  ])(
    '%s where their turn comes %s',
    async (what, _when, lateMs) => {
      const narrow = await OptionWorld.open({ DATABASE_POOL_SIZE: '2' });
      try {
        await narrow.price('50000');
        const [first, second] = [await narrow.user(), await narrow.user()];
        const held = narrow.source.createQueryRunner();
        await held.startTransaction();
        await held.query('lock table option_order in exclusive mode');
        const orders = [first, second].map((userId) => narrow.get(SubmitOption).execute({ ...A_WISH, userId }));
        while (narrow.get(NextIndex).waiting < 2) await new Promise((resolve) => setTimeout(resolve, 1));
        await narrow.seconds(1, () => '50000');
        await isHeldUp(narrow);
        narrow.clock.advance(lateMs);
        await held.commitTransaction();
        await held.release();
        expect(await orders[0]).toMatchObject({ entryIndex: '50000' });
        if (what === 'are bought') {
          expect(await orders[1]).toMatchObject({ entryIndex: '50000' });
          return;
        }
        await expect(orders[1]).rejects.toMatchObject({ code: 'request.unavailable' });
        expect(await narrow.balances(second)).toEqual({ option: '1000' });
      } finally {
        await narrow.app.close();
      }
    },
    60_000,
  );
});

describe('an order whose caller was shut out while it waited for its index', () => {
  const source = (sql: string, values: string[]) => world.source.query<{ id: string }[]>(sql, values);
  const aSession = async (userId: string) => {
    const [row] = await source(
      `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, sha256(uuid_send(gen_random_uuid())), 'password', 'test', '127.0.0.1', 'test', $2::timestamptz, $2::timestamptz,
         $2::timestamptz + interval '30 days') returning id::text as id`,
      [userId, new Date(world.clock.now()).toISOString()],
    );
    return row?.id ?? '';
  };

  it('buys nothing: its session ended', async () => {
    const userId = await world.user();
    const sessionId = await aSession(userId);
    const order = world.get(SubmitOption).execute({ ...A_WISH, userId }, { sessionId });
    await waits();
    await source(`update account_session set ended_at = now(), end_reason = 'revoked' where id = $1`, [sessionId]);
    await world.seconds(1, () => '50000');
    await expect(order).rejects.toMatchObject({ code: 'session.required' });
    expect(await world.balances(userId)).toEqual({ option: '1000' });
  });

  it('buys nothing: there is no such key any more', async () => {
    const userId = await world.user();
    const order = world.get(SubmitOption).execute({ ...A_WISH, userId }, { sessionId: sessionOfKey('999999') });
    await waits();
    await world.seconds(1, () => '50000');
    await expect(order).rejects.toMatchObject({ code: 'api-key.ended' });
    expect(await world.balances(userId)).toEqual({ option: '1000' });
  });

  it('buys where the session lives', async () => {
    const userId = await world.user();
    const sessionId = await aSession(userId);
    const order = world.withNextIndex(world.get(SubmitOption).execute({ ...A_WISH, userId }, { sessionId }));
    expect(await order).toMatchObject({ entryIndex: '50000' });
  });
});

/** Until an order waits for its index. */
async function waits(): Promise<void> {
  while (world.get(NextIndex).waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Until a purchase waits for the table. */
async function isHeldUp({ source }: OptionWorld, table = 'option_order'): Promise<void> {
  for (;;) {
    const rows: unknown[] = await source.query('select from pg_locks where not granted and relation = $1::regclass', [
      table,
    ]);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
