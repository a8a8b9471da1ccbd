import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NextIndex } from '../../markets/market-board/index.js';
import { BuyOption, type OptionOrderWish } from './buy-option.js';
import { DraftOption } from './draft-option.js';
import type { OptionOrder } from './option-order.js';

/**
 * Takes an order as it comes from outside, at the first index after its acceptance: without a quote it enters at that one, by a quote at
 * the quote's entry, unless that index has left it. Nobody can have seen it, so who sees the venues earlier than our index has
 * nothing of it, and nothing of confirming the quote that suits them.
 */
@Injectable()
export class SubmitOption {
  constructor(
    private readonly buyOption: BuyOption,
    private readonly draftOption: DraftOption,
    private readonly nextIndex: NextIndex,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link BuyOption.execute}; `market.stale` when no index came in time. */
  async execute(wish: Omit<OptionOrderWish, 'entryFrom' | 'acceptedAt'>): Promise<OptionOrder> {
    const acceptedAt = this.clock.now();
    const isPossible = this.isPossible(wish);
    // Nothing has come since: the quote says why it is refused.
    if (!isPossible && wish.quoteId !== null) return this.buyOption.execute(wish);
    const next = isPossible ? await this.nextIndex.of(wish.marketId) : null;
    return this.buyOption.execute({ ...wish, acceptedAt, entryFrom: next ?? acceptedAt + 1 });
  }

  /** Whether it is worth waiting: what is refused now is refused at once, or was bought before. */
  private isPossible({ quoteId, ...wish }: OptionOrderWish): boolean {
    try {
      this.draftOption.execute(wish, { quoteId, entryFrom: null });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
