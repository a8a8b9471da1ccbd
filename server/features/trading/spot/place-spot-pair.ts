import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { type DraftedPair, DraftSpotPair, type PairWish } from './draft-spot-pair.js';
import { OPEN_ORDERS_MAX, spotRefusal, WAITING_STOPS_MAX } from './spot-refusals.js';
import { SpotStore } from './spot.store.js';
import { shortage } from './submit-spot-order.js';

export interface PairPreview extends DraftedPair {
  /** Of the currency that is frozen for it. */
  balance: DecimalText;
  balanceAfter: DecimalText;
}

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
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws Refusal as {@link DraftSpotPair}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `spot.too-many`, `spot.too-many-stops`,
   * `ledger.cancel-only`.
   */
  async execute(userId: string, wish: PairWish, key: string | null): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/pair', key, body: { ...wish } }, async (tx, claim) => {
        const { priced, stop, reserve } = await this.draftSpotPair.execute(wish);
        const { market, prices, terms } = priced;
        const { side, limitPrice, quantity, feeRatio } = terms;
        const kept = { marketId: market.id, demo: wish.demo, side, limitPrice, quantity, feeRatio };
        const order = {
          ...kept,
          timeInForce: 'gtc' as const,
          expiresAt: null,
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
    const { base, quote } = drafted.priced.market;
    const currencyId = wish.side === 'buy' ? quote.id : base.id;
    const balances = await this.ledger.balancesOf(userId, wish.demo);
    const balance = balances.find((one) => one.kind === 'spot' && one.currencyId === currencyId)?.balance ?? '0';
    const after = new Decimal(balance).minus(drafted.reserve);
    if (after.isNegative()) throw shortage(new Refusal('ledger.insufficient-balance'), wish);
    return { ...drafted, balance, balanceAfter: after.toFixed() };
  }
}
