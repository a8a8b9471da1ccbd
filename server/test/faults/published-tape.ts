import { DataSource } from 'typeorm';
import type { TapeRootView, TapeSliceView } from '../../contract/markets/tape.dto.js';
import { firstBrokenSample, merkleRoot } from '../../contract/rules/tape.rules.js';
import { createDataSource } from '../../database/data-source.js';
import { SealTape } from '../../features/markets/tape/seal-tape.js';
import { TapePartitionsStore } from '../../features/markets/tape/tape-partitions.store.js';
import { TapeReadsStore } from '../../features/markets/tape/tape-reads.store.js';
import { TapeRootsStore } from '../../features/markets/tape/tape-roots.store.js';
import { TapeWriter } from '../../features/markets/tape/tape-writer.js';
import { TapeStore } from '../../features/markets/tape/tape.store.js';
import { SystemClock } from '../../platform/clock/clock.js';
import type { TestDatabase } from '../database.js';
import { send } from './calls.js';

const MARKET = 1;
const SYMBOL = 'BTC/USDT';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The tape of a market as anybody has copied it from the product, to be held against what the product says later. */
export class PublishedTape {
  private constructor(
    /** The hour that was sealed before anything was lost. */
    readonly hour: number,
    readonly roots: readonly TapeRootView[],
    private readonly sealed: TapeSliceView,
    private readonly newest: TapeSliceView,
  ) {}

  /**
   * Puts an hour on the tape that is over, as a feed of then did, and seals it: no test waits for one. Before a feed runs.
   * @returns the hour, Unix milliseconds.
   */
  static async makeHour({ servingUrl }: TestDatabase): Promise<number> {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS;
    const serving = await createDataSource(servingUrl, 1, false).initialize();
    try {
      await serving.query(`insert into feed_lease values ('markets', 1, 'test', now())`);
      await fill(serving, hour);
      const [reads, roots] = [new TapeReadsStore(serving), new TapeRootsStore(serving)];
      await new SealTape(reads, roots, new TapeStore(serving), new SystemClock(), null).execute();
    } finally {
      await serving.destroy();
    }
    return hour;
  }

  /** What the product publishes: the roots since the hour, the seconds of that, and those of the last minute. */
  static async copy(url: string, hour: number): Promise<PublishedTape> {
    const now = Date.now();
    const [from, to] = [String(hour), String(now)];
    const roots = await get<TapeRootView[]>(url, 'roots', { symbol: SYMBOL, from, to });
    const sealed = await get<TapeSliceView>(url, 'slice', { symbol: SYMBOL, from, to: String(hour + HOUR_MS - 1) });
    const newest = await get<TapeSliceView>(url, 'slice', { symbol: SYMBOL, from: String(now - MINUTE_MS), to });
    return new PublishedTape(hour, roots, sealed, newest);
  }

  /** How many seconds of the tape are in the copy. */
  get seconds(): number {
    return this.sealed.samples.length + this.newest.samples.length;
  }

  /**
   * Holds the copy against what a product publishes, which is back at an instant after it: every root, every second is there as it
   * was, the root is that of the seconds, and the chain goes on from the copy to the newest second without a break.
   */
  async differences(url: string): Promise<string[]> {
    const roots = await get<TapeRootView[]>(url, 'roots', {
      symbol: SYMBOL,
      from: String(this.hour),
      to: String(this.hour),
    });
    const range = { from: String(this.hour), to: String(this.hour + HOUR_MS - 1) };
    const sealed = await get<TapeSliceView>(url, 'slice', { symbol: SYMBOL, ...range });
    const [first] = this.newest.samples;
    const since = { from: String(first?.s ?? 0), to: String(Date.now()) };
    const later = await get<TapeSliceView>(url, 'slice', { symbol: SYMBOL, ...since });
    const wrong: string[] = [];
    const says = (what: string, holds: boolean) => holds || wrong.push(what);
    says('a root is another one', JSON.stringify(roots) === JSON.stringify(this.roots));
    says('the root is not that of its hour', roots[0]?.root === merkleRoot(sealed.samples.map(({ hash }) => hash)));
    says(
      'a second of the sealed hour is another one',
      JSON.stringify(sealed.samples) === JSON.stringify(this.sealed.samples),
    );
    says('the sealed hour is broken', firstBrokenSample(MARKET, sealed.samples) === -1);
    says('the chain is broken', firstBrokenSample(MARKET, later.samples) === -1);
    const stored = new Map(later.samples.map((sample) => [sample.s, JSON.stringify(sample)]));
    for (const sample of this.newest.samples)
      says(
        `the second ${new Date(sample.s).toISOString()} is another one`,
        stored.get(sample.s) === JSON.stringify(sample),
      );
    return wrong;
  }
}

async function fill(serving: DataSource, hour: number): Promise<void> {
  const writer = new TapeWriter('1', {
    store: new TapeStore(serving),
    partitions: new TapePartitionsStore(serving),
    written: () => undefined,
    lost: (count) => {
      throw new Error(`${count} samples were lost.`);
    },
  });
  for (let minute = 0; minute < 60; minute += 1) {
    const s = hour + minute * MINUTE_MS;
    const prices = { index: `${60_000 + minute}`, indexState: 'ok', mark: `${60_001 + minute}`, last: null } as const;
    writer.add([{ marketId: MARKET, content: { s, ...prices, live: 1, constituents: [], origin: 'simulated' } }]);
    if (!(await writer.write(() => s))) throw new Error('The tape took no sample.');
  }
}

async function get<View>(url: string, path: string, fields: Record<string, string>): Promise<View> {
  const answer = await send(url, `api/tape/${path}?${new URLSearchParams(fields)}`, { token: '' });
  if (answer?.type !== 'ok') throw new Error(`The tape does not answer: ${JSON.stringify(answer)}`);
  return answer.message as View;
}
