import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ExportList } from './export-list.js';
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

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  asked = [];
  exportList = new ExportList(sources as never, new ExportPlaces(), {} as never);
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
