import {
  demanded,
  LIMITS,
  missBy,
  needsOf,
  PLANNED_SHARE,
  predicted,
  socketsOfCore,
  unitCost,
} from './capacity.model.js';

test('a line through two loads gives both back, and what lies between and beyond', () => {
  const cost = unitCost({ sockets: 1000, core: 0.1 }, { sockets: 4000, core: 0.34 });
  expect(predicted(cost, 1000)).toBeCloseTo(0.1);
  expect(predicted(cost, 4000)).toBeCloseTo(0.34);
  expect(predicted(cost, 2000)).toBeCloseTo(0.18);
  expect(predicted(cost, 8000)).toBeCloseTo(0.66);
  expect(socketsOfCore(cost, 0.66)).toBeGreaterThanOrEqual(7999);
  expect(socketsOfCore(cost, 0.66)).toBeLessThanOrEqual(8000);
});

test('more than a core is demanded, and no more than one is taken', () => {
  const cost = { base: 0.1, perSocket: 0.0002 };
  expect(demanded(cost, 9500)).toBeCloseTo(2);
  expect(predicted(cost, 9500)).toBe(1);
});

test.each([
  [1.2, 1, 0.2],
  [0.8, 1, 0.2],
  [0.5, 0.5, 0],
])('a prediction of %d where %d is measured misses by %d', (prediction, measured, by) => {
  expect(missBy(prediction, measured)).toBeCloseTo(by);
});

describe('what users need', () => {
  const line = { base: 0.05, perSocket: 0.0001 };
  const command = { gatewayMs: 1, postgresMs: 2, bytes: 4000 };
  const costs = { list: line, trade: { base: 0.05, perSocket: 0.0003 }, command };
  // Half online, half of those on a trade page; 20 commands a day, a tenth in the busiest hour, twice the mean.
  const usage = { online: 0.5, onTradePage: 0.5, commandsADay: 20, inBusiestHour: 0.1, burst: 2 };

  test('is reckoned from the cost of a socket, of a command, and from what stays', () => {
    const needs = needsOf(36_000, costs, usage);
    // 36,000 x 20 x 0.1 x 2 in 3,600 s.
    expect(needs.commandsASecond).toBeCloseTo(40);
    expect(needs.sockets).toBe(18_000);
    // 9,000 x 0.0001 + 9,000 x 0.0003 of a core for pages, 40 x 1 ms for commands, with room above them.
    expect(needs.gatewayCores).toBeCloseTo((0.9 + 2.7 + 0.04) / PLANNED_SHARE);
    expect(needs.postgresCores).toBeCloseTo(0.08 / PLANNED_SHARE);
    expect(needs.bytesADay).toBe(36_000 * 20 * 4000);
    expect(needs.daysToRestoreLimit).toBeCloseTo(LIMITS.restoredBytes / (36_000 * 20 * 4000));
  });

  test.each([
    ['the time in which a backup is restored', { ...command, bytes: 40_000, postgresMs: 0.01 }],
    ["the one server's cores", { ...command, bytes: 1, postgresMs: 50 }],
  ])('says that %s breaks first where most of it is used', (breaks, cost) => {
    expect(needsOf(1_000_000, { ...costs, command: cost }, usage).breaksFirst).toBe(breaks);
  });
});
