import { firstBrokenSample, isInTree } from '../../../contract/rules/tape.rules.js';
import type { TapeProofView, TapeRootView, TapeSliceView } from '../../../contract/markets/tape.dto.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { RecordTape } from './record-tape.js';
import { SealTape } from './seal-tape.js';
import { TapeUpdates } from './tape-updates.js';

const MARKET = 1;
const SYMBOL = 'BTC/USDT';
const SECONDS = 20;

let app: TestApp;
let call: Caller;
/** Ten seconds before an hour ends; the one after it has ended an hour ago at least, and is sealed at any minute. */
let start: number;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway' });
  call = new Caller(app);
  await app.owner.query(
    `insert into feed_lease values ('markets', 3, 'test', now()) on conflict (name) do update set token = 3`,
  );
  const hour = 3_600_000;
  start = Math.floor(Date.now() / hour) * hour - 2 * hour - 10_000;
  const writer = app.application.get(RecordTape).under('3');
  for (let count = 0; count < SECONDS; count += 1) {
    // A gap: nobody fed in the fourth second.
    if (count === 3) continue;
    const prices = { index: `${100 + count}`, indexState: 'ok', mark: '100', last: null } as const;
    const content = { s: start + count * 1000, ...prices, live: 1, constituents: [], origin: 'live' as const };
    writer.add([{ marketId: MARKET, content }]);
    await writer.write(() => start + count * 1000);
  }
  await app.application.get(SealTape).execute();
});

afterAll(async () => {
  await app.close();
});

const at = (second: number) => String(start + second * 1000);

async function get<View>(path: string, fields: Record<string, string>): Promise<View> {
  const reply = await call.get(`tape/${path}?${new URLSearchParams(fields)}`);
  expect(reply.type).toBe('ok');
  return reply.message as View;
}

it('shows a slice, which everybody can check', async () => {
  const slice = await get<TapeSliceView>('slice', { symbol: SYMBOL, from: at(2), to: at(6) });
  // Both of its hours are sealed: nothing comes to them, so they are complete to the last second of the second one.
  const completeUntil = start + 10_000 + 3_600_000 - 1000;
  expect(slice).toMatchObject({ symbol: SYMBOL, marketId: MARKET, completeUntil });
  expect(slice.samples.map(({ s, index }) => [s - start, index])).toEqual([
    [2000, '102'],
    [4000, '104'],
    [5000, '105'],
    [6000, '106'],
  ]);
  expect(firstBrokenSample(MARKET, slice.samples)).toBe(-1);
});

it('shows the roots of the hours, and that a sample is under one', async () => {
  const roots = await get<TapeRootView[]>('roots', { symbol: SYMBOL });
  expect(roots.map(({ samples, firstSequence, lastSequence }) => [samples, firstSequence, lastSequence])).toEqual([
    [9, 1, 9],
    [10, 10, 19],
  ]);
  expect(await get<TapeRootView[]>('roots', { from: at(0) })).toMatchObject([{ symbol: SYMBOL, samples: 10 }]);
  const { sample, root, place, path } = await get<TapeProofView>('proof', { symbol: SYMBOL, second: at(5) });
  expect([sample.index, root]).toEqual(['105', roots[0]]);
  expect(isInTree(sample.hash, place, root?.samples ?? 0, path, root?.root ?? '')).toBe(true);
  expect(isInTree(sample.hash, place, root?.samples ?? 0, path, roots[1]?.root ?? '')).toBe(false);
});

it.each([
  ['slice', { symbol: 'NO/SUCH', from: '0', to: '1' }, 'markets.unknown-symbol'],
  ['slice', { symbol: SYMBOL, from: '0', to: '3600001' }, 'markets.invalid-range'],
  ['slice', { symbol: SYMBOL, from: '2', to: '1' }, 'markets.invalid-range'],
  ['slice', { symbol: SYMBOL, from: '-1', to: '1' }, 'request.invalid'],
  ['slice', { symbol: SYMBOL, from: '1' }, 'request.invalid'],
  ['roots', { symbol: 'NO/SUCH' }, 'markets.unknown-symbol'],
  ['proof', { symbol: SYMBOL, second: '1000' }, 'markets.no-price'],
  ['proof', { symbol: SYMBOL, second: '1e3' }, 'request.invalid'],
])('%s of %j is refused: %s', async (path, fields, code) => {
  expect(await call.get(`tape/${path}?${new URLSearchParams(fields)}`)).toMatchObject({ type: 'error', code });
});

it.each([
  ['slice', { symbol: SYMBOL, from: '0', to: '60000' }, 'read'],
  ['slice', { symbol: SYMBOL, from: '0', to: '60001' }, 'heavy'],
  ['slice', { symbol: SYMBOL, from: '0', to: '3600000' }, 'heavy'],
  // Refused all the same, and no cheaper way in.
  ['slice', { symbol: SYMBOL, from: 'x', to: '3600000' }, 'heavy'],
  ['slice', { symbol: SYMBOL, to: '3600000' }, 'heavy'],
  ['proof', { symbol: SYMBOL, second: '1000' }, 'report'],
  // Not one that was asked for above: what is kept for a moment is answered uncounted.
  ['roots', { symbol: SYMBOL, from: '0', to: '60000' }, 'read'],
])('counts %s of %j as %s', async (path, fields: Record<string, string>, name) => {
  const { headers } = await call.get(`tape/${path}?${new URLSearchParams(fields)}`);
  expect(headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${name}";`));
});

it('tells every process of a second right after it is there', async () => {
  const seconds: number[] = [];
  const updates = app.application.get(TapeUpdates);
  updates.on((second) => seconds.push(second));
  const end = performance.now() + 10_000;
  while (seconds.length === 0 && performance.now() < end) {
    updates.announce(start);
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(seconds[0]).toBe(start);
});
