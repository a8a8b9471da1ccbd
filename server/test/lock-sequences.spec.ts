import { join } from 'node:path';
import ts from 'typescript';
import { lockOrder, type Place, quoted, rowsOf } from './lock-order.js';
import { type Fault, LockSequences, type Sequence } from './lock-sequences.js';

const SERVER = join(__dirname, '..');

/** The steps that a transaction may take, in the order; in brackets what waits for nobody on any way. */
function stepsOf(sequences: readonly Sequence[], order: ReadonlyMap<string, Place>): string {
  const taken = new Map<string, { rank: number; waits: boolean }>();
  for (const name of sequences.flatMap(({ ways }) => ways.flat())) {
    const { step, rank } = order.get(name === 'all accounts' ? 'ledger_account' : name.replace(/[()]/g, '')) as Place;
    taken.set(step, { rank, waits: taken.get(step)?.waits === true || !name.startsWith('(') });
  }
  const steps = [...taken].toSorted(([, one], [, other]) => one.rank - other.rank);
  return steps.map(([step, { waits }]) => (waits ? step : `(${step})`)).join(', ');
}

describe('every transaction of the product', () => {
  const order = lockOrder();
  let sequences: Map<string, Sequence[]>;
  let faults: Fault[];
  let seen: ReadonlySet<string>;

  beforeAll(() => {
    const { config } = ts.readConfigFile(join(SERVER, 'tsconfig.json'), (path) => ts.sys.readFile(path));
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, SERVER);
    const looked = new LockSequences(ts.createProgram(fileNames, { ...options, noEmit: true }), SERVER, order);
    sequences = new Map();
    for (const one of looked.find()) sequences.set(one.entrance, [...(sequences.get(one.entrance) ?? []), one]);
    ({ faults, seen } = looked);
  }, 600_000);

  it('takes its locks in the order, on every way through its code, and is followed wherever it is handed', () => {
    const known = rowsOf('Ways that nobody goes').map(([, entrance = '', problem, lock = '']) => [
      quoted(entrance)[0],
      problem,
      quoted(lock)[0],
    ]);
    const isKnown = ({ entrance, problem, what, at }: Fault) =>
      known.some((one) => one[0] === entrance && one[1] === problem && one[2] === what) ||
      (what === 'a statement' && MADE_OF_LISTS.includes(at.split(':')[0] ?? ''));
    const unknown = faults.filter((fault) => !isKnown(fault)).map((fault) => JSON.stringify(fault));
    expect([...new Set(unknown)]).toEqual([]);
    const found = faults.map(({ entrance, problem, what }) => `${entrance} ${problem} ${what}`);
    expect(known.filter((one) => !found.includes(one.join(' ')))).toEqual([]);
  });

  it('is in the list, where it takes more than one step, with all that it may take', () => {
    const several = [...sequences]
      .map(([entrance, found]) => [entrance, stepsOf(found, order)])
      .filter(([, steps]) => steps?.includes(', '))
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
    const listed = rowsOf('Transactions').map(([, entrance = '', steps]) => [quoted(entrance)[0], steps]);
    expect(listed).toEqual(several);
  });

  it('was looked at: each lock of a store was met in one, or stands alone', () => {
    const locks = rowsOf('Stores').flatMap(([, file = '', names = '']) =>
      quoted(names).map((name) => `${quoted(file)[0]} ${name}`),
    );
    const alone = new Set(ALONE.map(([lock]) => lock));
    expect([...new Set(locks)].filter((lock) => !seen.has(lock) && !alone.has(lock))).toEqual([]);
    expect([...alone].filter((lock) => seen.has(lock) || !locks.includes(lock))).toEqual([]);
  });
});

/** Where statements are made of the product's own lists, as `fixed-statements.spec.ts` says of each; the first and the third only read, and the second holds its place alone. */
const MADE_OF_LISTS = [
  'features/wallet/ledger/books.store.ts',
  'features/wallet/profit/profit-days.store.ts',
  'features/wallet/taxes/taxes.store.ts',
  'platform/database/serving-user.ts',
  'platform/database/stored-functions.ts',
];

/** Locks of a single statement that is a transaction by itself. */
const ALONE: readonly [lock: string, what: string][] = [
  ['features/markets/price-feed/feed-lease.store.ts feed_lease', 'who leads is taken and kept by one statement each'],
  ['features/markets/candles/candles.store.ts feed_lease', 'bars are written by one statement, which holds the term'],
  ['features/markets/candles/candle-folds.store.ts feed_lease', 'likewise'],
  ['platform/messages/messages.store.ts outgoing_message', 'messages are claimed by one statement'],
];

describe('the one who looks', () => {
  const FILE = '/store.ts';
  const ORDER = new Map([
    ['account_user', { step: 'user', rank: 1 }],
    ['deposit', { step: 'deposits', rank: 2 }],
    ['ledger_account', { step: 'accounts', rank: 3 }],
    ['outbox_stream', { step: 'streams', rank: 4 }],
  ]);
  /** The language's own declarations, read once. */
  const LIBRARIES = new Map<string, ts.SourceFile | undefined>();
  const GIVEN = `
    declare class EntityManager { query(text: string, values?: unknown[]): Promise<unknown[]>; }
    declare class DataSource { transaction<R>(work: (tx: EntityManager) => Promise<R>): Promise<R>; }
    declare const db: DataSource;
    declare const asked: boolean;
    class Store {
      user(tx: EntityManager) { return tx.query('select 1 from account_user where id = $1 for no key update'); }
      deposit(tx: EntityManager) { return tx.query('select 1 from deposit where id = $1 for update'); }
      change(tx: EntityManager) { return tx.query('update deposit set amount = 1'); }
      post(tx: EntityManager) { return tx.query('select ledger_post($1)'); }
    }
    const store = new Store();
    async function inOrder(tx: EntityManager) { await store.user(tx); await store.deposit(tx); }
    async function swapped(tx: EntityManager) { await store.deposit(tx); await store.user(tx); }`;

  /** What is wrong with the transactions in a file of this text. */
  function faultsOf(text: string): string[] {
    const host = ts.createCompilerHost({});
    const source = ts.createSourceFile(FILE, GIVEN + text, ts.ScriptTarget.ES2022, true);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...more) => {
      if (name === FILE) return source;
      const file = LIBRARIES.get(name) ?? read(name, ...more);
      LIBRARIES.set(name, file);
      return file;
    };
    const program = ts.createProgram([FILE], { target: ts.ScriptTarget.ES2022, strict: true, types: [] }, host);
    const looked = new LockSequences(program, '/', ORDER);
    looked.find();
    return [...new Set(looked.faults.map(({ problem, what }) => `${problem}: ${what}`))];
  }

  it.each([
    ['locks in the order', 'db.transaction(inOrder); db.transaction((tx) => inOrder(tx));'],
    [
      'either of two',
      'db.transaction(async (tx) => { if (asked) await store.deposit(tx); else await store.user(tx); });',
    ],
    [
      'what comes after a return',
      'db.transaction(async (tx) => { if (asked) { await store.deposit(tx); return; } await store.user(tx); });',
    ],
    [
      'what is held already',
      'db.transaction(async (tx) => { await inOrder(tx); await store.user(tx); await store.change(tx); });',
    ],
    [
      'another transaction after it',
      'async function f() { await db.transaction(swap0); await db.transaction(swap1); }\nasync function swap0(tx: EntityManager) { await store.deposit(tx); }\nasync function swap1(tx: EntityManager) { await store.user(tx); }',
    ],
  ])('passes over %s', (_what, text) => expect(faultsOf(text)).toEqual([]));

  const LATE = 'too late: account_user';
  it.each([
    ['two calls that are swapped', 'db.transaction(swapped);', LATE],
    [
      'a change of what nobody has locked',
      'db.transaction(async (tx) => { await store.post(tx); await store.change(tx); });',
      'too late: deposit',
    ],
    [
      'one branch of two',
      'db.transaction(async (tx) => { if (asked) await store.deposit(tx); await store.user(tx); });',
      LATE,
    ],
    [
      'work that is handed on',
      `function run(work: (tx: EntityManager) => Promise<void>) { return db.transaction(async (tx) => { await store.deposit(tx); await work(tx); }); }
       run(async (tx) => { await store.user(tx); });`,
      LATE,
    ],
    [
      'work in an object',
      `async function step(tx: EntityManager, { after }: { after: () => Promise<unknown> }) { await store.deposit(tx); await after(); }
       db.transaction((tx) => step(tx, { after: () => store.user(tx) }));`,
      LATE,
    ],
    [
      'what stands behind an abstract class',
      `abstract class Pictures { abstract change(tx: EntityManager): Promise<unknown>; }
       class Users extends Pictures { change(tx: EntityManager) { return store.user(tx); } }
       function f(pictures: Pictures) { db.transaction(async (tx) => { await store.deposit(tx); await pictures.change(tx); }); }`,
      LATE,
    ],
    [
      'what was registered',
      `interface Act { execute(tx: EntityManager): Promise<void>; }
       const acts = new Map<string, Act>();
       acts.set('a', { execute: async (tx) => { await store.user(tx); } });
       db.transaction(async (tx) => { await store.deposit(tx); await acts.get('a')?.execute(tx); });`,
      LATE,
    ],
    [
      'what a function made',
      `const prove = (): { spend: (tx: EntityManager) => Promise<unknown> } => ({ spend: (tx) => store.user(tx) });
       const { spend } = prove();
       db.transaction(async (tx) => { await store.deposit(tx); await spend(tx); });`,
      LATE,
    ],
    [
      'what is done after something failed',
      'db.transaction(async (tx) => { try { await store.deposit(tx); throw new Error(); } catch { await store.user(tx); } });',
      LATE,
    ],
    [
      'the second round of a loop',
      'db.transaction(async (tx) => { for (const one of [1, 2]) if (one > 1) await store.user(tx); else await store.deposit(tx); });',
      LATE,
    ],
    [
      'rows that a list locks one by one',
      'db.transaction(async (tx) => { await Promise.all([1, 2].map(() => store.user(tx))); });',
      'one by one: account_user',
    ],
    [
      'a second journal',
      'db.transaction(async (tx) => { await store.post(tx); await store.post(tx); });',
      'another journal: ledger_account',
    ],
    [
      'a transaction within another',
      'db.transaction(async (tx) => { await store.user(tx); await db.transaction(inOrder); });',
      'within one: another transaction',
    ],
    [
      'a transaction that is handed to somebody unknown',
      'declare function strange(tx: EntityManager): Promise<void>; db.transaction(async (tx) => { await strange(tx); });',
      'not known: a call',
    ],
    [
      'a statement that is not written out',
      'db.transaction(async (tx) => { await tx.query(String(asked)); });',
      'not known: a statement',
    ],
  ])('finds %s', (_what, text, fault) => expect(faultsOf(text)).toContain(fault));
});
