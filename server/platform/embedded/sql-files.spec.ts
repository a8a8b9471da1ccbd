import { join } from 'node:path';
import { loadModule } from 'libpg-query';
import { functionFaults, sqlFaults } from './sql-files.mjs';

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
  ])('finds: %s', (fault, change) => {
    const name = fault.startsWith('it makes') ? 'another' : 'add_up';
    expect(functionFaults(`server/features/sums/sql/${name}.sql`, change(GOOD)).join('\n')).toContain(fault);
  });

  it('is content with a good one', () => {
    expect(functionFaults('server/features/sums/sql/add_up.sql', GOOD)).toEqual([]);
  });
});
