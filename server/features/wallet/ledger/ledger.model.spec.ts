import * as fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { Decimal } from '../../../contract/decimal.js';
import { createDataSource } from '../../../database/data-source.js';
import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aJournal, aLedger, aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';
import type { Journal, Leg, UserAccountKind } from './ledger-journal.js';
import './ledger-invariants.js';
import type { Ledger } from './ledger.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 120_000;
const SEQUENCES = 40;
const COMMANDS = 40;
const FUNDED = '20';
/** A connection for each: how long one has to be waited for, or takes to be made, says nothing of the books. */
const AT_ONCE = 12;

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, AT_ONCE).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
  ledger = aLedger(source);
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const KINDS = ['spot', 'option', 'contract', 'spot_frozen'] as const satisfies readonly UserAccountKind[];
type Kind = (typeof KINDS)[number];

/** What somebody may try: an amount between two accounts of two users, with a fee, held by one of two names; again. */
interface Attempt {
  from: [user: 0 | 1, kind: Kind];
  to: [user: 0 | 1, kind: Kind];
  amount: string;
  fee: string;
  hold: 'a' | 'b';
  again: boolean;
}

const aSide = fc.tuple(fc.constantFrom<0 | 1>(0, 1), fc.constantFrom(...KINDS));
const anAmount = fc.integer({ min: 1, max: 900 }).map((hundredths) => new Decimal(hundredths).dividedBy(100).toFixed());
const anAttempt: fc.Arbitrary<Attempt> = fc.record({
  from: aSide,
  to: aSide,
  amount: anAmount,
  fee: fc.constantFrom('0', '0', '0.00000001', '0.5'),
  hold: fc.constantFrom<'a' | 'b'>('a', 'b'),
  again: fc.boolean(),
});

/** The books as they should be, in thirty lines: accounts and holds by name. */
class Model {
  readonly balances = new Map<string, Decimal>();
  readonly holds = new Map<string, Decimal>();
  readonly closed = new Set<string>();

  /** Answers whether the legs go through; if not, nothing changed. */
  post(legs: Leg[]): boolean {
    const balances = new Map(this.balances);
    const holds = new Map(this.holds);
    const closed = new Set(this.closed);
    for (const { owner, kind, amount, hold } of legs) {
      const account = `${owner}:${kind}`;
      const after = (balances.get(account) ?? new Decimal(0)).plus(amount);
      if (after.isNegative()) return false;
      balances.set(account, after);
      if (hold === undefined) continue;
      const held = `${hold}:${account}`;
      const left = (holds.get(held) ?? new Decimal(0)).plus(amount);
      if (closed.has(held) || left.isNegative()) return false;
      holds.set(held, left);
      if (left.isZero()) closed.add(held);
    }
    for (const [account, balance] of balances) this.balances.set(account, balance);
    for (const [held, left] of holds) this.holds.set(held, left);
    for (const held of closed) this.closed.add(held);
    return true;
  }
}

function legsOf({ from, to, amount, fee, hold }: Attempt, users: string[], run: string): Leg[] {
  const side = ([user, kind]: [0 | 1, Kind], signed: string): Leg => ({
    owner: users[user] as string,
    kind,
    currencyId: USDT,
    amount: signed,
    ...(kind.endsWith('_frozen') ? { hold: `${run}-${hold}` } : {}),
  });
  const legs = [side(from, `-${new Decimal(amount).plus(fee).toFixed()}`), side(to, amount)];
  return fee === '0' ? legs : [...legs, { owner: null, kind: 'fee', currencyId: USDT, amount: fee }];
}

async function attempt(journal: Journal): Promise<boolean> {
  try {
    await ledger.postAlone(journal);
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // LG004: the hold does not reach, or is closed. Anything else would be a fault.
    if (code === 'ledger.insufficient-balance' || code === 'LG004') return false;
    throw new Error(`${code}: ${message}`, { cause: error });
  }
}

async function play(attempts: Attempt[]): Promise<void> {
  const users = [await aUserId(source), await aUserId(source)];
  const run = `test:${users[0]}`;
  const model = new Model();
  for (const owner of users) {
    await fund(source, owner, FUNDED);
    model.post([{ owner, kind: 'spot', currencyId: USDT, amount: FUNDED }]);
  }
  for (const tried of attempts) {
    const legs = legsOf(tried, users, run);
    const expected = model.post(legs.filter(({ owner }) => owner !== null));
    const journal = aJournal('', { legs });
    expect(await attempt(journal)).toBe(expected);
    if (tried.again && expected) expect((await ledger.postAlone(journal)).replayed).toBe(true);
  }
  for (const owner of users) {
    for (const { kind, balance } of await ledger.balancesOf(owner)) {
      expect([owner, kind, balance]).toEqual([owner, kind, model.balances.get(`${owner}:${kind}`)?.toFixed() ?? '0']);
    }
  }
}

describe('random sequences', () => {
  it(
    'leave the balances of the model, and books in order',
    async () => {
      const sequence = fc.array(anAttempt, { minLength: 5, maxLength: COMMANDS });
      await fc.assert(fc.asyncProperty(sequence, play), { numRuns: SEQUENCES });
      const checked = await new BooksStore(new ReadSource(serving)).check(registeredInvariants());
      expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
    },
    RUN_LIMIT_MS,
  );

  it(
    'keep the books in order when many play at the same accounts at once',
    async () => {
      const users = [await aUserId(source), await aUserId(source)];
      for (const owner of users) await fund(source, owner, FUNDED);
      const attempts = fc.sample(anAttempt, { numRuns: 300, seed: 7 });
      const journals = attempts.map((tried, index) =>
        aJournal('', { legs: legsOf(tried, users, `test:many-${index % 3}`) }),
      );
      const results = await inLanes(journals, AT_ONCE, attempt);
      expect(new Set(results)).toEqual(new Set([true, false]));
      const checked = await new BooksStore(new ReadSource(serving)).check(registeredInvariants());
      expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
    },
    RUN_LIMIT_MS,
  );
});
