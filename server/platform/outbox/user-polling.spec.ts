import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type PolledUser, type PollingRules, UserPolling } from './user-polling.js';

const EVERY_MS = 1000;

let hint: (userIds: string[]) => void;
let looked: string[];
let looks: UserPolling<number> | null;

beforeEach(() => {
  jest.useFakeTimers();
  looked = [];
});

afterEach(() => {
  looks?.end();
  jest.useRealTimers();
});

function look(one: PolledUser<number>): Promise<void> {
  looked.push(one.userId);
  one.seen += 1;
  return Promise.resolve();
}

function someLooks(rules: Partial<PollingRules<number>> = {}): UserPolling<number> {
  const hints = { onHint: (listener: (userIds: string[]) => void) => void (hint = listener) };
  looks = new UserPolling(hints, { everyMs: EVERY_MS, nothing: () => 0, look, ...rules });
  return looks;
}

describe('looks at users', () => {
  it('begin at once, and come with every beat and every hint of theirs until they leave', async () => {
    const watched = someLooks();
    const leave = watched.watch('1', () => undefined);
    expect(looked).toEqual(['1']);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(looked).toEqual(['1', '1']);
    hint(['2', '1']);
    expect(looked).toEqual(['1', '1', '1']);
    leave();
    hint(['1']);
    await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(looked).toHaveLength(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are one at a time, and one more for all hints meanwhile', async () => {
    let finish: (() => void) | undefined;
    const slow = async (one: PolledUser<number>) => {
      await look(one);
      await new Promise<void>((resolve) => (finish = resolve));
    };
    someLooks({ look: slow }).watch('1', () => undefined);
    hint(['1']);
    hint(['1']);
    await jest.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(looked).toHaveLength(1);
    for (let rounds = 0; rounds < 3; rounds += 1) {
      finish?.();
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(looked).toHaveLength(2);
  });

  it('leave out those of whom nothing is due', async () => {
    someLooks({ isDue: (seen, beats) => seen > 1 || beats >= 3 }).watch('1', () => undefined);
    await jest.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(looked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(looked).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(looked).toHaveLength(4);
  });

  it('come again with the next beat after one that failed, due or not', async () => {
    let failures = 1;
    const failing = async (one: PolledUser<number>) => {
      await look(one);
      if (failures-- > 0) throw new Error('Postgres is away.');
    };
    someLooks({ look: failing, isDue: () => false }).watch('1', () => undefined);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(looked).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(5 * EVERY_MS);
    expect(looked).toHaveLength(2);
  });

  it('know when nobody listens any more', async () => {
    let one: PolledUser<number> | undefined;
    const keep = (each: PolledUser<number>) => {
      one = each;
      return look(each);
    };
    const watched = someLooks({ look: keep });
    const leaveFirst = watched.watch('1', () => undefined);
    const first = one;
    watched.watch('1', () => undefined);
    leaveFirst();
    expect(first?.hasLeft).toBe(true);
    expect(one?.hasLeft).toBe(false);
    hint(['1']);
    await jest.advanceTimersByTimeAsync(0);
    expect(one?.seen).toBe(2);
    watched.end();
    expect(one?.hasLeft).toBe(true);
  });
});
