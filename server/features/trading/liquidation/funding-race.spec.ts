import { nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import { aRate } from '../../../test/factories/funding.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { ChargePositions } from '../funding/charge-positions.js';

const ROUNDS = 4;
const EACH = 4;

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world.close());

interface Opened {
  userId: string;
  id: string;
}

/** So many users with a long of 0.1 BTC each. */
async function longs(leverage: number, marginMode: 'isolated' | 'cross'): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let n = 0; n < EACH; n += 1) {
    const userId = await world.user('5000');
    const { positionId } = await world.open(userId, { lots: 10, leverage, marginMode });
    opened.push({ userId, id: positionId });
  }
  return opened;
}

describe('funding', () => {
  it('of positions that are closed and liquidated at that moment: everybody once, and nobody more than there is', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      world.clock.advance(60_000);
      await worker.price('60000', {}, 3);
      const [weak, closing, staying] = [
        await longs(50, 'isolated'),
        await longs(10, 'isolated'),
        await longs(10, 'cross'),
      ];
      const stamp = new Date(nextFundingStamp(world.clock.now()));
      world.clock.set(stamp.getTime() + 500);
      await worker.price('60000', {}, 1);
      const rate = { marketId: BTC_MARKET, stamp };
      await aRate(world.source, { ...rate, rate: '0.0007', mark: '60000' });
      const charge = () => world.get(ChargePositions).execute(rate);
      await Promise.all([
        worker.price('58500', {}, 3),
        charge(),
        ...closing.map(({ userId, id }) => world.close1(userId, id)),
        charge(),
      ]);
      await charge();
      await worker.price('58500', {}, 3);
      const found: { id: string; as: string; owed: string; paid: string }[] = await world.source.query(
        `select f.id::text as id, f.closed_as as as, trim_scale(c.owed)::text as owed,
                  trim_scale(c.paid)::text as paid
             from futures_position f join funding_charge c on c.position_id = f.id and c.stamp = $1
            where f.id = any ($2) order by f.id`,
        [stamp, [...weak, ...closing, ...staying].map(({ id }) => id)],
      );
      expect(found).toHaveLength(3 * EACH);
      for (const { as, owed, paid } of found) {
        expect(owed).toBe('4.2');
        // What was liquidated first has nothing that could pay.
        expect(as === 'liquidated' ? ['0', '4.2'] : ['4.2']).toContain(paid);
      }
      // Nobody comes any more, a minute behind the stamp.
      world.clock.set(stamp.getTime() + 60_000);
      await charge();
      const ends = (some: Opened[]) => some.map(({ id }) => found.find((row) => row.id === id)?.as ?? null);
      expect(ends(weak)).toEqual(Array(EACH).fill('liquidated'));
      expect(ends(closing)).toEqual(Array(EACH).fill('closed'));
      expect(ends(staying)).toEqual(Array(EACH).fill(null));
      const [settled] = await world.source.query('select settled_at from funding_rate where stamp = $1', [stamp]);
      expect(settled.settled_at).not.toBeNull();
    }
  }, 120_000);
});
