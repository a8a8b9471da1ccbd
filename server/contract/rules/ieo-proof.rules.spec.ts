import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { TapeSample } from '../markets/tape.dto.js';
import { closedAt, firstHourAfter, type PriceDraw } from './ieo-draw.rules.js';
import {
  accountHash,
  ALLOTMENT_CHECKS,
  type AllotmentCheck,
  type AllotmentRow,
  type AllotmentTerms,
  allotmentRoot,
  checkAllotment,
  CachedMerkleTree,
  checksOf,
  orderKey,
  roundOf,
  seedHash,
} from './ieo-proof.rules.js';
import { isInTree, merklePath, merkleRoot, TAPE_START, tapeHash } from './tape.rules.js';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const SEED = 'ab'.repeat(32);
const CODE = 'nova-1';
const account = (user: number) => accountHash(7, String(user), '00'.repeat(32));

it('an account is its project, user and salt, line by line', () => {
  expect(accountHash(7, '42', 'ff')).toBe(sha('ieo-account1\n7\n42\nff'));
  expect(seedHash(CODE, SEED)).toBe(sha(`ieo-seed1\n${CODE}\n${SEED}`));
});

const HOUR_MS = 3_600_000;
/** Ten minutes ahead of an hour. */
const CLOSED = Date.UTC(2027, 4, 3, 9, 50);

/** What a sale is drawn by: an hour of so many seconds, each with its price, up to so many milliseconds before its end. */
function drawn(prices: (number | null)[], hour = firstHourAfter(CLOSED), before = 0): PriceDraw {
  const chain: TapeSample[] = [];
  for (const [place, price] of prices.entries()) {
    const content = {
      s: hour + HOUR_MS - before - (prices.length - place) * 1000,
      sequence: place + 1,
      index: price === null ? null : String(price),
      indexState: price === null ? ('stale' as const) : ('ok' as const),
      mark: null,
      last: null,
      live: price === null ? 0 : 3,
      constituents: [],
      origin: 'live' as const,
    };
    const prevHash = chain.at(-1)?.hash ?? TAPE_START;
    chain.push({ ...content, prevHash, hash: tapeHash(1, content, prevHash) });
  }
  const leaves = chain.map(({ hash }) => hash);
  return {
    marketId: 1,
    symbol: 'BTC/USDT',
    hour,
    root: merkleRoot(leaves),
    samples: leaves.length,
    last: chain.at(-1) as TapeSample,
    path: merklePath(leaves, leaves.length - 1),
  };
}

const DRAW = drawn([100, 101, 102, 103, 104]);
const rootsOf = ({ draw }: AllotmentTerms) => draw && [draw];

/** A whole sale: applications, the first round, who paid, the second round. */
function sale(
  committed: number[],
  { supply, cap, draw = DRAW }: { supply: number; cap: number; draw?: PriceDraw | null },
  paid: (place: number) => boolean,
) {
  const rows: AllotmentRow[] = committed
    .map((units, user) => ({ account: account(user), committed: String(units), first: null, paid: null, second: null }))
    .sort((one, other) => (one.account < other.account ? -1 : 1));
  const base = { projectId: 7, supply: String(supply), cap: String(cap) };
  const root = allotmentRoot(7, 0, rows, base.cap);
  const known = { ...base, seed: SEED, root, drawRoot: draw?.root ?? null };
  const one = roundOf(1, rows, known);
  for (const [at, place] of one.places.entries()) {
    const row = rows[place] as AllotmentRow;
    row.first = String(one.units[at]);
    row.paid = row.first === '0' ? null : paid(place);
  }
  const two = roundOf(2, rows, known);
  for (const [at, place] of two.places.entries()) (rows[place] as AllotmentRow).second = String(two.units[at]);
  const total = (units: bigint[]) => String(units.reduce((sum, next) => sum + next, 0n));
  const terms: AllotmentTerms = {
    ...base,
    seedHash: seedHash(CODE, SEED),
    seed: SEED,
    order: draw ? 2 : 1,
    closed: CLOSED,
    draw,
    rounds: [
      { round: 0, root, rows: rows.length, units: String(committed.reduce((sum, next) => sum + next, 0)) },
      { round: 1, root: allotmentRoot(7, 1, rows, base.cap), rows: rows.length, units: total(one.units) },
      { round: 2, root: allotmentRoot(7, 2, rows, base.cap), rows: two.places.length, units: total(two.units) },
    ],
  };
  return { rows, terms, missed: two.supply };
}

const RIGHT = {
  order: 'right',
  seed: 'right',
  draw: 'right',
  hour: 'right',
  commitments: 'right',
  first: 'right',
  sum: 'right',
  root: 'right',
  second: 'right',
  'second-root': 'right',
};

describe('the check of a published table', () => {
  it('is right for what the rule gives, whoever pays', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 25 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        (committed, supply, cap, paid) => {
          const { rows, terms } = sale(committed, { supply, cap }, (place) => paid[place] ?? true);
          expect(checkAllotment(CODE, terms, rows, rootsOf(terms))).toEqual(RIGHT);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives what was not paid for to those who paid, up to the cap and what they applied for', () => {
    const { rows, terms, missed } = sale([100, 100, 100, 100], { supply: 200, cap: 60 }, (place) => place > 0);
    // 50 each; 50 return; the other three have room for 10 each.
    expect(rows.map(({ first }) => first)).toEqual(['50', '50', '50', '50']);
    expect(missed).toBe(50n);
    expect(rows.map(({ second }) => second)).toEqual([null, '10', '10', '10']);
    expect(terms.rounds[2]).toMatchObject({ rows: 3, units: '30' });
  });

  it('says what is not published yet', () => {
    const { rows, terms } = sale([10, 20], { supply: 15, cap: 50 }, () => true);
    const before = rows.map((row) => ({ ...row, first: null, paid: null, second: null }));
    const sealed = { ...terms, seed: null, draw: null, rounds: terms.rounds.slice(0, 1) };
    expect(checkAllotment(CODE, sealed, before, null)).toEqual({
      order: 'right',
      seed: 'later',
      draw: 'later',
      hour: 'later',
      commitments: 'right',
      first: 'later',
      sum: 'later',
      root: 'later',
      second: 'later',
      'second-root': 'later',
    });
  });

  const MOST = [300, 300, 300, 200, 100];
  it.each<[string, (rows: AllotmentRow[], terms: AllotmentTerms) => void, string[]]>([
    [
      'a unit moved from one to another',
      (rows) => {
        const [one, other] = rows as [AllotmentRow, AllotmentRow];
        one.first = String(Number(one.first) + 1);
        other.first = String(Number(other.first) - 1);
      },
      ['first', 'root', 'second', 'second-root'],
    ],
    ['somebody applied for more afterwards', (rows) => ((rows[0] as AllotmentRow).committed = '900'), ['commitments']],
    ['an account taken out', (rows) => rows.pop(), ['commitments', 'first', 'root']],
    ['another seed', (_, terms) => (terms.seed = 'cd'.repeat(32)), ['seed']],
    ['another supply', (_, terms) => (terms.supply = '500'), ['first', 'sum']],
    [
      'another root of the first round',
      (_, terms) => ((terms.rounds[1] as { root: string }).root = '0'.repeat(64)),
      ['root'],
    ],
    ['rows in another order', (rows) => rows.reverse(), ['order']],
    ['a payment that was not', (rows) => ((rows[0] as AllotmentRow).paid = true), ['second']],
    [
      'a lot of which nobody says whether it was paid for',
      (rows) => ((rows[0] as AllotmentRow).paid = null),
      ['second'],
    ],
  ])('finds %s', (_, change, wrong) => {
    const { rows, terms } = sale(MOST, { supply: 400, cap: 150 }, (place) => place > 0);
    change(rows, terms);
    const checks = checkAllotment(CODE, terms, rows, [DRAW]);
    for (const check of wrong) expect([check, checks[check as keyof typeof checks]]).toEqual([check, 'wrong']);
  });
});

describe('what a sale is drawn by', () => {
  /** One coin for two, who want the same. */
  const winnerOf = (draw: PriceDraw | null) =>
    sale([1, 1], { supply: 1, cap: 1, draw }, () => true).rows.findIndex(({ first }) => first === '1');

  it('decides who gets what remains, together with the seed: it gives the same again, and another price may give another one', () => {
    const prices = Array.from({ length: 24 }, (_, place) => drawn([100 + place]));
    const winners = prices.map(winnerOf);
    expect(prices.map(winnerOf)).toEqual(winners);
    expect(new Set(winners)).toEqual(new Set([0, 1]));
  });

  it('is hashed line by line with the seed, the root of the applications, the sale, the round and the account', () => {
    const terms = { projectId: 7, seed: SEED, root: 'aa'.repeat(32) };
    const lines = ['7', '1', terms.root, SEED].join('\n');
    expect(orderKey({ ...terms, drawRoot: DRAW.root }, 1, 'ff')).toBe(sha(`ieo-order2\n${lines}\n${DRAW.root}\nff`));
    expect(orderKey({ ...terms, drawRoot: null }, 1, 'ff')).toBe(sha(`ieo-order1\n${lines}\nff`));
  });

  it.each<[string, (terms: AllotmentTerms) => void, AllotmentCheck[]]>([
    [
      'the prices of another hour, of which nothing was drawn',
      (terms) => (terms.draw = drawn([1, 2, 3], firstHourAfter(CLOSED) + HOUR_MS)),
      ['hour', 'first'],
    ],
    [
      'the prices of the hour in which applications closed, which could be known',
      (terms) => (terms.draw = drawn([100, 101], firstHourAfter(CLOSED) - HOUR_MS)),
      ['draw', 'hour', 'first'],
    ],
    [
      'a root that no price is under',
      (terms) => (terms.draw = { ...DRAW, root: 'ef'.repeat(32) }),
      ['draw', 'hour', 'first'],
    ],
    [
      'a second of the hour before under the root',
      (terms) => (terms.draw = { ...drawn([100], DRAW.hour - HOUR_MS), hour: DRAW.hour }),
      ['draw', 'hour', 'first'],
    ],
    [
      'a second that is not what its hash says',
      (terms) => (terms.draw = { ...DRAW, last: { ...DRAW.last, index: '999' } }),
      ['draw'],
    ],
    [
      'an hour whose last price was known a minute before its end',
      (terms) => (terms.draw = drawn([100, 101, 102, 103, 104], DRAW.hour, 60_000)),
      ['draw', 'hour', 'first'],
    ],
    [
      'an hour that ends without a price',
      (terms) => (terms.draw = drawn([100, 101, 102, null], DRAW.hour)),
      ['draw', 'hour', 'first'],
    ],
    [
      'an hour half of which was over when the applications were sealed',
      (terms) => (terms.closed = closedAt(CLOSED, DRAW.hour + HOUR_MS / 2 + 1)),
      ['draw', 'hour'],
    ],
    ['nothing that it was drawn by', (terms) => (terms.draw = null), ['draw', 'first']],
    ['an order of before, of which it does not say so', (terms) => (terms.order = 1), ['first']],
  ])('is found out where it is %s', (_, change, wrong) => {
    const { rows, terms } = sale(
      Array.from({ length: 12 }, () => 1),
      { supply: 6, cap: 1 },
      () => true,
    );
    change(terms);
    const checks = checkAllotment(CODE, terms, rows, [DRAW]);
    expect(ALLOTMENT_CHECKS.filter((check) => checks[check] === 'wrong')).toEqual(wrong);
  });

  it('is nothing of sales that closed before, which are checked as they were', () => {
    const { rows, terms } = sale([300, 300, 200], { supply: 401, cap: 150, draw: null }, (place) => place > 0);
    const { draw, hour, ...checks } = checkAllotment(CODE, terms, rows, null);
    expect(new Set(Object.values(checks))).toEqual(new Set(['right']));
    expect([draw, hour]).toEqual(['later', 'later']);
    expect(checksOf(terms)).toEqual(Object.keys(checks));
    expect(checksOf({ order: 2 })).toEqual([...ALLOTMENT_CHECKS]);
  });

  it.each([
    ['another root was published', [{ ...DRAW, root: 'ef'.repeat(32) }]],
    ['two were published', [DRAW, drawn([1])]],
    ['none was published', []],
    ['another number of seconds was published', [{ ...DRAW, samples: 4 }]],
  ])('is refuted where %s', (_, roots) => {
    const { rows, terms } = sale([1, 1], { supply: 1, cap: 1 }, () => true);
    expect(checkAllotment(CODE, terms, rows, roots)).toEqual({ ...RIGHT, hour: 'wrong' });
  });

  it('may be a later hour where the first one has no root; where it has, the tape has to be asked whether it is void', () => {
    const later = drawn([7, 8, 9], DRAW.hour + 2 * HOUR_MS);
    const { rows, terms } = sale([1, 1], { supply: 1, cap: 1, draw: later }, () => true);
    expect(checkAllotment(CODE, terms, rows, [later])).toEqual(RIGHT);
    expect(checkAllotment(CODE, terms, rows, [DRAW, later])).toEqual({ ...RIGHT, hour: 'later' });
    expect(checkAllotment(CODE, terms, rows, [DRAW])).toEqual({ ...RIGHT, hour: 'wrong' });
    expect(checkAllotment(CODE, terms, rows, null)).toEqual({ ...RIGHT, hour: 'later' });
  });

  it('goes by the close where applications are sealed soon behind it', () => {
    for (const sealed of [undefined, CLOSED, CLOSED + HOUR_MS / 2]) expect(closedAt(CLOSED, sealed)).toBe(CLOSED);
    expect(closedAt(CLOSED, CLOSED + HOUR_MS / 2 + 1)).toBe(CLOSED + 1);
  });

  it.each([
    [0, 0],
    [1, HOUR_MS],
    [HOUR_MS, HOUR_MS],
    [HOUR_MS + 1, 2 * HOUR_MS],
    [2 * HOUR_MS - 1, 2 * HOUR_MS],
  ])('is of the first hour that begins at %d or later: %d', (closed, hour) => {
    expect(firstHourAfter(closed)).toBe(hour);
  });
});

it('a second round finds nobody in it who had no lot in the first, also where root and sums are made to fit', () => {
  // 2 for three: one fails. The lot of another one returns, and is the third one's by the rule.
  const { rows, terms } = sale([1, 1, 1], { supply: 2, cap: 2 }, () => false);
  const failed = rows.find(({ first }) => first === '0') as AllotmentRow;
  const root = terms.rounds[0]?.root ?? '';
  const known = { projectId: 7, supply: '2', cap: '2', seed: SEED, root, drawRoot: DRAW.root };
  failed.paid = true;
  const bent = roundOf(2, rows, known);
  failed.second = String(bent.units[0]);
  terms.rounds[2] = { round: 2, root: allotmentRoot(7, 2, rows, '2'), rows: 1, units: failed.second };
  expect(failed.second).toBe('1');
  expect(checkAllotment(CODE, terms, rows, [DRAW])).toEqual({ ...RIGHT, second: 'wrong' });
});

describe('a tree that is kept', () => {
  it('has the root and the paths of RFC 9162', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 70 }), (count) => {
        const leaves = Array.from({ length: count }, (_, place) => sha(String(place)));
        const tree = new CachedMerkleTree(leaves);
        expect(tree.root).toBe(merkleRoot(leaves));
        for (const [place, leaf] of leaves.entries()) {
          expect(tree.path(place)).toEqual(merklePath(leaves, place));
          expect(isInTree(leaf, place, count, tree.path(place), tree.root)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});
