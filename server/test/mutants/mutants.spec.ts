import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { Client } from 'pg';
import { createEmptyDatabase } from '../database.js';
import { FEATURES, filesOf } from './features.mjs';
import { mutantsOf, sample } from './mutants.mjs';
import { type Explained, reportOf, scoreOf } from './report.mjs';
import { SpecOrder } from './specs.mjs';
import { isFunction, sqlEdits } from './sql-mutants.mjs';
import { typescriptEdits } from './typescript-mutants.mjs';

const ROOT = join(__dirname, '../../..');
const explained: Explained[] = JSON.parse(readFileSync(join(__dirname, 'survivors.json'), 'utf8'));

beforeAll(async () => {
  await loadModule();
});

/** What a text becomes, by rule. */
function changed(text: string, edits: { rule: string; start: number; end: number; replacement: string }[]): string[] {
  return edits.map(
    ({ rule, start, end, replacement }) => `${rule}: ${text.slice(0, start)}${replacement}${text.slice(end)}`,
  );
}

describe('the mutants of SQL', () => {
  it.each([
    ['if a < b then', ['guard: if false then', 'comparison: if a <= b then']],
    ['if a >= b then', ['guard: if false then', 'comparison: if a > b then']],
    ['elsif a = b then', ['guard: elsif false then', 'comparison: elsif a <> b then']],
    ['return a + b', ['arithmetic: return a - b']],
    ['return count(*)', []],
    ['return a * b', ['arithmetic: return a / b']],
    ['return -a', ['sign: return a']],
    ['return a and b', ['word: return a or b']],
    ['return a between b and c', []],
    ['return not a', ['negation: return  a']],
    ['return a is not null', ['negation: return a is  null']],
    ['return a is null', ['comparison: return a is not null']],
    ['return coalesce(a, b)', ['function: return (a)']],
    ['return greatest(a, b)', ['function: return least(a, b)']],
    ['return round(a)', ['function: return trunc(a)']],
    ['return 0', ['number: return 1']],
    ['return 1', ['number: return 0']],
    ['return 7', ['number: return 8']],
    ['return a::numeric(38, 18)', []],
    ["return 'a < 1 and true' -- a < 1", []],
    ['select a from b order by a desc', ['word: select a from b order by a asc']],
    ['select a from b order by 1', []],
    ['select a from b limit 500', ['limit: select a from b limit 1']],
    ['select a from b limit $1', ['limit: select a from b ']],
    [
      'select a from b for no key update skip locked',
      ['lock: select a from b ', 'lock: select a from b for no key update '],
    ],
    [
      'select a from b where c and d',
      [
        'clause: select a from b where true and d',
        'clause: select a from b where c and true',
        'word: select a from b where c or d',
      ],
    ],
    ['select a from b where c or d', ['clause: select a from b where true', 'word: select a from b where c and d']],
    ['update a set b = c where d', ['clause: update a set b = c where true']],
    ['raise exception $1 using errcode = $2', []],
    ['begin perform a(b); end', ['statement: begin null; end']],
  ])('%s', (text, expected) => {
    expect(changed(text, sqlEdits(text))).toEqual(expected);
  });
});

describe('the mutants of TypeScript', () => {
  it.each([
    ['a < b;', ['operator: a <= b;']],
    ['a && b;', ['operator: a || b;']],
    ['!a;', ['negation: a;']],
    ['if (a) b;', ['guard: if (false) b;']],
    ['a ? b : c;', ['condition: true ? b : c;', 'condition: false ? b : c;']],
    ['a.plus(b).lte(c) as number;', ['method: a.plus(b).lt(c) as number;', 'method: a.minus(b).lte(c) as number;']],
    ['await a(b);', ['statement: ;']],
    ['this.logger.warn(a);', []],
    ['a ?? b;', ['default: (a as never);']],
    ['a ?? null;', []],
    ['a.filter(b) as C;', ['filter: a as C;']],
    ['type A = 1;', []],
    [
      'f(`select a from b where c = ${d}`) as E;',
      [
        'sql clause: f(`select a from b where true`) as E;',
        'sql comparison: f(`select a from b where c <> ${d}`) as E;',
      ],
    ],
    [
      'f(`select a from b where c = $1 and $2 limit $3`) as E;',
      [
        'sql clause: f(`select a from b where (true or $1::text is null) and $2 limit $3`) as E;',
        'sql clause: f(`select a from b where c = $1 and (true or $2::text is null) limit $3`) as E;',
        'sql comparison: f(`select a from b where c <> $1 and $2 limit $3`) as E;',
        'sql word: f(`select a from b where c = $1 or $2 limit $3`) as E;',
        'sql limit: f(`select a from b where c = $1 and $2 limit nullif($3::bigint, $3::bigint)`) as E;',
      ],
    ],
    [
      'f(`select a from b where c = $1 and d = $1`) as E;',
      [
        'sql clause: f(`select a from b where true and d = $1`) as E;',
        'sql clause: f(`select a from b where c = $1 and true`) as E;',
        'sql comparison: f(`select a from b where c <> $1 and d = $1`) as E;',
        'sql word: f(`select a from b where c = $1 or d = $1`) as E;',
        'sql comparison: f(`select a from b where c = $1 and d <> $1`) as E;',
      ],
    ],
  ])('%s', (text, expected) => {
    expect(changed(text, typescriptEdits(text))).toEqual(expected);
  });
});

const DISCOUNT = `-- What an amount costs from the hundredth on.
create or replace function discounted(p_amount numeric, p_count integer) returns numeric
language plpgsql
as $$
begin
  if p_count >= 100 then
    return p_amount * 2;
  end if;
  return p_amount;
end
$$;
`;

describe('a small function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has mutants that the parser takes, each noticed by a question that tells it apart', async () => {
    writeFileSync(join(folder, 'discounted.sql'), DISCOUNT);
    const mutants = mutantsOf(folder, 'discounted.sql');
    expect(mutants.map(({ line, rule, isValid }) => [line, rule, isValid])).toEqual([
      [6, 'guard', true],
      [6, 'comparison', true],
      [6, 'number', true],
      [7, 'arithmetic', true],
      [7, 'number', true],
    ]);
    expect(mutants[1]).toMatchObject({ nth: 1, before: 'if p_count >= 100 then', after: 'if p_count > 100 then' });
    const database = await createEmptyDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const answers = async (text: string) => {
      await client.query(text);
      const { rows } = await client.query('select discounted(10, 99) as before, discounted(10, 100) as from');
      return rows[0];
    };
    const right = await answers(DISCOUNT);
    for (const { source } of mutants) expect(await answers(source)).not.toEqual(right);
    await client.end();
    await database.drop();
  });

  it('with two lines that read the same has a first and a second of each change', () => {
    writeFileSync(join(folder, 'twice.ts'), 'if (a) b();\nc();\nif (a) b();\n');
    const guards = mutantsOf(folder, 'twice.ts').filter(({ rule }) => rule === 'guard');
    expect(guards.map(({ line, after, nth }) => [line, after, nth])).toEqual([
      [1, 'if (false) b();', 1],
      [3, 'if (false) b();', 2],
    ]);
  });

  it('that the parser does not take is no function', () => {
    expect(isFunction(DISCOUNT)).toBe(true);
    expect(isFunction(DISCOUNT.replace('p_amount;', 'p_amount +;'))).toBe(false);
  });
});

it('a sample is the same for the same seed, and another for another', () => {
  const items = Array.from({ length: 100 }, (_, place) => place);
  expect(sample(items, 10, 1)).toEqual(sample(items, 10, 1));
  expect(sample(items, 10, 1)).not.toEqual(sample(items, 10, 2));
  expect(new Set(sample(items, 10, 1)).size).toBe(10);
});

it('a spec is asked when it reaches the file, the one that noticed before first', () => {
  const spec = (name: string) => `server/features/trading/${name}`;
  const order = new SpecOrder(ROOT, [
    { spec: spec('trust/trust.spec.ts'), seconds: 9 },
    { spec: spec('futures/settlement.rules.spec.ts'), seconds: 1 },
    { spec: 'server/test/journeys/trust.spec.ts', seconds: 5 },
  ]);
  const path = spec('trust/buy-trust-product.ts');
  expect(order.for(path)).toEqual([spec('trust/trust.spec.ts'), 'server/test/journeys/trust.spec.ts']);
  for (let kill = 0; kill < 3; kill += 1) order.noteKill('server/test/journeys/trust.spec.ts', path);
  expect(order.for(path)[0]).toBe('server/test/journeys/trust.spec.ts');
});

describe('the score', () => {
  const one = { path: 'a.sql', line: 1, rule: 'number', before: '0', nth: 1, by: null, seconds: 1 };
  const results = [
    { ...one, after: '1', outcome: 'killed' as const },
    { ...one, after: '2', outcome: 'timed out' as const },
    { ...one, after: '3', outcome: 'survived' as const },
    { ...one, after: '4', outcome: 'survived' as const },
    { ...one, after: '5', outcome: 'invalid' as const },
  ];
  const reasons = [{ path: 'a.sql', before: '0', after: '3', reason: 'nothing is asked there' }];

  it('counts what took too long as not noticed, what is invalid not at all, and what is explained apart', () => {
    expect(scoreOf(results, reasons)).toEqual({
      mutants: 5,
      killed: 1,
      timedOut: 1,
      survived: 2,
      explained: 1,
      invalid: 1,
      score: 25,
      scoreOfReal: (1 / 3) * 100,
    });
  });

  it('takes a reason for the one line that it is about, not for another that reads the same', () => {
    const [, , first] = results;
    if (!first) throw new Error('There is no survivor.');
    const second = { ...first, nth: 2 };
    expect(scoreOf([first, second], reasons)).toMatchObject({ survived: 2, explained: 1, scoreOfReal: 0 });
    expect(scoreOf([first, second], [{ path: 'a.sql', before: '0', after: '3', nth: 2, reason: '' }])).toMatchObject({
      explained: 1,
    });
  });

  it('is printed with what survived and why', () => {
    const text = reportOf(results, reasons);
    expect(text).toContain('SURVIVED a.sql:1 (number)\n  - 0\n  + 3\n  = nothing is asked there');
    expect(text).toContain('SURVIVED a.sql:1 (number)\n  - 0\n  + 4');
    expect(text).toContain('TIMED OUT a.sql:1 (number)\n  - 0\n  + 2');
  });
});

it('every feature has files and specs, and each survivor that is explained is still a mutant', () => {
  const known = Object.values(FEATURES).flatMap((feature) => {
    const { sources, specs } = filesOf(ROOT, feature);
    expect(sources.length).toBeGreaterThan(4);
    expect(specs.length).toBeGreaterThan(1);
    return sources;
  });
  const stale = explained.filter(
    ({ path, before, after, nth = 1 }) =>
      !known.includes(path) ||
      !mutantsOf(ROOT, path).some((mutant) => mutant.before === before && mutant.after === after && mutant.nth === nth),
  );
  expect(stale).toEqual([]);
});
