import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { Decimal } from '../../../contract/decimal.js';
import type { Taking } from './taken-depth.rules.js';
import { TakingsUnderWay } from './takings-under-way.js';

interface Terms {
  side?: Taking['side'];
  fails?: boolean;
  /** Is not decided before. */
  until?: Promise<void>;
}

/** A book of one level, as a database knows it: what is too much is refused, and what is decided is seen by the next look. */
class OneLevel {
  readonly turns = new TakingsUnderWay();
  looks = 0;
  refusals = 0;
  most = 0;
  private running = 0;

  constructor(
    private left: string,
    private readonly quoted = left,
  ) {}

  async take(wanted: string, { side = 'buy', fails = false, until }: Terms = {}): Promise<string> {
    return this.turns.inTurn(
      async () => {
        this.looks += 1;
        await nextTurn();
        const quantity = Decimal.min(wanted, this.left).toFixed();
        const levels = quantity === '0' ? [] : [['60000', this.quoted, quantity, this.left] as const];
        const taking: Taking = { market: 1, book: 'pair', demo: false, side, bookAt: 1, levels };
        return { quantity, taking: [taking] };
      },
      async ({ quantity }) => {
        this.running += 1;
        this.most = Math.max(this.most, this.running);
        for (let turn = 0; turn < 5; turn += 1) await nextTurn();
        await until;
        this.running -= 1;
        if (fails) throw new Error('refused');
        if (new Decimal(quantity).gt(this.left)) {
          this.refusals += 1;
          return 'too late';
        }
        this.left = new Decimal(this.left).minus(quantity).toFixed();
        return quantity;
      },
    );
  }
}

describe('takings of one level that are under way', () => {
  it('are together while there is enough for all', async () => {
    const level = new OneLevel('10');
    expect(await Promise.all(Array.from({ length: 10 }, () => level.take('1')))).toEqual(Array(10).fill('1'));
    expect(level).toMatchObject({ most: 10, looks: 10, refusals: 0 });
  });

  it('wait where it may not suffice, and are then quoted what is left: nobody comes too late', async () => {
    const level = new OneLevel('2.5');
    const taken = await Promise.all(Array.from({ length: 6 }, () => level.take('1')));
    expect(taken).toEqual(['1', '1', '0.5', '0', '0', '0']);
    expect(level.refusals).toBe(0);
  });

  it('do not wait for the other side', async () => {
    const level = new OneLevel('1');
    await Promise.all([level.take('1', { side: 'buy' }), level.take('1', { side: 'sell' })]);
    expect(level.most).toBe(2);
  });

  it('leave nothing behind when they are refused: the next one is quoted the whole level', async () => {
    const level = new OneLevel('1');
    const refused = level.take('1', { fails: true });
    const next = level.take('1');
    await expect(refused).rejects.toThrow('refused');
    expect(await next).toBe('1');
    expect(level.looks).toBe(3);
  });

  it('do not wait for ever: after four waits the database decides', async () => {
    const level = new OneLevel('100');
    // Each is as large as the level and is refused, so that all others find the whole level and one who is before them.
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => level.take('100', { fails: true }).catch(() => 'refused')),
    );
    expect(taken).toEqual(Array(8).fill('refused'));
    expect(level.most).toBeGreaterThan(1);
    expect(level.looks).toBeLessThanOrEqual(8 * 5);
  });

  it('do not wait for ever: after a second the database decides, though somebody before is not decided', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const level = new OneLevel('1');
    let decide = (): void => undefined;
    const undecided = level.take('1', { until: new Promise<void>((resolve) => (decide = resolve)) });
    const next = level.take('1');
    let isDone = false;
    void next.then(() => (isDone = true));
    await jest.advanceTimersByTimeAsync(999);
    expect(isDone).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await next).toBe('1');
    decide();
    expect(await undecided).toBe('too late');
    jest.useRealTimers();
  });
});
