import { SystemClock, type TimeSources } from './clock.js';
import { ClockComparison } from './clock-comparison.js';

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR_MS = 3_600_000;

/** A machine whose clocks a test moves, and a database beside it whose clock is right. */
class Machine implements TimeSources {
  ahead = 0;
  passed = 0;

  wall(): number {
    return NOON + this.passed + this.ahead;
  }
  steady(): number {
    return 5000 + this.passed;
  }
  pass(milliseconds: number): void {
    this.passed += milliseconds;
  }
  /** The clock looks at the database, which takes so long. */
  look(clock: SystemClock, tookMs = 2, databaseAheadMs = 0): void {
    const askedAt = clock.steady();
    this.pass(tookMs / 2);
    const databaseMs = NOON + this.passed + databaseAheadMs;
    this.pass(tookMs / 2);
    clock.compare({ askedAt, answeredAt: clock.steady(), databaseMs });
  }
}

let machine: Machine;
let clock: SystemClock;

beforeEach(() => {
  machine = new Machine();
  clock = new SystemClock(machine);
});

const ahead = () => clock.now() - NOON - machine.passed;

describe('a clock that is compared with nothing', () => {
  it('is the machine’s, and right', () => {
    expect(ahead()).toBe(0);
    machine.ahead = HOUR_MS;
    expect(ahead()).toBe(HOUR_MS);
    expect(clock.isRight()).toBe(true);
  });

  it('does not stand still after a forward jump that is corrected', () => {
    machine.ahead = HOUR_MS;
    clock.now();
    machine.ahead = 0;
    expect(ahead()).toBe(0);
    machine.pass(10);
    expect(ahead()).toBe(0);
  });

  it('is held, not turned back, by a small correction', () => {
    machine.ahead = 400;
    const before = clock.now();
    machine.ahead = 0;
    machine.pass(100);
    expect(clock.now()).toBe(before);
    machine.pass(301);
    expect(ahead()).toBe(0);
  });
});

describe('a clock that is compared with the database’s', () => {
  it.each([
    [0, true],
    [999, true],
    [-999, true],
    [1002, false],
    [-1002, false],
    [HOUR_MS, false],
    [-HOUR_MS, false],
    [16 * 24 * HOUR_MS, false],
  ])('tells the database’s time where the machine is %i ms ahead; right: %s', (aheadMs, isRight) => {
    machine.ahead = aheadMs;
    machine.look(clock);
    expect(Math.abs(ahead())).toBeLessThanOrEqual(1);
    expect(clock.isRight()).toBe(isRight);
  });

  it('sees a jump of the machine at once, goes on telling the time, and is right again when it is taken back', () => {
    machine.look(clock);
    for (const jump of [HOUR_MS, -HOUR_MS, 16 * 24 * HOUR_MS]) {
      machine.ahead = jump;
      expect(clock.isRight()).toBe(false);
      expect(Math.abs(ahead())).toBeLessThanOrEqual(1);
      machine.pass(250);
      expect(Math.abs(ahead())).toBeLessThanOrEqual(1);
      machine.ahead = 0;
      expect(clock.isRight()).toBe(true);
    }
  });

  it('follows the database where that one’s clock is set, and never turns back for less than a second', () => {
    machine.look(clock);
    const before = clock.now();
    machine.look(clock, 2, -500);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
    machine.pass(1000);
    expect(Math.round(ahead() / 10) * 10).toBe(-500);
    machine.look(clock, 2, -HOUR_MS);
    expect(Math.round(ahead() / 1000)).toBe(-HOUR_MS / 1000);
    expect(clock.isRight()).toBe(false);
  });

  it('is not called wrong for an answer that was long on its way', () => {
    machine.pass(1);
    clock.compare({ askedAt: clock.steady(), answeredAt: clock.steady() + 4000, databaseMs: machine.wall() });
    expect(clock.isRight()).toBe(true);
  });
});

describe('what is known of the database’s clock', () => {
  const look = (tookMs: number, aheadMs: number, share = 0.5) => ({
    askedAt: 100,
    answeredAt: 100 + tookMs,
    databaseMs: 100 + aheadMs + tookMs * share,
  });

  it('is what the fastest of the last eight answers says', () => {
    const comparison = new ClockComparison();
    expect(comparison.databaseAheadMs).toBeNull();
    comparison.add(look(400, 1000, 0.9));
    comparison.add(look(2, 1000));
    expect([comparison.databaseAheadMs, comparison.uncertainMs]).toEqual([1000, 1]);
    for (let slow = 0; slow < 7; slow += 1) comparison.add(look(200, 1000, 0.1));
    expect(comparison.databaseAheadMs).toBe(1000);
    comparison.add(look(200, 1000, 0.1));
    expect(comparison.databaseAheadMs).toBe(920);
  });

  it('is forgotten when the latest answer cannot be true beside it', () => {
    const comparison = new ClockComparison();
    comparison.add(look(2, 1000));
    comparison.add(look(50, 61_000));
    expect(comparison.databaseAheadMs).toBe(61_000);
  });
});
