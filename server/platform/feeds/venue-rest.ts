import { type Clock, SystemClock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { callOutside, isOk } from '../outside/call-outside.js';
import type { Reach } from '../outside/reach.js';
import { parseJson } from './venue-json.js';

const { coolDownMs: COOL_DOWN_MS, coolDownMostMs: COOL_DOWN_MAX_MS } = DEPENDENCY_LIMITS.venueCalls;
/** Of a reply; and waiting calls, of which more are a fault of the caller. */
const { replyBytes: REPLY_BYTES_MAX, waitingMost: QUEUE_MAX } = DEPENDENCY_LIMITS.venueCalls;

/** The venue answered, but not with what was asked for. */
export class VenueRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`the venue answered ${status}: ${body.slice(0, 200)}`);
  }
}

/** A venue's REST interface: one call at a time and spaced out, so that the venue's request limits are never met. */
export class VenueRest {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private quietUntil = 0;

  constructor(
    private readonly baseUrl: string,
    /** Least time between two calls. */
    private readonly everyMs: number,
    private readonly clock: Clock = new SystemClock(),
    private readonly reach: Reach = 'any',
    private readonly replyMs: number = DEPENDENCY_LIMITS.venueCalls.replyMs,
  ) {}

  /**
   * The parsed JSON reply. Rejects with {@link VenueRefusal} on any status but 2xx, and with another error when the
   * venue does not answer in 10 s, answers more than 8 MiB, sends us elsewhere, or has asked to be left alone for a while.
   */
  get(path: string, query: Record<string, string | number>): Promise<unknown> {
    if (this.waiting >= QUEUE_MAX) return Promise.reject(new Error('too many calls are waiting for this venue'));
    this.waiting += 1;
    const call = this.tail.then(() => this.fetch(path, query));
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, this.everyMs).unref());
    this.tail = call.then(pause, pause);
    return call.finally(() => {
      this.waiting -= 1;
    });
  }

  /** Whether the address answers with 2xx in time. Not queued; never throws. */
  async answers(path: string, timeoutMs: number): Promise<boolean> {
    try {
      const { reach } = this;
      return isOk(
        await callOutside(new URL(path, this.baseUrl), { limitMs: timeoutMs, bytesMax: REPLY_BYTES_MAX, reach }),
      );
    } catch {
      return false;
    }
  }

  private async fetch(path: string, query: Record<string, string | number>): Promise<unknown> {
    const now = this.clock.now();
    if (now < this.quietUntil) throw new Error(`the venue wants no calls for ${this.quietUntil - now} ms`);
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const limits = { limitMs: this.replyMs, bytesMax: REPLY_BYTES_MAX, reach: this.reach };
    const reply = await callOutside(url, limits);
    if (isOk(reply)) return parseJson(reply.text);
    // 429 and 418 at Binance, 403 at Bybit: the request limit was passed.
    if ([403, 418, 429].includes(reply.status)) this.coolDown(reply.headers['retry-after']);
    throw new VenueRefusal(reply.status, reply.text);
  }

  private coolDown(retryAfter: string | undefined): void {
    const asked = retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : COOL_DOWN_MS;
    this.quietUntil = this.clock.now() + Math.min(asked, COOL_DOWN_MAX_MS);
  }
}
