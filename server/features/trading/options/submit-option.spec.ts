import { A_WISH, OptionWorld, type Wish } from '../../../test/factories/option-world.js';
import { NextIndex } from '../../markets/market-board/index.js';
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
