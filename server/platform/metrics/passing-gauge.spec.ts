import { jest } from '@jest/globals';
import { Metrics } from './metrics.js';

const MINUTE_MS = 60_000;

let now: number;
beforeEach(() => {
  now = 5;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('a figure of a turn is left out when others have had the turns since', async () => {
  const metrics = new Metrics();
  const shown = async () =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('gateway_books_broken'));
  metrics.booksBroken.set({ book: 'real' }, 1);
  metrics.booksBroken.set({ book: 'demo' }, 0);
  expect(await shown()).toEqual(['gateway_books_broken{book="real"} 1', 'gateway_books_broken{book="demo"} 0']);
  now += 4 * MINUTE_MS;
  metrics.booksBroken.set({ book: 'demo' }, 0);
  now += 2 * MINUTE_MS;
  expect(await shown()).toEqual(['gateway_books_broken{book="demo"} 0']);
  metrics.booksBroken.set({ book: 'real' }, 2);
  expect(await shown()).toContain('gateway_books_broken{book="real"} 2');
});

it('a figure without labels is left out, too', async () => {
  const metrics = new Metrics();
  metrics.outboxPruneFailed.set(1);
  now = 4 * 60 * MINUTE_MS;
  expect(await metrics.text()).not.toMatch(/^gateway_outbox_prune_failed [01]/m);
});

it('a figure that this process has not found yet is left out: nought would say that all is well', async () => {
  const metrics = new Metrics();
  expect(await metrics.text()).not.toMatch(/^gateway_(outbox_prune_failed|books_passed_seconds_ago|stops_late) /m);
  metrics.outboxPruneFailed.set(0);
  expect(await metrics.text()).toMatch(/^gateway_outbox_prune_failed 0$/m);
});
