import type { BookUpdate, OrderBook } from '../order-book.js';
import { backoffDelay } from '../venue-connection.js';

/** Updates kept while a snapshot is on its way; ten a second come at most. */
const BUFFER_MAX = 2000;
const RETRY_BASE_MS = 1000;
const RETRY_CAP_MS = 15_000;

export interface BinanceBookListener {
  /** The book continues, at this instant of the venue. */
  changed(at: number): void;
  /** It had been whole and no longer is. */
  lost(): void;
}

/**
 * Keeps one Binance book whole as the venue prescribes: buffer the stream, fetch a snapshot over REST, apply what
 * follows it, and start anew when the chain of update numbers breaks.
 */
export class BinanceBook {
  private buffered: BookUpdate[] = [];
  private fetching = false;
  private attempt = 0;
  /** Answers to questions asked before the last {@link forget} are dropped. */
  private round = 0;
  private retry: NodeJS.Timeout | null = null;

  constructor(
    private readonly book: OrderBook,
    private readonly fetchSnapshot: () => Promise<BookUpdate>,
    private readonly listener: BinanceBookListener,
    private readonly random: () => number = Math.random,
  ) {}

  update(update: BookUpdate): void {
    const verdict = this.book.update(update);
    if (verdict === 'apply') {
      this.listener.changed(update.at);
      return;
    }
    if (verdict === 'ignore') return;
    if (verdict !== 'waiting') {
      this.listener.lost();
      this.buffered = [];
    }
    this.buffered.push(update);
    if (this.buffered.length > BUFFER_MAX) this.buffered.shift();
    this.askForSnapshot();
  }

  /** The connection is gone: what comes next does not continue what is known. */
  forget(): void {
    this.round += 1;
    this.fetching = false;
    this.attempt = 0;
    this.buffered = [];
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.book.clear();
  }

  private askForSnapshot(): void {
    if (this.fetching || this.retry) return;
    this.fetching = true;
    const round = this.round;
    this.fetchSnapshot().then(
      (snapshot) => this.answered(round, snapshot),
      () => this.answered(round, null),
    );
  }

  private answered(round: number, snapshot: BookUpdate | null): void {
    if (round !== this.round) return;
    this.fetching = false;
    if (snapshot && this.assemble(snapshot)) {
      this.attempt = 0;
      return;
    }
    const delay = backoffDelay(this.attempt, RETRY_BASE_MS, RETRY_CAP_MS, this.random);
    this.attempt += 1;
    this.retry = setTimeout(() => {
      this.retry = null;
      this.askForSnapshot();
    }, delay);
    this.retry.unref();
  }

  /** False when the snapshot is older than the oldest buffered update, or crossed. */
  private assemble(snapshot: BookUpdate): boolean {
    if (!this.book.reset(snapshot.last, snapshot.bids, snapshot.asks)) return false;
    let { at } = snapshot;
    for (const update of this.buffered) {
      const verdict = this.book.update(update);
      if (verdict === 'gap' || verdict === 'crossed') return false;
      at = Math.max(at, update.at);
    }
    this.buffered = [];
    this.listener.changed(at);
    return true;
  }
}
