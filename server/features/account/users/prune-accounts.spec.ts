import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { LimitsStore } from './limits.store.js';
import { PruneAccounts } from './prune-accounts.js';

const clock = new FakeClock(Date.UTC(2026, 6, 1));
const DAY_MS = 86_400_000;

/** Rows of which only so many are removed at a time. */
const rows = (there: number) => {
  const left = { count: there, befores: new Set<number>() };
  const forget = async (before: Date, most: number) => {
    left.befores.add(clock.now() - before.getTime());
    const gone = Math.min(most, left.count);
    left.count -= gone;
    return gone;
  };
  return { left, forget };
};

it('goes on until nothing is left of any kind, whatever came since the last time', async () => {
  const [limits, codes] = [rows(25_000), rows(40_000)];
  const prune = new PruneAccounts({ prune: limits.forget } as unknown as LimitsStore, clock);
  prune.register(7, codes.forget);
  await prune.execute();
  expect([limits.left, codes.left]).toEqual([
    { count: 0, befores: new Set([31 * DAY_MS]) },
    { count: 0, befores: new Set([7 * DAY_MS]) },
  ]);
});

it('lets one kind that fails keep no other from it, and fails at the end', async () => {
  const codes = rows(3);
  const prune = new PruneAccounts(
    { prune: () => Promise.reject(new Error('no limits')) } as unknown as LimitsStore,
    clock,
  );
  prune.register(1, () => Promise.reject(new Error('no texts')));
  prune.register(1, codes.forget);
  await expect(prune.execute()).rejects.toThrow('no limits; Error: no texts');
  expect(codes.left.count).toBe(0);
});
