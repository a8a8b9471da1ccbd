import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { forcedInTheEnd, TakenDepth } from '../taken-depth/index.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore, type ReducedSide } from './futures.store.js';
import { QuoteReduce, type ReduceWish } from './quote-reduce.js';

/**
 * A reduce-only order (decision 113): closes lots of the other side, at the market or at a limit, and never opens any. The
 * checks that apply to new risk do not apply to it.
 */
@Injectable()
export class ReducePositions {
  constructor(
    private readonly quoteReduce: QuoteReduce,
    private readonly takenDepth: TakenDepth,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal those of {@link QuoteReduce}, `futures.backed-by-others`, `futures.closing-lots`,
   *   `futures.too-many-closings`.
   */
  async execute(wish: ReduceWish, key: string | null): Promise<void> {
    const { userId, ...body } = wish;
    const isForced = forcedInTheEnd();
    const reduced: ReducedSide = { ...wish, side: wish.side === 'long' ? -1 : 1 };
    try {
      await this.commands.call({ userId, route: 'lever/submit', key, body }, async (tx, claim) => {
        await (wish.isLimit
          ? this.wait(tx, claim, wish, reduced)
          : this.close(tx, claim, wish, { reduced, forced: isForced() }));
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }

  private async wait(tx: Transaction, claim: Claim, wish: ReduceWish, reduced: ReducedSide): Promise<void> {
    const { limitPrice } = await this.quoteReduce.waiting(wish);
    await this.store.placeReducing(tx, claim, reduced, limitPrice);
  }

  private close(
    tx: Transaction,
    claim: Claim,
    wish: ReduceWish,
    { reduced, forced }: { reduced: ReducedSide; forced: boolean },
  ): Promise<void> {
    return this.takenDepth.inTurn(
      async () => {
        const { lots, closing } = await this.quoteReduce.execute(wish, forced);
        return { lots, price: closing.price, taking: closing.taking };
      },
      ({ lots, price, taking }) =>
        this.store.reduce(tx, claim, reduced, { priced: lots, price: price.toFixed(), taking }),
    );
  }
}
