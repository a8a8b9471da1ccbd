import type { ByeMessage } from '../../contract/channels.js';

/** Clients are told to leave at this rate, so that the others are not asked for all their connections at once. */
const LEAVE_PER_SECOND = 300;
const SPREAD_MIN_MS = 500;
const LOOK_MS = 20;

export interface Leaving {
  bye(message: ByeMessage): void;
  sink: { terminate(): void };
}

export interface DrainTime {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const SYSTEM_TIME: DrainTime = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** How long the farewells are spread over: half of the time at most, since the last to be told is served as long as the first. */
export function farewellSpreadMs(count: number, drainMs: number): number {
  return Math.min(drainMs / 2, Math.max(SPREAD_MIN_MS, (count / LEAVE_PER_SECOND) * 1000));
}

/**
 * Tells the clients one after the other that they have to leave, and serves each of them equally long after its farewell.
 * Whoever knows no farewell is closed when that time is over, so these do not come back together either. Ends when
 * all have left or the time is up.
 */
export async function drain(
  clients: Iterable<Leaving> & { readonly size: number },
  drainMs: number,
  time: DrainTime = SYSTEM_TIME,
): Promise<void> {
  const began = time.now();
  const count = clients.size;
  const spreadMs = farewellSpreadMs(count, drainMs);
  const servedForMs = Math.floor(drainMs - spreadMs);
  /** When each is closed; never, once it was. */
  const until = new Map<Leaving, number>();
  for (let passed = 0; clients.size > 0 && passed < drainMs; passed = time.now() - began) {
    // Those who were being greeted when it began are told with the last.
    const due = passed >= spreadMs ? Number.POSITIVE_INFINITY : Math.ceil((count * (passed + LOOK_MS)) / spreadMs);
    for (const client of clients) {
      const end = until.get(client);
      if (end === undefined && until.size < due) {
        until.set(client, passed + servedForMs);
        // A page of before, which closes first, comes back at once: the farewells are spread already.
        client.bye({ reason: 'drain', retryInMs: 0, servedForMs });
      } else if (end !== undefined && passed >= end) {
        until.set(client, Number.POSITIVE_INFINITY);
        client.sink.terminate();
      }
    }
    await time.sleep(LOOK_MS);
  }
}
