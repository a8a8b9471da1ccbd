import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { CheckSpotBalance, shortage, type SpotBalance } from './check-spot-balance.js';
import { type DraftedPair, DraftSpotPair, type PairWish } from './draft-spot-pair.js';
import { OPEN_ORDERS_MAX, spotRefusal, WAITING_STOPS_MAX } from './spot-refusals.js';
import { SpotStore } from './spot.store.js';
import { asDate, assertDate } from './spot-wishes.js';

export type PairPreview = DraftedPair & SpotBalance;

/**
 * Places an order that waits and a stop on the other side of the price, of the same quantity and of one frozen amount. Whichever is executed
 * or triggered first ends the other in the same transaction, so that never both are.
 */
@Injectable()
export class PlaceSpotPair {
  constructor(
    private readonly draftSpotPair: DraftSpotPair,
    private readonly store: SpotStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly checkSpotBalance: CheckSpotBalance,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal as {@link DraftSpotPair}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `spot.expiry`, `spot.too-many`, `spot.too-many-stops`,
   * `ledger.cancel-only`.
   */
  async execute(userId: string, wish: PairWish, key: string | null): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/pair', key, body: { ...wish } }, async (tx, claim) => {
        const { priced, stop, reserve } = await this.draftSpotPair.execute(wish);
        const { market, prices, terms } = priced;
        const { side, limitPrice, quantity, feeRatio } = terms;
        const expiresAt = asDate(wish.expiresAt);
        const common = { marketId: market.id, demo: wish.demo, side, limitPrice, quantity, feeRatio };
        const order = {
          ...common,
          timeInForce: expiresAt === null ? ('gtc' as const) : ('gtd' as const),
          expiresAt,
          stop: { ...stop, most: WAITING_STOPS_MAX },
        };
        const book = { at: new Date(prices.book?.at ?? prices.at), origin: prices.origin };
        await this.store.submit(tx, claim, order, { fill: null, taking: [], reserve, book, openMost: OPEN_ORDERS_MAX });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw shortage(spotRefusal(error), wish);
    }
  }

  /** What placing it would do now. @throws Refusal what placing it would refuse. */
  async preview(userId: string, wish: PairWish): Promise<PairPreview> {
    const drafted = await this.draftSpotPair.execute(wish);
    assertDate(wish.expiresAt, this.clock.now());
    const { market } = drafted.priced;
    return { ...drafted, ...(await this.checkSpotBalance.execute(userId, { ...wish, market }, drafted.reserve)) };
  }
}
