import { MarketBoard, type MarketBus, type MarketUpdate } from '../market-board/index.js';
import type { MarketChanges } from '../prices/index.js';

/** Without anything to say an empty update says that the feeding process lives. */
const HEARTBEAT_MS = 1000;
/** Gateways that ask at the same time get one answer. */
const SNAPSHOT_EVERY_MS = 200;

/**
 * Numbers the updates of one leadership term and keeps a board of its own from them, so that a snapshot is by construction the
 * sum of all updates before it. The first update is a snapshot.
 */
export class UpdatePublisher {
  private readonly board = new MarketBoard();
  private s = 0;
  private publishedAt = Number.NEGATIVE_INFINITY;
  private snapshotAt = Number.NEGATIVE_INFINITY;
  private snapshotWanted = false;

  constructor(
    private readonly bus: Pick<MarketBus, 'publish'>,
    private readonly token: string,
  ) {}

  /** A gateway needs the whole board. */
  wantSnapshot(): void {
    this.snapshotWanted = true;
  }

  /** Publishes the changes of one beat, if there are any or it is time for a sign of life. */
  publish(changes: MarketChanges, now: number): void {
    if (!isEmpty(changes) || now - this.publishedAt >= HEARTBEAT_MS) {
      this.s += 1;
      const kind = this.s === 1 ? 'snap' : 'delta';
      const update: MarketUpdate = { ep: this.token, s: this.s, at: now, kind, ...changes };
      this.board.apply(update, now);
      this.bus.publish(update);
      this.publishedAt = now;
    }
    if (!this.snapshotWanted || now - this.snapshotAt < SNAPSHOT_EVERY_MS) return;
    this.snapshotWanted = false;
    this.snapshotAt = now;
    this.bus.publish(this.board.whole(now));
  }
}

function isEmpty({ trades, ...lists }: MarketChanges): boolean {
  return Object.values(lists).every((list) => list.length === 0) && Object.keys(trades).length === 0;
}
