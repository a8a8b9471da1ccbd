import { Logger } from '@nestjs/common';
import { CachedRows } from './cached-rows.js';

class Rows extends CachedRows {
  seenRows: string[] = [];

  constructor(private readonly table: { rows: string[] | null }) {
    super('The rows', 1000);
  }

  protected async read(): Promise<void> {
    if (!this.table.rows) throw new Error('no database');
    this.seenRows = this.table.rows;
  }
}

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('reads at the start and again at the interval, and keeps the former rows where a reading fails', async () => {
  const table: { rows: string[] | null } = { rows: ['one'] };
  const rows = new Rows(table);
  await rows.onModuleInit();
  expect(rows.seenRows).toEqual(['one']);
  table.rows = null;
  await jest.advanceTimersByTimeAsync(1000);
  expect(rows.seenRows).toEqual(['one']);
  table.rows = ['one', 'two'];
  await jest.advanceTimersByTimeAsync(1000);
  expect(rows.seenRows).toEqual(['one', 'two']);
  rows.onApplicationShutdown();
  expect(jest.getTimerCount()).toBe(0);
});

it('does not start without its rows', async () => {
  const rows = new Rows({ rows: null });
  await expect(rows.onModuleInit()).rejects.toThrow('no database');
  expect(jest.getTimerCount()).toBe(0);
});

it('does not keep what a slow reading saw before a change that was read meanwhile', async () => {
  const answers: (() => void)[] = [];
  const table = { now: 'open' };
  class SlowRows extends CachedRows {
    seenRows = '';

    constructor() {
      super('The rows', 1000);
    }

    protected async read(): Promise<void> {
      const seen = table.now;
      await new Promise<void>((done) => answers.push(done));
      this.seenRows = seen;
    }
  }
  const rows = new SlowRows();
  const slow = rows.reload();
  await jest.advanceTimersByTimeAsync(1);
  table.now = 'halted';
  const quick = rows.reload();
  // Whatever is answered last: the later reading is the one that stays.
  for (let round = 0; round < 3; round += 1) {
    answers.pop()?.();
    await jest.advanceTimersByTimeAsync(1);
  }
  await Promise.all([slow, quick]);
  expect(rows.seenRows).toBe('halted');
});
