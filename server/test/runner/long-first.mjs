import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import sequencer from '@jest/test-sequencer';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/**
 * The package is CommonJS; its class is one step further in where the two kinds of modules meet.
 * @type {typeof import('@jest/test-sequencer').default}
 */
const Sequencer = 'default' in sequencer ? /** @type {any} */ (sequencer.default) : /** @type {any} */ (sequencer);

/**
 * Folders and files of tests that take long, the longest first. Without times of an earlier run, as on a fresh clone,
 * Jest begins with the largest files; a small one that takes minutes would then begin last and be waited for alone.
 */
const LONG = [
  'client/test/browser/',
  'server/test/faults/',
  'server/test/balancer/',
  'server/test/pooler/',
  'server/test/journeys/price-origins.spec.ts',
  'server/test/journeys/private-events.spec.ts',
  'server/test/journeys/feed-takeover.spec.ts',
  'server/test/journeys/market-board.spec.ts',
  'server/platform/jobs/jobs.spec.ts',
  'server/test/journeys/recorded-binance.spec.ts',
  'server/features/wallet/withdrawals/withdrawal-races.spec.ts',
  'server/test/journeys/recorded-product.spec.ts',
  'server/test/journeys/',
  'server/test/',
];

/**
 * The order of Jest's own, except that what is known to take long begins before what is not. `TEST_ORDER=reversed` turns
 * it round: no test may need what ran before it.
 */
export default class LongFirst extends Sequencer {
  /**
   * @override
   * @param {Parameters<import('@jest/test-sequencer').default['sort']>[0]} tests
   */
  async sort(tests) {
    const sorted = await this.longFirst(tests);
    return process.env.TEST_ORDER === 'reversed' ? sorted.reverse() : sorted;
  }

  /** @param {Parameters<import('@jest/test-sequencer').default['sort']>[0]} tests */
  async longFirst(tests) {
    const sorted = [...(await super.sort(tests))];
    // Times of an earlier run know better.
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted
      .map((test, place) => ({ test, place, rank: rankOf(test.path) }))
      .sort((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ test }) => test);
  }
}

/** @param {string} path */
function rankOf(path) {
  const name = relative(root, path).replaceAll('\\', '/');
  const place = LONG.findIndex((start) => name.startsWith(start));
  return place < 0 ? LONG.length : place;
}
