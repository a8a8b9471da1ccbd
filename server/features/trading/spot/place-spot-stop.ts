import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { CheckSpotBalance, shortage, type SpotBalance } from './check-spot-balance.js';
import { type DraftedStop, DraftSpotStop, type StopWish } from './draft-spot-stop.js';
import { OPEN_ORDERS_MAX, spotRefusal, WAITING_STOPS_MAX } from './spot-refusals.js';
import { SpotStopsStore } from './spot-stops.store.js';
import { assertDate } from './spot-wishes.js';

const MOST = { most: WAITING_STOPS_MAX, ordersMost: OPEN_ORDERS_MAX };

export type StopPreview = DraftedStop & SpotBalance;

/** Places a stop: what its order needs is frozen at once, and waits with it for the price. */
@Injectable()
export class PlaceSpotStop {
  constructor(
    private readonly draftSpotStop: DraftSpotStop,
    private readonly store: SpotStopsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly checkSpotBalance: CheckSpotBalance,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link DraftSpotStop}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `spot.expiry`, `spot.too-many`, `spot.too-many-stops`, `ledger.cancel-only`. */
  async execute(userId: string, wish: StopWish, key: string | null): Promise<void> {
    try {
      await this.commands.call({ userId, route: 'spot/stop', key, body: { ...wish } }, async (tx, claim) => {
        const { stop, reserve } = await this.draftSpotStop.execute(wish);
        await this.store.place(tx, claim, { stop, reserve, ...MOST });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw shortage(spotRefusal(error), wish);
    }
  }

  /** What placing it would do now. @throws Refusal what placing it would refuse. */
  async preview(userId: string, wish: StopWish): Promise<StopPreview> {
    const drafted = await this.draftSpotStop.execute(wish);
    assertDate(wish.expiresAt, this.clock.now());
    const { market, reserve } = drafted;
    return { ...drafted, ...(await this.checkSpotBalance.execute(userId, { ...wish, market }, reserve)) };
  }
}
