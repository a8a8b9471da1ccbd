import * as fc from 'fast-check';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';

/** Cases that a rule and its stored function are asked for. */
export const PARITY_CASES = 4096;

/** The stored functions of a database, asked for many cases in one statement. */
export class StoredRules {
  private constructor(
    private readonly database: TestDatabase,
    private readonly client: Client,
  ) {}

  static async open(): Promise<StoredRules> {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return new StoredRules(database, client);
  }

  async close(): Promise<void> {
    await this.client.end();
    await this.database.drop();
  }

  /**
   * What an expression answers for each case, in their order: numbers as the shortest decimal text.
   * @param columns names of the cases' values, with their types in the database.
   */
  async answers(expression: string, columns: Record<string, string>, cases: readonly object[]): Promise<unknown[]> {
    const typed = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    const names = Object.keys(columns).map((name) => `"${name}"`);
    const { rows } = await this.client.query<{ answer: unknown }>(
      `select to_jsonb(answered) -> 'answer' as answer from (
         select ${expression} as answer, place
           from rows from (jsonb_to_recordset($1::jsonb) as (${typed.join(', ')}))
           with ordinality as given (${names.join(', ')}, place)) answered order by place`,
      [JSON.stringify(cases)],
    );
    return rows.map(({ answer }) => answer);
  }

  /** Holds a rule against an expression of stored functions, case by case. */
  async expectParity<Case extends object>(
    cases: fc.Arbitrary<Case>,
    { columns, stored, rule }: { columns: Record<string, string>; stored: string; rule: (given: Case) => unknown },
  ): Promise<void> {
    const sampled = fc.sample(cases, PARITY_CASES);
    const answers = await this.answers(stored, columns, sampled);
    expect(answers).toHaveLength(PARITY_CASES);
    for (const [place, given] of sampled.entries()) {
      // Compared before it is expected: four thousand matchers take longer than the database.
      const [mine, theirs] = [rule(given), answers[place]];
      if (JSON.stringify(mine) !== JSON.stringify(theirs))
        expect({ given, stored: theirs }).toEqual({ given, stored: mine });
    }
  }
}

/**
 * Decimal text of zero or more with so many digits before the point and at most so many decimals: of every size alike,
 * and often at an edge (nothing, the smallest unit, one, all nines, one half of a unit).
 */
export function amounts(digits: number, decimals: number): fc.Arbitrary<string> {
  const unit = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
  const most = `${'9'.repeat(digits) || '0'}${decimals === 0 ? '' : `.${'9'.repeat(decimals)}`}`;
  const halves = digits === 0 ? ['0.5'] : ['1', '0.5', '1.5', '2.5'].slice(0, decimals === 0 ? 1 : 4);
  const anySize = fc
    .integer({ min: digits === 0 ? 1 : 0, max: decimals })
    .chain((scale) => fc.tuple(fc.constant(scale), fc.integer({ min: 1, max: digits + scale })))
    .chain(([scale, length]) =>
      fc.bigInt({ min: 1n, max: 10n ** BigInt(length) - 1n }).map((units) => decimalOf(units, scale)),
    );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('0', unit, most, ...halves) },
    { weight: 6, arbitrary: anySize },
  );
}

/** The same without zero. */
export function amountsAboveZero(digits: number, decimals: number): fc.Arbitrary<string> {
  return amounts(digits, decimals).filter((value) => /[1-9]/.test(value));
}

function decimalOf(units: bigint, scale: number): string {
  if (scale === 0) return units.toString();
  const text = units.toString().padStart(scale + 1, '0');
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Decimals of a currency, up to the most that there are. */
export const scales = fc.oneof(fc.constantFrom(0, 2, 6, 8, 17, 18), fc.integer({ min: 0, max: 18 }));
