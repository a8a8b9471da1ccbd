import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../platform/embedded/fingerprint.mjs';

/** Comments of the rooms that move money or carry it to a page name who acts: a worker, a gateway, an account. */
const ROOMS = [
  'server/features/wallet/ledger',
  'server/features/trading/funding',
  'server/features/trading/futures',
  'server/features/trading/futures-index',
  'server/features/trading/futures-orders',
  'server/features/trading/futures-triggers',
  'server/features/trading/liquidation',
  'server/features/markets/tape',
  'server/platform/outbox',
  'server/platform/realtime',
];
const RIDDLE = /^\s*(?:\/\/|\/?\*|--).*\b(?:whoever|whatever)\b/i;
const ROOT = join(__dirname, '../..');

it('comments of the core rooms have a noun in place of "whoever" and "whatever"', () => {
  const sources = ROOMS.flatMap((room) => filesUnder(ROOT, room)).filter(
    (path) => /\.(ts|sql)$/.test(path) && !path.endsWith('.spec.ts'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, place) => (RIDDLE.test(line) ? [`${path}:${place + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
