import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import {
  accountHash,
  type AllotmentRow,
  type AllotmentTerms,
  allotmentRoot,
  checkAllotment,
  CachedMerkleTree,
  roundOf,
  seedHash,
} from './ieo-proof.rules.js';
import { isInTree, merklePath, merkleRoot } from './tape.rules.js';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const SEED = 'ab'.repeat(32);
const CODE = 'nova-1';
const account = (user: number) => accountHash(7, String(user), '00'.repeat(32));

it('an account is its project, user and salt, line by line', () => {
  expect(accountHash(7, '42', 'ff')).toBe(sha('ieo-account1\n7\n42\nff'));
  expect(seedHash(CODE, SEED)).toBe(sha(`ieo-seed1\n${CODE}\n${SEED}`));
});

/** A whole sale: applications, the first round, who paid, the second round. */
function sale(committed: number[], supply: number, cap: number, paid: (place: number) => boolean) {
  const rows: AllotmentRow[] = committed
    .map((units, user) => ({ account: account(user), committed: String(units), first: null, paid: null, second: null }))
    .sort((one, other) => (one.account < other.account ? -1 : 1));
  const base = { projectId: 7, supply: String(supply), cap: String(cap) };
  const root = allotmentRoot(7, 0, rows, base.cap);
  const known = { ...base, seed: SEED, root };
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
          const { rows, terms } = sale(committed, supply, cap, (place) => paid[place] ?? true);
          expect(checkAllotment(CODE, terms, rows)).toEqual(RIGHT);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives what was not paid for to those who paid, up to the cap and what they applied for', () => {
    const { rows, terms, missed } = sale([100, 100, 100, 100], 200, 60, (place) => place > 0);
    // 50 each; 50 return; the other three have room for 10 each.
    expect(rows.map(({ first }) => first)).toEqual(['50', '50', '50', '50']);
    expect(missed).toBe(50n);
    expect(rows.map(({ second }) => second)).toEqual([null, '10', '10', '10']);
    expect(terms.rounds[2]).toMatchObject({ rows: 3, units: '30' });
  });

  it('says what is not published yet', () => {
    const { rows, terms } = sale([10, 20], 15, 50, () => true);
    const before = rows.map((row) => ({ ...row, first: null, paid: null, second: null }));
    const sealed = { ...terms, seed: null, rounds: terms.rounds.slice(0, 1) };
    expect(checkAllotment(CODE, sealed, before)).toEqual({
      order: 'right',
      seed: 'later',
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
    const { rows, terms } = sale(MOST, 400, 150, (place) => place > 0);
    change(rows, terms);
    const checks = checkAllotment(CODE, terms, rows);
    for (const check of wrong) expect([check, checks[check as keyof typeof checks]]).toEqual([check, 'wrong']);
  });
});

it('a second round finds nobody in it who had no lot in the first, also where root and sums are made to fit', () => {
  // 2 for three: one fails. The lot of another one returns, and is the third one's by the rule.
  const { rows, terms } = sale([1, 1, 1], 2, 2, () => false);
  const failed = rows.find(({ first }) => first === '0') as AllotmentRow;
  const known = { projectId: 7, supply: '2', cap: '2', seed: SEED, root: terms.rounds[0]?.root ?? '' };
  failed.paid = true;
  const bent = roundOf(2, rows, known);
  failed.second = String(bent.units[0]);
  terms.rounds[2] = { round: 2, root: allotmentRoot(7, 2, rows, '2'), rows: 1, units: failed.second };
  expect(failed.second).toBe('1');
  expect(checkAllotment(CODE, terms, rows)).toEqual({ ...RIGHT, second: 'wrong' });
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
