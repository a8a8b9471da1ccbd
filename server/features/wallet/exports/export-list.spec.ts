import { once } from 'node:events';
import { Readable } from 'node:stream';
import { EXPORT_LISTS, SUB_ACCOUNT_LISTS } from '../../../contract/wallet/exports.dto.js';
import { PdfTable } from '../../../platform/pdf/pdf-table.js';
import { ExportList, endWhenStalled } from './export-list.js';
import { ExportPlaces } from './export-places.js';
import type { ListQuery } from './exported-lists.js';

const DAYS = { format: 'csv', from: '2026-01-01', to: '2026-12-31', zone: 'Asia/Shanghai' } as const;

let asked: ListQuery[];
let exportList: ExportList;

const sources = {
  open: async (_name: string, query: ListQuery) => {
    asked.push(query);
    return { columns: { day: 'text' }, rows: { count: 0, pages: Readable.from([]) } };
  },
};

const subAccounts = { one: async (_userId: string, id: string) => ({ id }) };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  asked = [];
  exportList = new ExportList(sources as never, new ExportPlaces(), subAccounts as never);
});
afterEach(() => jest.useRealTimers());

describe('a file', () => {
  it('that nobody begins to read gives its place back', async () => {
    const { stream } = await exportList.execute('7', 'en', { ...DAYS, list: 'spot.fills' });
    await expect(exportList.execute('7', 'en', { ...DAYS, list: 'spot.fills' })).rejects.toMatchObject({
      code: 'exports.one-at-a-time',
    });
    const closed = once(stream, 'close');
    jest.advanceTimersByTime(70_000);
    await closed;
    const again = await exportList.execute('7', 'en', { ...DAYS, list: 'spot.fills' });
    again.stream.destroy();
  });

  it.each([
    ['spot.fills', '2025-12-31T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    ['profit.days', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['tax.fifo', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['tax.average', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ] as const)('of %s has the days of its page: from %s to %s', async (list, since, until) => {
    const { stream } = await exportList.execute('7', 'en', { ...DAYS, list });
    stream.destroy();
    expect(asked.map((query) => [query.since.toISOString(), query.until.toISOString()])).toEqual([[since, until]]);
  });
});

describe('its name', () => {
  const named = async (
    fields: { account_type?: 'simulation_account'; sub_account_id?: string },
    format: 'csv' | 'pdf',
  ) => {
    const begin = jest.spyOn(PdfTable, 'begin');
    const { name, stream } = await exportList.execute('7', 'es', { ...DAYS, list: 'spot.fills', format, ...fields });
    const notes = begin.mock.calls.flatMap(([, { notes: said }]) => said.slice(2));
    begin.mockRestore();
    const closed = once(stream, 'close');
    stream.destroy();
    await closed;
    return { name, notes };
  };

  it.each([
    ['real money of the main account', {}, 'spot-fills_2026-01-01_2026-12-31', []],
    [
      'demo money',
      { account_type: 'simulation_account' },
      'spot-fills_2026-01-01_2026-12-31_demo',
      ['Dinero de demostración'],
    ],
    ['a sub-account', { sub_account_id: '8' }, 'spot-fills_2026-01-01_2026-12-31_sub-8', ['Subcuenta 8']],
  ] as const)('says that it is of %s, and so does a document above its rows', async (_what, fields, name, notes) => {
    expect(await named(fields, 'csv')).toEqual({ name: `${name}.csv`, notes: [] });
    expect(await named(fields, 'pdf')).toEqual({ name: `${name}.pdf`, notes });
  });
});

describe('of a sub-account', () => {
  const others = EXPORT_LISTS.filter((list) => !SUB_ACCOUNT_LISTS.includes(list));

  it.each(others)('there is no %s, which is refused before it takes a place', async (list) => {
    const refused = exportList.execute('7', 'en', { ...DAYS, list, sub_account_id: '8' });
    await expect(refused).rejects.toMatchObject({ code: 'request.invalid', parameters: { field: 'list' } });
    expect(asked).toEqual([]);
    const { stream } = await exportList.execute('7', 'en', { ...DAYS, list });
    stream.destroy();
  });

  it.each(SUB_ACCOUNT_LISTS)('%s has its own rows', async (list) => {
    const { stream } = await exportList.execute('7', 'en', { ...DAYS, list, sub_account_id: '8' });
    stream.destroy();
    expect(asked.map(({ userId }) => userId)).toEqual(['8']);
  });
});

describe('a reader', () => {
  /** Reads whatever there is at once: it never stalls. */
  function readSlowly(): Readable {
    const stream = new Readable({ read: () => undefined });
    endWhenStalled(stream);
    stream.resume();
    return stream;
  }

  it('that takes a little all the time has ten minutes, and then hears that the file is broken', async () => {
    const stream = readSlowly();
    const broken = once(stream, 'error');
    for (let minute = 1; minute < 10; minute += 1) {
      jest.advanceTimersByTime(60_000);
      stream.push('a row');
    }
    expect(stream.destroyed).toBe(false);
    jest.advanceTimersByTime(60_000);
    expect(stream.destroyed).toBe(true);
    expect((await broken)[0]).toMatchObject({ message: 'The file is read too slowly.' });
  });
});
