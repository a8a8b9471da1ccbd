import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { Clock } from '../../../platform/clock/clock.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { CheckSpotBalance, shortage, type SpotBalance } from './check-spot-balance.js';
import { type DraftedStopAmendment, DraftStopAmendment, type StopAmendmentWish } from './draft-stop-amendment.js';
import { spotRefusal } from './spot-refusals.js';
import { SpotStopAmendmentsStore } from './spot-stop-amendments.store.js';
import { assertDateToCome } from './spot-wishes.js';

export type StopAmendmentPreview = DraftedStopAmendment & SpotBalance;

/**
 * Changes a stop that waits, under its own number: what is frozen for it follows in the same transaction. Who meets it at the same time as the
 * price does is second where that was first, and is told so.
 */
@Injectable()
export class AmendSpotStop {
  constructor(
    private readonly draftStopAmendment: DraftStopAmendment,
    private readonly store: SpotStopAmendmentsStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly checkSpotBalance: CheckSpotBalance,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link DraftStopAmendment}; `spot.insufficient-balance`, `spot.insufficient-sellable`, `ledger.cancel-only`. */
  async execute({ key, ...wish }: StopAmendmentWish & { key: string | null }): Promise<void> {
    const { userId, ...body } = wish;
    let side: 'buy' | 'sell' = 'buy';
    try {
      await this.commands.call({ userId, route: 'spot/stop/amend', key, body }, async (tx, claim) => {
        const drafted = await this.draftStopAmendment.execute(wish);
        side = drafted.stop.side;
        await this.store.amend(tx, claim, drafted);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw shortage(spotRefusal(error), { side });
    }
  }

  /** What the change would do now. @throws Refusal what the change would refuse. */
  async preview(wish: StopAmendmentWish): Promise<StopAmendmentPreview> {
    const drafted = await this.draftStopAmendment.execute(wish);
    const { stop, market, held, reserve } = drafted;
    // Of the change itself the database's clock decides.
    assertDateToCome(stop, this.clock.now());
    const more = new Decimal(reserve).minus(held).toFixed();
    return { ...drafted, ...(await this.checkSpotBalance.execute(wish.userId, { ...stop, market }, more)) };
  }
}
