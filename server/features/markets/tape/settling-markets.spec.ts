import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TradingWorld } from '../../../test/factories/trading-world.js';
import { SettlingMarkets } from './settling-markets.js';
import { TapeStore } from './tape.store.js';

const SPOT_ALONE = { id: 7, option: false, perpetual: false };
const OPTIONS = { ...SPOT_ALONE, option: true };
const AT = Date.UTC(2026, 0, 5, 12, 0, 0);

function aSettling(open: () => Promise<number[]>): SettlingMarkets {
  return new SettlingMarkets({ add: () => undefined } as never, { settlingMarkets: open } as never);
}

describe('a market is decided from second for second', () => {
  it('while it has options or futures, whatever is open', async () => {
    const settling = aSettling(async () => []);
    await settling.read();
    expect(settling.has(OPTIONS, AT)).toBe(true);
    expect(settling.has({ ...SPOT_ALONE, perpetual: true }, AT)).toBe(true);
    expect(settling.has({ ...SPOT_ALONE, id: 8 }, AT)).toBe(false);
  });

  it('while something is open there, and a minute longer, for what was on its way', async () => {
    let open = [7];
    const settling = aSettling(async () => open);
    await settling.read();
    expect(settling.has(SPOT_ALONE, AT)).toBe(true);
    open = [];
    await settling.read();
    expect(settling.has(SPOT_ALONE, AT + 59_999)).toBe(true);
    expect(settling.has(SPOT_ALONE, AT + 60_000)).toBe(false);
    // Options are switched off: an order may have been placed in the moment before.
    expect(settling.has(OPTIONS, AT + 90_000)).toBe(true);
    expect(settling.has(SPOT_ALONE, AT + 149_999)).toBe(true);
    expect(settling.has(SPOT_ALONE, AT + 150_000)).toBe(false);
  });

  it('before it is known what is open, and by what was known while nobody can be asked', async () => {
    let answer = (): Promise<number[]> => Promise.reject(new Error('away'));
    const settling = aSettling(() => answer());
    await expect(settling.read()).rejects.toThrow('away');
    expect(settling.has(SPOT_ALONE, AT)).toBe(true);
    answer = async () => [7];
    await settling.read();
    answer = () => Promise.reject(new Error('away'));
    await expect(settling.read()).rejects.toThrow('away');
    expect([settling.has(SPOT_ALONE, AT), settling.has({ ...SPOT_ALONE, id: 8 }, AT)]).toEqual([true, false]);
  });
});

describe('something is open', () => {
  let world: TradingWorld;
  let feed: DataSource;

  beforeAll(async () => {
    world = await TradingWorld.open();
    feed = await new DataSource({ type: 'postgres', url: world.futures.app.database.feedUrl }).initialize();
    for (let second = 0; second < 3; second += 1) {
      world.sample(
        new Map([
          [1, '60000'],
          [2, '3000'],
        ]),
      );
      await world.write();
    }
  }, 60_000);
  afterAll(async () => {
    await feed?.destroy();
    await world?.close();
  });

  /** As a feed sees it, once the products of these markets are switched off. */
  async function settling(off = [1, 2]): Promise<number[]> {
    await world.source.query('update market set option = false, perpetual = false where id = any ($1)', [off]);
    const found = await new TapeStore(feed).settlingMarkets();
    await world.source.query('update market set option = true, perpetual = true where id = any ($1)', [off]);
    return found;
  }

  const order = { marketId: 1, side: 'long', lots: 1, leverage: 10, marginMode: 'isolated' } as const;

  it('where nobody has anything: nowhere', async () => {
    expect(await settling()).toEqual([]);
  });

  it.each([false, true])(
    'where an order of a contract waits, and where one is held, of demo money (%s)',
    async (demo) => {
      const user = await world.user('contract', '1000', { demo });
      expect(await world.futuresOrder(user, { ...order, demo, limitPrice: '50000' })).toBe(true);
      expect(await settling()).toEqual([1]);
      // Its products are there: it is on the tape second for second in any case.
      expect(await settling([2])).toEqual([]);
      const [waiting] = await world.futures.rows(user, demo);
      await world.futures.cancel(user, waiting?.positionId as string);
      expect(await settling()).toEqual([]);
      expect(await world.futuresOrder(user, { ...order, demo, marketId: 2 })).toBe(true);
      expect(await settling()).toEqual([2]);
      const [held] = await world.futures.rows(user, demo);
      await world.closePosition(user, held?.positionId as string);
      expect(await settling()).toEqual([]);
    },
  );

  it('where an option is not settled', async () => {
    const user = await world.user('option', '1000', { demo: true });
    const wish = { marketId: 1, direction: 'rise', seconds: 60, stake: '100', demo: true } as const;
    expect(await world.option(user, wish)).toBe(true);
    expect(await settling()).toEqual([1]);
  });
});
