import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { Taking } from './taken-depth.rules.js';

/** So often and so long a command waits for others; after that the database says who was first. */
const WAITS_MAX = 4;
const WAITING_MAX_MS = 1000;

/** What one command takes of a level, and when it is decided whether it did. */
interface Portion {
  quantity: Decimal;
  decided: Promise<void>;
}

/**
 * What commands of this process are about to take of levels. Whoever takes the last of a level is only known when the
 * database has decided; all others who read the same level have then done their whole work in vain, and do it again
 * (40001). So a command for which a level may not suffice any more waits for those before it and is quoted afresh.
 *
 * Nobody is priced by what is kept here: prices come from what the database has noted, and it refuses what is too much,
 * of this process and of others.
 */
@Injectable()
export class TakingsUnderWay {
  private readonly byLevel = new Map<string, Set<Portion>>();

  /** Takes what is quoted, when nobody is under way who might leave too little of it. */
  async inTurn<Quote extends { taking: readonly Taking[] }, Result>(
    quote: () => Promise<Quote>,
    take: (quote: Quote) => Promise<Result>,
  ): Promise<Result> {
    let quoted = await quote();
    const until = performance.now() + WAITING_MAX_MS;
    for (let waits = 0; waits < WAITS_MAX; waits += 1) {
      const before = this.before(quoted.taking);
      const leftMs = until - performance.now();
      if (before.length === 0 || leftMs <= 0) break;
      await within(leftMs, Promise.all(before));
      quoted = await quote();
    }
    // Nothing is waited for between the look and this, so that two commands do not both find room for one.
    const decided = this.begin(quoted.taking);
    try {
      return await take(quoted);
    } finally {
      decided();
    }
  }

  /** The decisions that a taking has to wait for. */
  private before(takings: readonly Taking[]): Promise<void>[] {
    return takings.flatMap((taking) =>
      taking.levels.flatMap(([price, , quantity, left]) => {
        const portions = [...(this.byLevel.get(nameOf(taking, price)) ?? [])];
        const wanted = portions.reduce((sum, portion) => sum.plus(portion.quantity), new Decimal(quantity));
        return wanted.gt(left) ? portions.map(({ decided }) => decided) : [];
      }),
    );
  }

  /** @returns what to call when it is decided. */
  private begin(takings: readonly Taking[]): () => void {
    const { promise: decided, resolve } = withResolvers();
    const forgets = takings.flatMap((taking) =>
      taking.levels.map(([price, , quantity]) =>
        this.add(nameOf(taking, price), { quantity: new Decimal(quantity), decided }),
      ),
    );
    return () => {
      for (const forget of forgets) forget();
      resolve();
    };
  }

  private add(level: string, portion: Portion): () => void {
    const portions = this.byLevel.get(level) ?? new Set();
    this.byLevel.set(level, portions.add(portion));
    return () => {
      portions.delete(portion);
      if (portions.size === 0 && this.byLevel.get(level) === portions) this.byLevel.delete(level);
    };
  }
}

function nameOf({ market, book, demo, side }: Taking, price: string): string {
  return `${market} ${book} ${demo} ${side} ${price}`;
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Ends when the work does, or after this time. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
