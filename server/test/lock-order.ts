import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { storedFunctions } from '../platform/database/stored-functions.js';

const SERVER = join(__dirname, '..');
export const LOCKS = join(SERVER, 'documents/locks.md');
export const LOCKING = /\bfor (?:no key update|update|key share|share)\b(?: of (\w+))?( skip locked)?/;
const ADVISORY = /\bpg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(/;
export const WRITTEN =
  /\binsert into (\w+)(?:(?!;|\binsert into\b)[\s\S])*?\bdo update\b|\b(?:update|insert into) (\w+)\b(?! skip)/;
/** What a posting locks is one step: see the files of these functions, which lock in the order by themselves. */
const POSTINGS = new Set(['ledger_post', 'ledger_post_batch']);
/** What opens accounts: before the first is locked. */
const OPENING = new Set(['ledger_open_accounts', 'ledger_opened_accounts']);
/** Functions for one row, which lock again what their callers have locked for all rows. */
const AGAIN = new Set([
  'futures_close_one',
  'futures_cancel_one',
  'futures_fill_one',
  'futures_insured',
  'futures_open_one',
]);
/** Counts that a trigger moves when a row of the table is written. */
const COUNTED = new Map([
  ['futures_position', 'futures_open_lots'],
  ['option_order', 'option_exposure'],
]);

export interface Place {
  step: string;
  rank: number;
}

/** The first table of the document: the step of each table and of each name of an advisory lock. */
export function lockOrder(): Map<string, Place> {
  const order = new Map<string, Place>();
  for (const [, rank = '', step = '', names = ''] of rowsOf('The order')) {
    for (const name of quoted(names)) order.set(name, { step, rank: Number(rank) });
  }
  return order;
}

/** Cells of the rows of a chapter's table. */
export function rowsOf(chapter: string): string[][] {
  const text = readFileSync(LOCKS, 'utf8').split(`\n## ${chapter}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split('|').map((cell) => cell.trim()));
}

export const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner ?? '');

/** Text of a stored function without comments. */
const functions = new Map(storedFunctions().map(({ name, text }) => [name, text.replace(/--.*$/gm, '')]));
export const CALL = new RegExp(`\\b(${[...functions.keys()].join('|')})\\(`);
const CALLED = new RegExp(`^${CALL.source}$`);
const TOKEN = new RegExp(
  [LOCKING, ADVISORY, WRITTEN, CALL, /\bend loop\b/, /\bloop\b/].map(({ source }) => `(?:${source})`).join('|'),
  'g',
);

/** The functions that the product calls and the triggers of its tables: each begins what may lock. */
export function entrances(): string[] {
  const called = new Set(
    [...functions].flatMap(([name, text]) =>
      [...text.matchAll(new RegExp(CALL, 'g'))].map(([, other]) => other ?? '').filter((other) => other !== name),
    ),
  );
  return storedFunctions()
    .filter(({ name, access }) => !['stored functions', 'anybody'].includes(access) || !called.has(name))
    .map(({ name }) => name);
}

/** A lock by the name of its table, or of an advisory lock. */
export interface TakenLock {
  what: string;
  /** It waits for nobody. */
  skips: boolean;
  /** One statement takes it for all rows of the command. */
  isWhole: boolean;
  /** By a change of the row, as of one that is new or locked before. */
  isChange: boolean;
}

export interface Course {
  /** Steps in their order; in brackets what waits for nobody. */
  steps: string[];
  /** The locks, one after the other. */
  locks: TakenLock[];
  /** What is not in the order. */
  faults: string[];
}

/** Which locks a stored function takes, one after the other, as its text has them and that of all that it calls. */
export function courseOf(name: string, order = lockOrder()): Course {
  if (POSTINGS.has(name))
    return {
      steps: ['accounts'],
      locks: [{ what: 'ledger_account', skips: false, isWhole: false, isChange: false }],
      faults: [],
    };
  const walk = new Walk(order);
  walk.enter({ name, isRepeated: false, isAgain: AGAIN.has(name) });
  return { steps: walk.steps, locks: walk.locks, faults: [...new Set(walk.faults)] };
}

interface Caller {
  name: string;
  /** In a loop of its own or of a caller. */
  isRepeated: boolean;
  /** It, or a caller, is of {@link AGAIN}. */
  isAgain: boolean;
}

interface Taken extends Caller {
  token: string;
  /** The statement up to it. */
  before: string;
}

class Walk {
  readonly steps: string[] = [];
  readonly locks: TakenLock[] = [];
  readonly faults: string[] = [];
  private rank = 0;
  /** Tables of which one statement has locked all rows of the command. */
  private readonly whole = new Set<string>();

  constructor(private readonly order: ReadonlyMap<string, Place>) {}

  enter(caller: Caller): void {
    const text = functions.get(caller.name) ?? '';
    const body = text.slice(text.indexOf('$$'));
    let loops = 0;
    for (const found of body.matchAll(TOKEN)) {
      const [token] = found;
      if (token === 'end loop') loops -= 1;
      else if (token === 'loop') loops += 1;
      else {
        const before =
          body
            .slice(0, found.index)
            .split(/;|\bloop\b|\bthen\b|\bbegin\b/)
            .at(-1) ?? '';
        this.take({ ...caller, before, token, isRepeated: caller.isRepeated || loops > 0 });
      }
    }
  }

  private take(taken: Taken): void {
    const { token, name } = taken;
    const called = CALLED.exec(token)?.[1];
    if (called !== undefined) return this.call(taken, called);
    const locking = LOCKING.exec(token);
    if (locking && token === locking[0]) return this.lock(taken, locking);
    if (ADVISORY.test(token)) return this.step(taken, advisoryName(name, taken.before));
    const [, upserted, written] = WRITTEN.exec(token) ?? [];
    if (upserted !== undefined) this.write(taken, upserted, { isUpsert: true, isSet: /\border by\b/.test(token) });
    else if (written !== undefined) this.write(taken, written, { isUpsert: false, isSet: false });
  }

  private call(taken: Taken, called: string): void {
    const { name, isRepeated } = taken;
    const isAgain = taken.isAgain || AGAIN.has(called);
    const isHeld = this.whole.has('ledger_account');
    if (POSTINGS.has(called)) {
      if (isHeld) return;
      if (isRepeated || this.steps.includes('accounts'))
        this.faults.push(`${name} books another journal: ledger_lock_accounts before the first`);
      return this.step(taken, 'ledger_account', { isOne: true });
    }
    if (OPENING.has(called)) {
      if (this.steps.includes('accounts') && !(isAgain && isHeld))
        this.faults.push(`${name} opens accounts while others are locked`);
      return;
    }
    this.enter({ name: called, isRepeated, isAgain });
  }

  private lock(taken: Taken, [, alias, skips]: RegExpExecArray): void {
    const tables = [...taken.before.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/g)];
    const known = tables.filter(([, table = '', as]) => this.order.has(table) && (!alias || as === alias));
    const table = known[0]?.[1];
    if (table === undefined) this.faults.push(`${taken.name} locks rows of a table that has no place in the order`);
    else this.step(taken, table, { skips: skips !== undefined, isOne: !/\border by\b/.test(taken.before) });
  }

  private write(taken: Taken, table: string, how: { isUpsert: boolean; isSet: boolean }): void {
    const counted = COUNTED.get(table);
    if (counted !== undefined) this.write(taken, counted, { isUpsert: false, isSet: false });
    const place = this.order.get(table);
    const from = this.order.get('ledger_account')?.rank ?? 0;
    if (!place && how.isUpsert)
      this.faults.push(`${taken.name} locks rows of ${table}, which has no place in the order`);
    if (!place || this.whole.has(table) || !(how.isUpsert || place.rank >= from)) return;
    this.step(taken, table, { isOne: !how.isSet });
  }

  private step(taken: Taken, what: string, { skips = false, isOne = false } = {}): void {
    const place = this.order.get(what);
    if (!place) {
      this.faults.push(`${taken.name} takes ${what}, which has no place in the order`);
      return;
    }
    const { step, rank } = place;
    if (taken.isAgain && this.whole.has(what)) return;
    if (taken.isRepeated && !skips && rank <= (this.order.get('ledger_account')?.rank ?? 0))
      this.faults.push(`${taken.name} takes ${what} row by row: all in one statement, before the first`);
    const label = skips ? `(${step})` : step;
    if (this.steps.at(-1) !== label) this.steps.push(label);
    this.locks.push({ what, skips, isWhole: !isOne, isChange: false });
    if (!isOne) this.whole.add(what);
    if (skips) return;
    if (rank < this.rank) this.faults.push(`${taken.name} takes ${what} too late: ${this.steps.join(', ')}`);
    this.rank = Math.max(this.rank, rank);
  }
}

/** The name of an advisory lock: the first text behind the call, or in the function where it is worked out before. */
function advisoryName(name: string, before: string): string {
  const text = functions.get(name) ?? '';
  const behind = text.slice(text.indexOf(before) + before.length);
  const own = /^[^;]*?advisory[^;]*?'([\w-]{3,})'/.exec(behind) ?? /hashtext\w*\([^;]*?'([\w-]{3,})'/.exec(text);
  return `lock:${own?.[1] ?? 'without a name'}`;
}

/** The statements of stores and platform that lock rows or take advisory locks, by file: how many there are. */
export function lockingFiles(): Map<string, number> {
  const files = new Map<string, number>();
  for (const folder of ['features', 'platform']) {
    for (const path of readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || /\.(spec|d)\.ts$/.test(path)) continue;
      const file = join(SERVER, folder, path);
      const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
      const count = [...text.matchAll(new RegExp(`${LOCKING.source}|${ADVISORY.source}|pessimistic_`, 'g'))].length;
      if (count > 0) files.set(relative(SERVER, file), count);
    }
  }
  return files;
}
