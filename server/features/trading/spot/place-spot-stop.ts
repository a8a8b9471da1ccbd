import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { type DraftedStop, DraftSpotStop, type StopWish } from './draft-spot-stop.js';
import { spotRefusal, WAITING_STOPS_MAX } from './spot-refusals.js';
import { SpotStopsStore } from './spot-stops.store.js';
import { shortage } from './submit-spot-order.js';

export interface StopPreview extends DraftedStop {
  /** Of the currency that is frozen for it. */
  balance: DecimalText;
  balanceAfter: DecimalText;
}

/** Places a stop: what its order needs is frozen at once, and waits with it for the price. */
@Injectable()
export class PlaceSpotStop {
  constructor(
    private readonly draftSpotStop: DraftSpotStop,
    private readonly store: SpotStopsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly ledger: Ledger,
  ) {}

  /** @throws Refusal as {@link DraftSpotStop}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `spot.too-many-stops`, `ledger.cancel-only`. */
  async execute(userId: string, wish: StopWish, key: string | null): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/stop', key, body: { ...wish } }, async (tx, claim) => {
        const { stop, reserve } = await this.draftSpotStop.execute(wish);
        await this.store.place(tx, claim, { stop, reserve, most: WAITING_STOPS_MAX });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw shortage(spotRefusal(error), wish);
    }
  }

  /** What placing it would do now. @throws Refusal what placing it would refuse. */
  async preview(userId: string, wish: StopWish): Promise<StopPreview> {
    const drafted = await this.draftSpotStop.execute(wish);
    const { base, quote } = drafted.market;
    const currencyId = wish.side === 'buy' ? quote.id : base.id;
    const balances = await this.ledger.balancesOf(userId, wish.demo);
    const account = balances.find((one) => one.kind === 'spot' && one.currencyId === currencyId);
    const balance = account?.balance ?? '0';
    const after = new Decimal(balance).minus(drafted.reserve);
    if (after.isNegative()) throw shortage(new Refusal('ledger.insufficient-balance'), wish);
    return { ...drafted, balance, balanceAfter: after.toFixed() };
  }
}
