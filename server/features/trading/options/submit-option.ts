import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { keyOfSession } from '../../../platform/http/keys/key-access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Turns } from '../../../platform/loop/turns.js';
import { SessionResolver } from '../../../platform/realtime/session-resolver.js';
import { NextIndex } from '../../markets/market-board/index.js';
import { BuyOption, type OptionOrderWish } from './buy-option.js';
import { DraftOption } from './draft-option.js';
import type { OptionOrder } from './option-order.js';

/**
 * From its acceptance on, all waits together. The books take an order up to 7 s behind its entry, which is the first index after
 * the acceptance (`option_order_begin`); what is left is for the purchase.
 */
const IN_TIME_MS = 5000;

interface Submission {
  sessionId?: string | null;
  waited?: (ms: number) => void;
}

/**
 * Takes an order as it comes from outside, at the first index after its acceptance: without a quote it enters at that one, by a quote at
 * the quote's entry, unless that index has left it. Nobody can have seen it, so who sees the venues earlier than our index has
 * nothing of it, and nothing of confirming the quote that suits them.
 */
@Injectable()
export class SubmitOption {
  /** All orders of one second go on at the same index: half of the connections are for everybody else's commands. */
  private readonly turns: Turns;

  constructor(
    private readonly buyOption: BuyOption,
    private readonly draftOption: DraftOption,
    private readonly nextIndex: NextIndex,
    private readonly sessions: SessionResolver,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.turns = new Turns(Math.max(1, Math.floor(config.values.DATABASE_POOL_SIZE / 2)));
  }

  /**
   * @param submission.sessionId what the order came with, judged again once the wait is over; null: nothing that could have ended.
   * @param submission.waited is told how long the index was waited for, in milliseconds, however the order ends
   * @throws Refusal as {@link BuyOption.execute}; `market.stale` when no index came in time; `session.required`, `api-key.ended`
   * where session or key was ended meanwhile, or its account disabled or frozen.
   */
  async execute(
    wish: Omit<OptionOrderWish, 'entryFrom' | 'acceptedAt'>,
    { sessionId = null, waited = () => undefined }: Submission = {},
  ): Promise<OptionOrder> {
    const acceptedAt = this.clock.now();
    const next = this.isPossible(wish) ? await this.next(wish.marketId, waited) : null;
    const take = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (next !== null && sessionId !== null) await this.assertOpen(sessionId);
      return work();
    };
    return this.buyOption.execute(
      { ...wish, acceptedAt, entryFrom: next ?? acceptedAt + 1 },
      {
        take: (work) => this.turns.run(() => take(work)),
        isOver: () => this.clock.now() > acceptedAt + IN_TIME_MS,
      },
    );
  }

  private async assertOpen(sessionId: string): Promise<void> {
    if ((await this.sessions.ended([sessionId])).length === 0) return;
    throw new Refusal(keyOfSession(sessionId) === null ? 'session.required' : 'api-key.ended');
  }

  private async next(marketId: number, waited: (ms: number) => void): Promise<number | null> {
    const from = performance.now();
    try {
      return await this.nextIndex.of(marketId);
    } finally {
      waited(performance.now() - from);
    }
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
