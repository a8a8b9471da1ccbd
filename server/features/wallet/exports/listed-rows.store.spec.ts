import type { TableList } from './exported-lists.js';
import { ListedRowsStore } from './listed-rows.store.js';

const LIST: TableList = { name: 'spot.fills', columns: { number: 'text' }, sql: 'select' };
const QUERY = { userId: '7', demo: false, since: new Date(0), until: new Date(1), from: '', to: '' };

/** A table of so many rows when it is counted, and of so many when it is read. */
function store(counted: number, written: number): ListedRowsStore {
  const query = async (sql: string, [, , , , key, limit]: [string, boolean, Date, Date, string | null, number]) => {
    if (sql.includes('count(*)')) return [{ count: Math.min(counted, limit) }];
    const last = key === null ? written : Number(key) - 1;
    const length = Math.min(limit, last);
    return Array.from({ length }, (_, place) => ({ key: String(last - place), number: String(last - place) }));
  };
  return new ListedRowsStore({ query } as never);
}

async function numbers(counted: number, written: number, limit: number): Promise<string[]> {
  const found: string[] = [];
  const { pages } = await store(counted, written).open(LIST, QUERY, limit);
  for await (const page of pages) found.push(...page.map(({ number }) => String(number)));
  return found;
}

describe('the rows of a list', () => {
  it.each([0, 1, 499, 500, 501, 1000, 1200])('are all of %d, each once', async (rows) => {
    expect(new Set(await numbers(rows, rows, 1200)).size).toBe(rows);
  });

  it('break off where more came than a file may have: a part is never the whole', async () => {
    await expect(numbers(1200, 1201, 1200)).rejects.toThrow('more rows');
  });
});
