import type { CandlePeriod } from '../../../contract/markets/markets.dto.js';
import type { ChangedBar } from '../prices/index.js';
import { BarQueue } from './bar-queue.js';

const NOW = Date.UTC(2026, 10, 30, 12);

const aBar = (period: CandlePeriod, closed = false, openAt = NOW) =>
  ({ marketId: 1, bar: { period, openAt, closed } }) as unknown as ChangedBar;

function dueAt(queue: BarQueue, now: number, all = false): string[] {
  const due = queue.due(now, all);
  queue.done(due);
  return due.map(({ bar: { period, closed } }) => `${period}${closed ? ' closed' : ''}`);
}

it('stores minutes that run each five seconds, and longer bars that run each minute', () => {
  const queue = new BarQueue();
  const stored: Record<string, number> = { '1min': 0, '5min': 0, '1day': 0 };
  for (let second = 0; second < 120; second += 1) {
    queue.add([aBar('1min'), aBar('5min'), aBar('1day')]);
    for (const period of dueAt(queue, NOW + second * 1000)) stored[period] = (stored[period] ?? 0) + 1;
  }
  expect(stored).toEqual({ '1min': 24, '5min': 2, '1day': 2 });
});

it('stores the first state of a longer bar with the minutes, and the rest of it each minute', () => {
  const queue = new BarQueue();
  queue.add([aBar('5min')]);
  expect(dueAt(queue, NOW)).toEqual(['5min']);
  const next = NOW + 300_000;
  queue.add([aBar('5min', false, next - 300_000)]);
  expect(dueAt(queue, next - 1000)).toEqual(['5min']);
  queue.add([aBar('5min', false, next)]);
  expect(dueAt(queue, next)).toEqual([]);
  expect(dueAt(queue, next + 4000)).toEqual(['5min']);
  queue.add([aBar('5min', false, next)]);
  expect(dueAt(queue, next + 9000)).toEqual([]);
});

it('stores a bar that has closed at once, and everything at the end', () => {
  const queue = new BarQueue();
  queue.add([aBar('1min'), aBar('60min')]);
  expect(dueAt(queue, NOW)).toEqual(['1min', '60min']);
  queue.add([aBar('1min', true), aBar('60min', true), aBar('1day')]);
  expect(dueAt(queue, NOW + 1000)).toEqual(['1min closed', '60min closed']);
  expect(dueAt(queue, NOW + 2000)).toEqual([]);
  expect(dueAt(queue, NOW + 3000, true)).toEqual(['1day']);
});

it('keeps what has changed while it was stored', () => {
  const queue = new BarQueue();
  queue.add([aBar('5min')]);
  const due = queue.due(NOW, false);
  queue.add([aBar('5min')]);
  queue.done(due);
  expect(queue.size).toBe(1);
});
