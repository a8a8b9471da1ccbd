import type { Found } from './findings.js';
import { CheckRound, PASS_ROWS } from './check-round.js';
import './ledger-invariants.js';
import type { Invariant } from './invariants.js';
import type { Range } from './slice-statement.js';
import { registeredSubjects, registerSubject } from './subjects.js';

registerSubject({ table: 'z_seal', touchedBy: 'select 1 where false', sliceRows: 7, isChain: true });
registerSubject({ table: 'y_seal', touchedBy: 'select 1 where false', sliceRows: 3, isChain: true });

/** Of the pass beside the rest of a round. */
const ROUND_PASS_ROWS = 5000;

const INVARIANTS: Invariant[] = [{ name: 'Z01', says: 'Nothing is wrong.', parts: [] }];
const aFinding = (id: string, isQuarantined = false): Found => ({
  invariant: 'Z01',
  book: 'real',
  fingerprint: id,
  details: { id },
  isQuarantined,
  isLate: false,
});

interface Journals {
  range: Range;
  sealedTo: string;
  found: Found[];
}

/** Books and watermarks that a test makes up; `done` has what the round did, in order. */
function aRound() {
  const done: unknown[][] = [];
  const given = {
    newest: '0',
    verified: '0',
    journals: (_first: string): Journals | null => null,
    chains: (_table: string, _first: string): { range: Range; weight: number; found: Found[] } | null => null,
    rows: (_table: string, _first: string, _limit: number): { range: Range; weight: number; found: Found[] } | null =>
      null,
    last: null as string | null,
    suspects: [] as { subject: string; range: Range }[],
    count: 0,
    unbooked: (_table: string): string[] => [],
    whole: { round: [], pass: [] } as Record<string, Found[]>,
    slice: (_what: string): Found[] => [],
    places: new Map<string, { next: string | null; last: string | null }>(),
  };
  const note = (...what: unknown[]) => {
    done.push(what);
    // Whoever goes on for ever is stopped.
    if (done.length > 2000) throw new Error('for ever');
  };
  const books = {
    checkWhole: async (when: string) => given.whole[when] ?? [],
    newestJournal: async () => given.newest,
    checkJournalsFrom: async (first: string) => {
      note('journals from', first);
      return given.journals(first);
    },
    checkJournals: async ({ first, last }: Range) => given.slice(`journals ${first}-${last}`),
    checkRows: async ({ table }: { table: string }, { first, last }: Range) => given.slice(`${table} ${first}-${last}`),
    checkRowsFrom: async ({ table, isChain }: { table: string; isChain?: true }, first: string, limit: number) => {
      const isOfChain = isChain === true && !first.startsWith('-');
      note(isOfChain ? 'chain from' : 'rows from', table, first, limit);
      return isOfChain ? given.chains(table, first) : given.rows(table, first, limit);
    },
    unbooked: async (subjects: { table: string }[], newest: number) =>
      subjects.map((subject) => {
        note('unbooked', subject.table, newest);
        return { subject, rows: given.unbooked(subject.table) };
      }),
    lastRow: async () => given.last,
  };
  const progress = {
    verifiedTo: async () => given.verified,
    verify: async (journal: string) => note('verify', journal),
    chainVerifiedTo: async () => '5',
    verifyChain: async (table: string, seal: string) => note('verify chain', table, seal),
    suspects: async (limit: number) => {
      note('suspects', limit);
      return given.suspects;
    },
    countSuspects: async () => given.count,
    suspect: async ({ subject, range }: { subject: string; range: Range }) =>
      note('suspect', subject, range.first, range.last),
    note: async ({ subject }: { subject: string }, { isLetStand }: { isLetStand: boolean }) =>
      note('note', subject, isLetStand),
    acquit: async ({ subject }: { subject: string }) => note('acquit', subject),
    pass: async () => ({ began: 'then', places: given.places }),
    setPlace: async (_pass: unknown, table: string, place: object) => note('place', table, place),
    endPass: async () => note('end pass'),
  };
  const round = new CheckRound(books as never, progress as never);
  const of = (...names: string[]) => done.filter(([name]) => names.includes(String(name)));
  return { round, given, of, run: () => round.execute(INVARIANTS) };
}

describe('what is new', () => {
  const slice = (first: string, last: string, sealedTo: string, found: Found[] = []): Journals => ({
    range: { first, last },
    sealedTo,
    found,
  });

  it('is looked at from the verified journal on, up to the one that was the newest when it began', async () => {
    const { run, given, of } = aRound();
    Object.assign(given, { newest: '30', verified: '10' });
    given.journals = (first) => slice(first, String(Number(first) + 9), '40');
    expect((await run()).isComplete).toBe(true);
    expect(of('journals from', 'verify')).toEqual([
      ['journals from', '11'],
      ['verify', '20'],
      ['journals from', '21'],
      ['verify', '30'],
    ]);
  });

  it('is verified as far as it was sealed without a gap, and what was found is kept first', async () => {
    const { run, given, of } = aRound();
    given.newest = '30';
    const slices = new Map([
      ['1', slice('1', '10', '10', [aFinding('1')])],
      ['11', slice('11', '20', '15')],
      ['21', slice('21', '30', '30')],
    ]);
    given.journals = (first) => slices.get(first) ?? null;
    const { checked } = await run();
    expect(of('verify', 'suspect')).toEqual([
      ['suspect', 'journals', '1', '10'],
      ['verify', '10'],
      ['verify', '15'],
    ]);
    expect(checked[0]?.rows).toHaveLength(1);
  });

  it('is a hundred slices in a round, and more in the next one, which the round says', async () => {
    const { run, given, of } = aRound();
    given.newest = '1000';
    given.journals = (first) => slice(first, first, '1000');
    expect((await run()).isComplete).toBe(false);
    expect(of('journals from')).toHaveLength(100);
  });

  it('is all looked at where there is no more of it', async () => {
    const { run, given, of } = aRound();
    given.newest = '30';
    expect((await run()).isComplete).toBe(true);
    expect(of('verify')).toEqual([]);
  });
});

describe('chains of seals', () => {
  const row = (first: string, found: Found[] = []) => ({ range: { first, last: first }, weight: 1, found });

  it('are each looked at from its verified seal on, to its end', async () => {
    const { run, given, of } = aRound();
    given.chains = (table, first) =>
      Number(first) <= 7 ? row(first, table === 'z_seal' ? [aFinding(first)] : []) : null;
    const { isComplete, checked } = await run();
    expect(isComplete).toBe(true);
    expect(of('chain from', 'verify chain', 'suspect')).toEqual(
      [['y_seal', 3] as const, ['z_seal', 7] as const].flatMap(([table, rows]) => [
        ...['6', '7'].flatMap((seal) => [
          ['chain from', table, seal, rows],
          ...(table === 'z_seal' ? [['suspect', table, seal, seal]] : []),
          ['verify chain', table, seal],
        ]),
        ['chain from', table, '8', rows],
      ]),
    );
    expect(checked[0]?.rows).toHaveLength(2);
  });

  it('are a hundred slices each, and all of them must be through', async () => {
    for (const long of ['y_seal', 'z_seal']) {
      const { run, given, of } = aRound();
      given.chains = (table, first) => (table === long ? row(first) : null);
      expect((await run()).isComplete).toBe(false);
      expect(of('chain from').filter(([, table]) => table === long)).toHaveLength(100);
      expect(of('chain from').filter(([, table]) => table !== long)).toHaveLength(1);
    }
  });
});

describe('what is suspect', () => {
  const range = { first: '3', last: '4' };

  it.each([
    [50, true],
    [51, false],
  ])('%d slices leave a round complete: %s', async (count, isComplete) => {
    const { run, given, of } = aRound();
    given.count = count;
    expect((await run()).isComplete).toBe(isComplete);
    expect(of('suspects')).toEqual([['suspects', 50]]);
  });

  it('is looked at again by what it is, acquitted where nothing is wrong, and noted where all of it is let stand', async () => {
    const { run, given, of } = aRound();
    given.suspects = ['journals', 'pass', 'ledger_seal', 'y_seal', 'nobody'].map((subject) => ({ subject, range }));
    given.whole = { round: [], pass: [aFinding('pass', true)] };
    given.slice = (what) =>
      ({
        'journals 3-4': [aFinding('one', true), aFinding('two')],
        'ledger_seal 3-4': [],
        'y_seal 3-4': [aFinding('seal', true), aFinding('other seal', true)],
      })[what] ?? [];
    const { checked } = await run();
    expect(of('note', 'acquit')).toEqual([
      ['note', 'journals', false],
      ['note', 'pass', true],
      ['acquit', 'ledger_seal'],
      ['note', 'y_seal', true],
      ['acquit', 'nobody'],
    ]);
    expect(checked[0]?.rows.map(({ fingerprint }) => fingerprint)).toEqual(['two']);
    expect(checked[0]?.quarantined.map(({ fingerprint }) => fingerprint).sort()).toEqual([
      'one',
      'other seal',
      'pass',
      'seal',
    ]);
  });

  it('is with what is new and whole all that stands of an invariant', async () => {
    const { round, given, of } = aRound();
    given.verified = '10';
    given.suspects = [{ subject: 'journals', range }];
    given.whole = { round: [aFinding('whole')], pass: [] };
    given.slice = () => [aFinding('suspect')];
    given.journals = (first) =>
      first === '11' ? { range: { first, last: '20' }, sealedTo: '0', found: [aFinding('new')] } : null;
    const [invariant] = INVARIANTS;
    const [checked] = await round.standing(invariant as Invariant);
    expect(checked?.rows.map(({ fingerprint }) => fingerprint)).toEqual(['whole', 'suspect', 'new']);
    expect(of('journals from')).toEqual([
      ['journals from', '11'],
      ['journals from', '21'],
    ]);
  });
});

it('what must be booked and is not is looked for among the newest ten thousand rows of each table', async () => {
  const { run, given, of } = aRound();
  given.unbooked = (table) => (table === 'y_seal' ? ['8', '9'] : []);
  given.slice = (what) => (what === 'y_seal 9-9' ? [aFinding('9')] : []);
  const { isComplete, checked } = await run();
  expect(isComplete).toBe(true);
  expect(of('unbooked')).toEqual(registeredSubjects().map(({ table }) => ['unbooked', table, 10_000]));
  expect(of('suspect')).toEqual([['suspect', 'y_seal', '9', '9']]);
  expect(checked[0]?.rows).toHaveLength(1);
});

describe('the pass through the whole book', () => {
  const [first = '', second = ''] = registeredSubjects().map(({ table }) => table);
  const rows = (from: string, last: string, weight: number, found: Found[] = []) => ({
    range: { first: from, last },
    weight,
    found,
  });

  it('ends with what is asked once in it, when every table is through', async () => {
    const { run, given, of } = aRound();
    given.whole = { round: [], pass: [aFinding('pass')] };
    expect((await run()).isComplete).toBe(true);
    expect(of('place').map(([, table]) => table)).toEqual(registeredSubjects().map(({ table }) => table));
    expect(of('place').every(([, , place]) => (place as { next: unknown }).next === null)).toBe(true);
    expect(of('suspect', 'end pass')).toEqual([['suspect', 'pass', '0', '0'], ['end pass']]);
    // What has no rows takes nothing of what a step may read.
    expect(new Set(of('rows from').map(([, , , limit]) => limit))).toEqual(new Set([ROUND_PASS_ROWS]));
  });

  it('goes on to the last row of a table that there was when it began, and not beyond', async () => {
    const { run, given, of } = aRound();
    given.last = '20';
    given.rows = (table, from) => {
      if (table !== first) return null;
      return from.startsWith('-') ? rows(from, '19', 1, [aFinding('old')]) : rows(from, '20', 1);
    };
    const { checked } = await run();
    expect(of('rows from', 'place').filter(([, table]) => table === first)).toEqual([
      ['rows from', first, expect.stringMatching(/^-/), ROUND_PASS_ROWS],
      ['place', first, { next: '20', last: '20' }],
      ['rows from', first, '20', ROUND_PASS_ROWS - 1],
      ['place', first, { next: null, last: '20' }],
    ]);
    expect(of('suspect').filter(([, table]) => table === first)).toHaveLength(1);
    expect(checked[0]?.rows).toHaveLength(1);
  });

  it('goes on where the one before stopped, as long as there is weight left', async () => {
    for (const [weight, isMore] of [
      [ROUND_PASS_ROWS, false],
      [ROUND_PASS_ROWS - 1, true],
    ] as const) {
      const { run, given, of } = aRound();
      given.last = '90';
      given.places = new Map([[first, { next: '40', last: '90' }]]);
      given.rows = (table, from) => (table === first ? rows(from, '90', weight) : null);
      expect((await run()).isComplete).toBe(true);
      const looked = of('rows from').map(([, table, from, limit]) => [table, from, limit]);
      expect(looked[0]).toEqual([first, '40', ROUND_PASS_ROWS]);
      expect(looked[1]).toEqual(isMore ? [second, expect.stringMatching(/^-/), 1] : undefined);
      // A table without rows weighs nothing.
      expect(looked).toHaveLength(isMore ? registeredSubjects().length : 1);
      expect(of('end pass')).toHaveLength(isMore ? 1 : 0);
    }
  });

  it('can go one step by itself, and answers what it found, what is let stand too', async () => {
    const { round, given, of } = aRound();
    given.rows = (table, from) => (table === first ? rows(from, from, 1, [aFinding('1', true)]) : null);
    const found = await round.goOnWithPass(INVARIANTS);
    expect(found.map(({ fingerprint }) => fingerprint)).toEqual(['1']);
    expect(of('suspect', 'journals from', 'unbooked')).toEqual([]);
    expect(of('rows from')[0]).toEqual(['rows from', first, expect.stringMatching(/^-/), PASS_ROWS]);
  });
});

it('a part that fails leaves the round unfinished, and the others are done all the same', async () => {
  const { run, given, of } = aRound();
  given.whole = { round: [aFinding('whole')], pass: [] };
  given.newest = '10';
  given.journals = () => {
    throw new Error('first');
  };
  given.unbooked = () => {
    throw new Error('second');
  };
  const { isComplete, failure, checked } = await run();
  expect([isComplete, failure]).toEqual([false, new Error('first')]);
  expect(checked[0]?.rows).toHaveLength(1);
  expect(of('end pass')).toHaveLength(1);
});

describe('the parts of a round', () => {
  afterEach(() => jest.restoreAllMocks());

  it('tell what they took, and what is being checked for how long, also where one of them fails', async () => {
    const { round, given } = aRound();
    let now = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const underWay: unknown[] = [];
    given.unbooked = () => {
      now += 2500;
      underWay.push(...round.underWay());
      throw new Error('cut off');
    };
    const { took, failure } = await round.execute(INVARIANTS);
    expect(failure).toEqual(new Error('cut off'));
    expect(took).toEqual({ small: 0, suspect: 0, new: 0, chains: 0, unbooked: 2.5, pass: 0 });
    expect(underWay).toEqual([{ part: 'unbooked', seconds: 2.5 }]);
    expect(round.underWay()).toEqual([]);
  });
});
