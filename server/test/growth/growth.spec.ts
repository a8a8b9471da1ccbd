import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sizeOf } from '../faults/product.js';
import { GrowthWorld } from './growth-world.js';
import { bytesOfTables, grown, rowsOfTables } from './tables.js';
import {
  type Act,
  ACTIVE_USERS,
  BOUNDED,
  DAY_OF_A_USER,
  DAY_OF_MARKETS,
  RETENTION_DAYS,
  type MarketAct,
  ROWS_LEAST,
} from './usage.js';

/**
 * How many rows and bytes a day so many active users make, from what the product's own commands write: `npm run growth -- --users=60
 * --rounds=3` prints it. Bytes are those of a table with its indexes, as it is after whatever was written over was vacuumed.
 */
const USERS = sizeOf('FAULTS_USERS', 5);
const ROUNDS = sizeOf('FAULTS_ROUNDS', 1);
const IS_SHORT = process.env.FAULTS_USERS === undefined;

type Counted = Map<string, number>;
const ACTS = Object.keys(DAY_OF_A_USER) as Act[];
const MARKET_ACTS = Object.keys(DAY_OF_MARKETS) as MarketAct[];

describe('what a day of trading adds', () => {
  let growth: GrowthWorld;
  /** Rows that one command of one user adds, and one act for a market. */
  const ofAct = new Map<Act | MarketAct, Counted>();
  /** Rows that one user adds on a day, and all markets together. */
  const [ofUser, ofMarkets]: [Counted, Counted] = [new Map(), new Map()];
  const bytesOfRow: Counted = new Map();

  beforeAll(async () => {
    growth = await GrowthWorld.open(USERS);
    await measure();
  }, 3_600_000);

  afterAll(() => growth?.close(), 600_000);

  /** The first day fills the first pages of each table and index; what follows is measured. */
  async function measure(): Promise<void> {
    await day(() => undefined);
    const { source } = growth.world;
    const [rowsBefore, bytesBefore] = [await rowsOfTables(source), await bytesOfTables(source)];
    for (let round = 0; round < ROUNDS; round += 1) {
      await day((act, added, times) => {
        const rows = ofAct.get(act) ?? new Map<string, number>();
        ofAct.set(act, rows);
        for (const [table, count] of added) rows.set(table, (rows.get(table) ?? 0) + count / times / ROUNDS);
      });
    }
    const bytes = grown(bytesBefore, await bytesOfTables(source));
    for (const [table, rows] of grown(rowsBefore, await rowsOfTables(source)))
      bytesOfRow.set(table, (bytes.get(table) ?? 0) / rows);
    for (const act of ACTS) add(ofUser, act, DAY_OF_A_USER[act]);
    for (const act of MARKET_ACTS) add(ofMarkets, act, DAY_OF_MARKETS[act]);
  }

  /** Each user does all of a day; the seconds of the tape that options need are counted for the markets alone. */
  async function day(count: (act: Act | MarketAct, added: Counted, times: number) => void): Promise<void> {
    growth.nextDay();
    for (const act of ACTS) {
      for (let time = 0; time < DAY_OF_A_USER[act]; time += 1) {
        const added = await addedBy(() => growth.act(act));
        for (const table of ['price_sample', 'tape_root']) added.delete(table);
        count(act, added, USERS * DAY_OF_A_USER[act]);
      }
    }
    for (const act of MARKET_ACTS) count(act, await addedBy(() => growth.market(act)), 1);
    await growth.world.source.query('vacuum');
  }

  async function addedBy(work: () => Promise<void>): Promise<Counted> {
    const before = await rowsOfTables(growth.world.source);
    await work();
    return grown(before, await rowsOfTables(growth.world.source));
  }

  function add(sum: Counted, act: Act | MarketAct, times: number): void {
    for (const [table, rows] of ofAct.get(act) ?? [])
      if (rows >= ROWS_LEAST && !(table in BOUNDED)) sum.set(table, (sum.get(table) ?? 0) + rows * times);
  }

  const rowsOf = (act: Act | MarketAct, table: string): number =>
    Math.round((ofAct.get(act)?.get(table) ?? 0) * 100) / 100;

  it('is what each command writes', () => {
    expect(rowsOf('transfer', 'wallet_transfer')).toBe(1);
    expect(rowsOf('transfer', 'ledger_journal')).toBe(1);
    expect(rowsOf('transfer', 'ledger_posting')).toBe(2);
    expect(rowsOf('transfer', 'outbox')).toBe(3);
    expect(rowsOf('transfer', 'idempotent_command')).toBe(1);
    expect(rowsOf('option', 'option_order')).toBe(1);
    expect(rowsOf('option', 'option_settlement')).toBe(1);
    expect(rowsOf('option', 'ledger_journal')).toBe(2);
    expect(rowsOf('spot', 'spot_fill')).toBe(1);
    expect(rowsOf('spot-cancelled', 'spot_fill')).toBe(0);
    expect(rowsOf('spot-cancelled', 'spot_order')).toBe(1);
    expect(rowsOf('contract', 'futures_position')).toBe(1);
    expect(rowsOf('login', 'account_session')).toBe(1);
    expect(rowsOf('tape', 'price_sample')).toBe(60);
    expect(rowsOf('bars', 'candle')).toBe(60 + 12 + 4 + 2 + 1);
  });

  it('stands in no table of which nobody says how long it is kept', () => {
    const growing = [...new Set([...ofUser.keys(), ...ofMarkets.keys()])].sort();
    expect(growing.filter((table) => !(table in RETENTION_DAYS))).toEqual([]);
    // Nor is anything said of a table that does not grow.
    expect(Object.keys(RETENTION_DAYS).filter((table) => !growing.includes(table))).toEqual([]);
  });

  it('is kept as long as the rules of the database say', async () => {
    const rules: { name: string; days: number }[] = await growth.world.source.query(
      'select name, days from retention_rule',
    );
    expect(rules.length).toBeGreaterThan(0);
    const beside: Record<string, number> = { outbox: 1, account_session: 30 };
    for (const { name, days } of rules)
      expect([name, RETENTION_DAYS[name]]).toEqual([name, days + (beside[name] ?? 0)]);
  });

  it('is printed for 1,000, 100,000 and 1,000,000 active users', () => {
    const lines = report();
    for (const users of ACTIVE_USERS) expect(lines).toContain(users.toLocaleString('en'));
    expect(lines).toMatch(/\| `ledger_posting` \| [\d.]+ \| \d+ \|/);
    if (!IS_SHORT) process.stderr.write(`${lines}\n`);
  });

  /** Markdown, as it stands in the documents. */
  function report(): string {
    const heads = ACTIVE_USERS.map((users) => `${users.toLocaleString('en')} users, a day`);
    const table = [
      `| table | rows a user and day | bytes a row | ${heads.join(' | ')} | kept |`,
      `|---|---|---|${'---|'.repeat(heads.length)}---|`,
    ];
    const sums = {
      ever: ACTIVE_USERS.map(() => 0),
      dropped: ACTIVE_USERS.map(() => 0),
      standing: ACTIVE_USERS.map(() => 0),
    };
    for (const name of [...new Set([...ofUser.keys(), ...ofMarkets.keys()])].sort()) {
      const [each, markets] = [ofUser.get(name) ?? 0, ofMarkets.get(name) ?? 0];
      const bytes = bytesOfRow.get(name) ?? 0;
      const days = RETENTION_DAYS[name] ?? 'for ever';
      const cells = ACTIVE_USERS.map((users, place) => {
        const rows = each * users + markets;
        if (days === 'for ever') sums.ever[place] = (sums.ever[place] ?? 0) + rows * bytes;
        else {
          sums.dropped[place] = (sums.dropped[place] ?? 0) + rows * bytes;
          sums.standing[place] = (sums.standing[place] ?? 0) + rows * bytes * days;
        }
        return `${rowsText(rows)}, ${bytesText(rows * bytes)}`;
      });
      const retention =
        typeof days === 'number' ? (days < 1 ? 'an hour' : days === 1 ? 'a day' : `${days} days`) : days;
      const own = each > 0 ? (Math.round(each * 10) / 10).toFixed(1) : '0.0';
      table.push(`| \`${name}\` | ${own} | ${Math.round(bytes)} | ${cells.join(' | ')} | ${retention} |`);
    }
    const line = (what: string, of: number[], unit = '') =>
      `| ${what} | | | ${of.map((bytes) => bytesText(bytes) + unit).join(' | ')} | |`;
    table.push(
      line('grows without end', sums.ever),
      line(
        'the same in a year',
        sums.ever.map((bytes) => bytes * 365),
      ),
    );
    table.push(line('comes and goes', sums.dropped), line('of that there is at a time', sums.standing));
    return `${perCommand()}\n\n${table.join('\n')}`;
  }

  function perCommand(): string {
    return [...ofAct]
      .map(([act, rows]) => {
        const parts = [...rows]
          .filter(([table, count]) => count >= ROWS_LEAST && !(table in BOUNDED))
          .sort(([, one], [, other]) => other - one);
        return `- ${act}: ${parts.map(([table, count]) => `${table} ${Math.round(count * 10) / 10}`).join(', ')}`;
      })
      .join('\n');
  }
});

function rowsText(rows: number): string {
  if (rows >= 1e6) return `${(rows / 1e6).toPrecision(3)} M`;
  return Math.round(rows).toLocaleString('en');
}

function bytesText(bytes: number): string {
  const [unit, size] =
    bytes >= 1e12 ? ['TB', 1e12] : bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${Number((bytes / (size as number)).toPrecision(3))} ${unit}`;
}
