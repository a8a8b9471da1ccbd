import { A_WISH, OptionWorld, type Wish } from '../../../test/factories/option-world.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
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

/** Until a purchase waits for the table. */
async function isHeldUp({ source }: OptionWorld): Promise<void> {
  for (;;) {
    const rows: unknown[] = await source.query(
      `select from pg_locks where not granted and relation = 'option_order'::regclass`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
