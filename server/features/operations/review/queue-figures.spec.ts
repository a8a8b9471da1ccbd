import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { someLoops } from '../../../test/factories/loops.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { DeskStore } from './desk.store.js';
import { QueueFigures } from './queue-figures.js';

const MINUTE_MS = 60_000;

it('says how much waits for operators and for how long, and nought where nothing does any more', async () => {
  const clock = new FakeClock();
  const metrics = new Metrics();
  const rows = [
    { kind: 'deposit', waiting: 2, oldestAt: new Date(clock.now() - 5 * MINUTE_MS) },
    { kind: 'withdrawal', waiting: 0, oldestAt: null },
  ];
  const store = { queues: () => Promise.resolve(rows) } as unknown as DeskStore;
  const figures = new QueueFigures(someLoops({ clock, metrics }), store, metrics, clock);
  await figures.execute();
  const first = await metrics.text();
  expect(first).toContain('gateway_cases_waiting{kind="deposit"} 2');
  expect(first).toContain('gateway_case_oldest_seconds{kind="deposit"} 300');
  expect(first).toContain('gateway_case_oldest_seconds{kind="withdrawal"} 0');
  rows.splice(0, 1, { kind: 'deposit', waiting: 0, oldestAt: null as unknown as Date });
  await figures.execute();
  expect(await metrics.text()).toContain('gateway_case_oldest_seconds{kind="deposit"} 0');
});
