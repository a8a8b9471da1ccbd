import type { Bar } from './bar';
import { barMark, barStep } from './bar-mark';

const MINUTE = 60_000;
const bar = (minute: number, flags: Partial<Bar> = {}): Bar => ({
  openAt: minute * MINUTE,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '0',
  ...flags,
});

test('the step is the shortest time between neighbours', () => {
  expect(barStep([])).toBeNull();
  expect(barStep([bar(0)])).toBeNull();
  expect(barStep([bar(0), bar(15), bar(1000), bar(1015)])).toBe(15 * MINUTE);
});

test.each<[string, Bar, Bar | undefined, number | null, ReturnType<typeof barMark>]>([
  ['an ordinary bar', bar(15), bar(0), 15 * MINUTE, null],
  ['the first bar', bar(15), undefined, 15 * MINUTE, null],
  ['the first bar after a closed night', bar(1000), bar(0), 15 * MINUTE, 'pause'],
  ['a longer month', bar(44_640), bar(0), null, null],
  ['a bar with an outage', bar(15, { outage: true }), bar(0), 15 * MINUTE, 'outage'],
  ['an imported bar', bar(15, { origin: 'imported' }), bar(0), 15 * MINUTE, 'imported'],
  ['a simulated bar', bar(15, { origin: 'simulated' }), bar(0), 15 * MINUTE, null],
  ['an imported bar with an outage', bar(15, { origin: 'imported', outage: true }), bar(0), 15 * MINUTE, 'outage'],
  ['an imported bar after a closed night', bar(1000, { origin: 'imported' }), bar(0), 15 * MINUTE, 'imported'],
])('%s', (_name, marked, before, step, mark) => {
  expect(barMark(marked, before, step)).toBe(mark);
});
