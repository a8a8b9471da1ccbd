import type { ByeMessage } from '../../contract/channels.js';

/** Rate of farewells, so that the reconnects do not reach the other gateways all at once (thundering herd). */
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

/**
 * Duration over which farewells are spread: at most half of the time limit, because the last client is served as long after its
 * farewell as the first.
 */
export function farewellSpreadMs(count: number, drainMs: number): number {
  return Math.min(drainMs / 2, Math.max(SPREAD_MIN_MS, (count / LEAVE_PER_SECOND) * 1000));
}

/**
 * Sends the clients their farewells one after the other, and serves each equally long after it. Clients that do not know the
 * farewell are closed when that time is over, so their reconnects are spread too. Ends when all have left or at the time limit.
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
  /** When each client is closed; infinite once it was. */
  const until = new Map<Leaving, number>();
  for (let passed = 0; clients.size > 0 && passed < drainMs; passed = time.now() - began) {
    // Clients whose handshake was under way at the start get their farewell with the last ones.
    const due = passed >= spreadMs ? Number.POSITIVE_INFINITY : Math.ceil((count * (passed + LOOK_MS)) / spreadMs);
    for (const client of clients) {
      const end = until.get(client);
      if (end === undefined && until.size < due) {
        until.set(client, passed + servedForMs);
        // A page of an earlier build closes the socket itself and reconnects at once, which is fine: the farewells are spread.
        client.bye({ reason: 'drain', retryInMs: 0, servedForMs });
      } else if (end !== undefined && passed >= end) {
        until.set(client, Number.POSITIVE_INFINITY);
        client.sink.terminate();
      }
    }
    await time.sleep(LOOK_MS);
  }
}
