import { growthAnHour, percentile, sampleOf } from './soak-samples.js';

const MINUTE_MS = 60_000;
const samples = (bytes: (minute: number) => number) =>
  Array.from({ length: 51 }, (_, minute) => ({ at: minute * MINUTE_MS, residentBytes: bytes(minute) }));

test('memory that is flat but for its waves does not grow', () => {
  expect(growthAnHour(samples((minute) => 200e6 + (minute % 2 === 0 ? 1e6 : -1e6)))).toBeCloseTo(0, 3);
});

test('a leak of two in a hundred an hour is said so, among waves too', () => {
  expect(growthAnHour(samples((minute) => 200e6 * (1 + (0.02 * minute) / 60)))).toBeCloseTo(0.02, 6);
  const waves = (minute: number) => 5e6 * Math.sin(minute * 2.4);
  expect(growthAnHour(samples((minute) => 200e6 * (1 + (0.1 * minute) / 60) + waves(minute)))).toBeGreaterThan(0.08);
});

test('one look alone says nothing of growth', () => {
  expect(growthAnHour([{ at: 5, residentBytes: 100 }])).toBe(0);
});

test('this process is seen to hold memory and handles, and to have used the processor', () => {
  const sample = sampleOf(process.pid, 7);
  expect(sample.at).toBe(7);
  // What Node itself says, but for what has changed between the two looks.
  expect(sample.residentBytes / process.memoryUsage().rss).toBeGreaterThan(0.5);
  expect(sample.residentBytes / process.memoryUsage().rss).toBeLessThan(2);
  expect(sample.handles).toBeGreaterThan(3);
  expect(sample.processorMs).toBeGreaterThan(0);
});

test.each([
  [[5, 1, 3, 2, 4], 0.5, 3],
  [[1], 0.99, 1],
  [[], 0.99, 0],
])('of %j no more than a share of %d exceeds %d', (values, share, value) => {
  expect(percentile(values, share)).toBe(value);
});
