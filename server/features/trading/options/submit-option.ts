import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NextIndex } from '../../markets/market-board/index.js';
import { BuyOption, type OptionOrderWish } from './buy-option.js';
import { DraftOption } from './draft-option.js';
import type { OptionOrder } from './option-order.js';

/**
 * Takes an order as it comes from outside: by a quote at once, at the quote's entry; without one at the first index
 * after its acceptance. Nobody can have seen that one, so who sees the venues earlier than our index has nothing of it.
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
  async execute(wish: Omit<OptionOrderWish, 'entryFrom'>): Promise<OptionOrder> {
    if (wish.quoteId !== null) return this.buyOption.execute({ ...wish, entryFrom: null });
    const acceptedAt = this.clock.now();
    const next = this.isPossible(wish) ? await this.nextIndex.of(wish.marketId) : null;
    return this.buyOption.execute({ ...wish, entryFrom: next ?? acceptedAt + 1 });
  }

  /** Whether it is worth waiting: what is refused now is refused at once, or was bought before. */
  private isPossible(wish: OptionOrderWish): boolean {
    try {
      this.draftOption.execute(wish, { quoteId: null, entryFrom: null });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
