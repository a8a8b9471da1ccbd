import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { storedFunctions } from '../database/stored-functions.js';
import { namesCalledIn } from './sql-calls.mjs';
import { declarations, functionFaults, sqlFaults } from './sql-files.mjs';
import { FORMER_ARGUMENTS, FORMER_FUNCTIONS, NAMED_BEFORE } from './sql-names.mjs';
import { UNREAD, unreadParametersOf } from './sql-parameters.mjs';

const GOOD = `-- The sum of two whole numbers.
create or replace function add_up(p_one integer, p_other integer) returns integer
language plpgsql
as $$
begin
  return p_one + p_other;
end
$$;
`;

beforeAll(async () => {
  await loadModule();
});

describe('the check of the stored functions', () => {
  it('finds nothing in those of the product', async () => {
    expect(await sqlFaults(join(__dirname, '../../..'))).toEqual([]);
  });

  it.each<[fault: string, change: (text: string) => string]>([
    ['it does not begin with a comment', (text) => text.replace(/^--.*\n/, '')],
    ['it makes add_up', (text) => text],
    ['it does not say "or replace"', (text) => text.replace('or replace ', '')],
    ['it is not one create function statement', (text) => text + text],
    ['a line ends with a blank', (text) => text.replace('begin\n', 'begin \n')],
    ['a line of over', (text) => text.replace('numbers', `numbers${' and more'.repeat(20)}`)],
    ['BEGIN is not in lower case', (text) => text.replace('begin', 'BEGIN')],
    ['RETURNS is not in lower case', (text) => text.replace('returns', 'RETURNS')],
    ['syntax error', (text) => text.replace('p_other;', 'p_other +;')],
    ['syntax error', (text) => text.replace(' returns integer', ' returns')],
    ['who may call it', (text) => text.replace('plpgsql\n', 'plpgsql\nsecurity definer\n')],
    ['it does not end with', (text) => text.slice(0, -1)],
    ['it does not read p_other', (text) => text.replace('p_one + p_other;', 'p_one; -- p_other')],
    ['add_kept is no name', (text) => text.replace('add_up', 'add_kept')],
    ['p_keeps_one is no name', (text) => text.replaceAll('p_one', 'p_keeps_one')],
    ['told is no name', (text) => text.replace('begin\n', 'begin\n  perform 1 as told;\n')],
    ['sum_keep is no name', (text) => text.replace('begin\n', "begin\n  perform to_regclass('sum_keep');\n")],
  ])('finds: %s', (fault, change) => {
    const name = fault.startsWith('it makes') ? 'another' : 'add_up';
    expect(functionFaults(`server/features/sums/sql/${name}.sql`, change(GOOD)).join('\n')).toContain(fault);
  });

  it.each([
    ['a good one', GOOD],
    ['names that only sound so', GOOD.replaceAll('p_one', 'p_keeper').replaceAll('p_other', 'untold')],
    ['sentences', GOOD.replace('begin\n', "begin\n  -- It keeps them.\n  raise notice 'what is told and kept';\n")],
  ])('is content with %s', (_, text) => {
    expect(functionFaults('server/features/sums/sql/add_up.sql', text)).toEqual([]);
  });

  it('excuses no parameter that is read, or gone', () => {
    const unread = storedFunctions().flatMap(({ name, text }) => {
      const renamed = text.replace(`function ${name}(`, 'function somebody_else(');
      return unreadParametersOf(renamed).map((fault) => `${name}.${fault.split(' ').at(-1)}`);
    });
    const former = Object.entries(FORMER_ARGUMENTS).flatMap(([name, names]) => names.map((one) => `${name}.${one}`));
    expect(unread.filter((name) => !former.includes(name)).toSorted()).toEqual(Object.values(UNREAD).flat().toSorted());
  });

  it('excuses no name that is gone', () => {
    const all = storedFunctions().map(({ text }) => text);
    const gone = NAMED_BEFORE.filter((name) => !all.some((text) => new Set(text.split(/\W+/)).has(name)));
    expect(gone).toEqual([]);
  });

  it('excuses what the version before calls an argument in its function alone, and where it may be left out', () => {
    const former = { add_old: ['p_kept'] };
    const [name, argument] = ['add_old', 'p_kept'];
    const path = `server/features/sums/sql/${name}.sql`;
    const needed = GOOD.replaceAll('add_up', name).replaceAll('p_other', argument);
    const faults = [
      `${path}: ${argument} is of the version before: it needs a default, so that this one can leave it out`,
    ];
    expect(functionFaults(path, needed, former)).toEqual(faults);
    expect(functionFaults(path, GOOD.replaceAll('add_up', name), former)).toEqual(faults);
    const free = needed.replace(`${argument} integer`, `${argument} integer default null`);
    expect(functionFaults(path, free, former)).toEqual([]);
    expect(functionFaults('server/features/sums/sql/add_up.sql', free.replace(name, 'add_up'), former)).toEqual([
      `server/features/sums/sql/add_up.sql: ${argument} is no name in the field's terms`,
    ]);
  });

  it('lets a former function do nothing but check the instant and call the one of today, for the same callers', () => {
    const all = new Map(storedFunctions().map((stored) => [stored.name, stored]));
    for (const [former, today] of Object.entries(FORMER_FUNCTIONS)) {
      const given = (name: string) => /\(([^)]*)\) returns (.*)\n/.exec(all.get(name)?.text ?? '')?.slice(1) ?? [];
      expect(all.get(former)?.access).toEqual(all.get(today)?.access);
      const names = given(today)[0]?.match(/\bp_\w+/g);
      const isRenamed = String(given(former)) === String(given(today));
      const [, body = ''] = all.get(former)?.text.split('\nbegin\n') ?? [];
      const [before, call = ''] = body.split(`  return ${today}(`);
      expect(before).toBe('  p_at := require_reached(p_at);\n');
      // What a former caller did not say is worked out of what it said: one value for each.
      if (isRenamed) expect(call).toBe(`${names?.join(', ')});\nend\n$$;\n`);
      else expect(call).toMatch(/^[^;]*\);\nend\n\$\$;\n$/);
    }
  });

  it('declares them for nobody', async () => {
    const declared = (await declarations(join(__dirname, '../../..'))).map(([, text]) => text).join('');
    const ofFunction = (name: string) => declared.split(`    ${name}: {\n`)[1]?.split('      };\n')[0];
    expect(ofFunction('own_deposit_assert')).toContain('counts: boolean | null');
    expect(Object.keys(FORMER_ARGUMENTS).filter((name) => ofFunction(name) === undefined)).toEqual([]);
    expect(Object.keys(FORMER_FUNCTIONS).filter((name) => ofFunction(name) !== undefined)).toEqual([]);
    expect(Object.values(FORMER_FUNCTIONS).filter((name) => ofFunction(name) === undefined)).toEqual([]);
  });
});

describe('a call by the places of its arguments', () => {
  it.each([
    ['a value', "await tx.query('select add_up($1, $2) as sum', [1, 2])"],
    ['rows', 'source.query(`select * from add_up($1,\n  $2)`)'],
    ['nothing', '"select add_up()"'],
  ])('is found where it asks for %s', (_what, text) => {
    expect(namesCalledIn(text)).toEqual(['add_up']);
  });

  it.each([
    ['a part of a statement', "'select add_up(o.one, $1) from other_sums o'"],
    ['a call of two', "'select add_up($1, 1), $2'"],
    ['words', "'select one of them (or none)'"],
  ])('is not %s', (_what, text) => {
    expect(namesCalledIn(text)).toEqual([]);
  });
});
