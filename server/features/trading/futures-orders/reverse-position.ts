import { Injectable } from '@nestjs/common';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TakenDepth } from '../taken-depth/index.js';
import { reversalRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';
import { QuoteReverse, type ReverseWish } from './quote-reverse.js';
import { OrderLimits } from './submit-order.js';

/** Closes a position and opens the same lots on the other side, atomically (decision 113). */
@Injectable()
export class ReversePosition {
  constructor(
    private readonly quoteReverse: QuoteReverse,
    private readonly takenDepth: TakenDepth,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly orderLimits: OrderLimits,
  ) {}

  /**
   * @throws Refusal those of {@link QuoteReverse} and `futures.backed-by-others`; those of an order, marked:
   *   nothing was closed, closing alone is possible.
   */
  async execute(wish: ReverseWish, key: string | null): Promise<void> {
    const { userId, ...body } = wish;
    try {
      await this.commands.call({ userId, route: 'lever/reverse', key, body }, (tx, claim) =>
        this.takenDepth.inTurn(
          () => this.quoteReverse.execute(wish),
          async (quote) => {
            await this.store.reverse(tx, claim, quote, this.orderLimits.now(quote.position.demo));
            this.outbox.announce(tx, [userId]);
          },
        ),
      );
    } catch (error) {
      throw reversalRefusalOf(error, this.orderLimits.newAccountLeverage);
    }
  }
}
