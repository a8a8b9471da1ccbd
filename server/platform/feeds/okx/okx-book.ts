import { crc32 } from 'node:zlib';
import { OrderBook, okxSequence, type Verdict } from '../order-book.js';
import type { OkxBookMessage } from './okx-frames.js';

/** Levels a side that the venue's checksum is made of. */
const CHECKED_LEVELS = 25;

/**
 * A book of OKX: what follows is told by the numbers of messages, and what became of it by a checksum, each where the venue gives it.
 * A book that does not agree with its checksum is dropped like one that missed a message.
 */
export class OkxBook {
  readonly book = new OrderBook(okxSequence);

  /** `apply`: it is whole. `waiting`: there is no book yet. `gap`, `crossed`: it was dropped and must be asked for anew. */
  take(message: OkxBookMessage): Verdict | 'waiting' | 'crossed' {
    const verdict = this.apply(message);
    if (verdict !== 'apply' || message.checksum === null || message.checksum === this.checksum()) return verdict;
    this.book.clear();
    return 'gap';
  }

  private apply({ snapshot, sequence, levels, at }: OkxBookMessage): Verdict | 'waiting' | 'crossed' {
    const { bids, asks } = levels;
    if (snapshot) return this.book.reset(sequence?.last ?? 1, bids, asks) ? 'apply' : 'crossed';
    const stands = this.book.sequence;
    if (stands === null) return 'waiting';
    // Without the venue's numbers messages are counted; only the checksum can tell that one is missing then.
    const { last, previous } = sequence ?? { last: stands + 1, previous: stands };
    return this.book.update({ first: last, last, previous, bids, asks, at });
  }

  /** CRC-32 of the best 25 levels, bid and ask in turn, `price:quantity` as published; signed, as the venue writes it. */
  checksum(): number {
    const { bids, asks } = this.book.top(CHECKED_LEVELS);
    const parts: string[] = [];
    for (let place = 0; place < CHECKED_LEVELS; place += 1)
      for (const level of [bids[place], asks[place]]) if (level) parts.push(`${level[0]}:${level[1]}`);
    return crc32(parts.join(':')) | 0;
  }
}
