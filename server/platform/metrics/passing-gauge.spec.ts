import { Metrics } from './metrics.js';

const MINUTE_MS = 60_000;

it('a figure of a turn is left out when others have had the turns since', async () => {
  let now = 5;
  const metrics = new Metrics(() => now);
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
  let now = 0;
  const metrics = new Metrics(() => now);
  metrics.outboxPruneFailed.set(1);
  now = 4 * 60 * MINUTE_MS;
  expect(await metrics.text()).not.toMatch(/^gateway_outbox_prune_failed [01]/m);
});

it('a figure that nobody has found yet is nought, as before', async () => {
  expect(await new Metrics().text()).toMatch(/^gateway_outbox_prune_failed 0$/m);
});
