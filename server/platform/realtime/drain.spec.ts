import type { ByeMessage } from '../../contract/channels.js';
import { drain, farewellSpreadMs } from './drain.js';

/** Clients of a gateway that is to end, by a time that only the drain moves on. */
function gatewayOf(count: number, leavesAfterMs: number | null) {
  let now = 0;
  const clients = new Set<{ bye(message: ByeMessage): void; sink: { terminate(): void } }>();
  const notified: { at: number; message: ByeMessage }[] = [];
  const closed: number[] = [];
  const leaving: { at: number; leave: () => void }[] = [];
  for (let place = 0; place < count; place += 1) {
    const client = {
      bye: (message: ByeMessage) => {
        notified.push({ at: now, message });
        if (leavesAfterMs !== null) leaving.push({ at: now + leavesAfterMs, leave: () => clients.delete(client) });
      },
      sink: {
        terminate: () => {
          closed.push(now);
          clients.delete(client);
        },
      },
    };
    clients.add(client);
  }
  const time = {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
      for (const { at, leave } of leaving) if (at <= now) leave();
    },
  };
  return { clients, notified, closed, time, now: () => now };
}

const most = (instants: number[], withinMs: number): number =>
  Math.max(...instants.map((from) => instants.filter((at) => at >= from && at < from + withinMs).length));

describe('a gateway that ends', () => {
  test.each([
    [0, 15_000, 500],
    [30, 15_000, 500],
    [1500, 15_000, 5000],
    [8000, 15_000, 7500],
    [3, 200, 100],
  ])('with %i clients and %i ms spreads its farewells over %i ms', (count, drainMs, spreadMs) => {
    expect(farewellSpreadMs(count, drainMs)).toBe(spreadMs);
  });

  it('tells everybody once, not all at once, with the time that is left to each', async () => {
    const { clients, notified, closed, time, now } = gatewayOf(1500, 400);
    await drain(clients, 15_000, time);
    expect(notified).toHaveLength(1500);
    expect(
      most(
        notified.map(({ at }) => at),
        1000,
      ),
    ).toBeLessThanOrEqual(310);
    expect(new Set(notified.map(({ message }) => JSON.stringify(message)))).toEqual(
      new Set([JSON.stringify({ reason: 'drain', retryInMs: 0, servedForMs: 10_000 })]),
    );
    expect(closed).toEqual([]);
    // All have left: nothing is waited for.
    expect(now()).toBeLessThan(6000);
  });

  it('closes those who stay, each as long after its farewell and none before', async () => {
    const { clients, notified, closed, time } = gatewayOf(1500, null);
    await drain(clients, 15_000, time);
    expect(closed.length).toBeGreaterThan(1400);
    expect(most(closed, 1000)).toBeLessThanOrEqual(310);
    closed.forEach((at, place) => expect(at - (notified[place]?.at ?? 0)).toBeGreaterThanOrEqual(10_000));
  });

  it('tells whoever was just being greeted', async () => {
    const { clients, notified, time } = gatewayOf(2, null);
    const late = gatewayOf(1, null);
    const sleep = time.sleep;
    time.sleep = async (milliseconds) => {
      await sleep(milliseconds);
      for (const client of late.clients) if (time.now() < 100) clients.add(client);
    };
    await drain(clients, 2000, time);
    expect([notified.length, late.notified.length]).toEqual([2, 1]);
  });
});
