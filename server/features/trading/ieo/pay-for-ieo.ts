import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ieoRefusal } from './ieo-refusals.js';
import { IeoStore } from './ieo.store.js';

export interface IeoPayment {
  userId: string;
  applicationId: string;
  /** Null: whichever is to be paid now. */
  round: 1 | 2 | null;
  demo: boolean;
  key: string | null;
}

/** Pays for a lot: the first with the money that waits for it, the second from the spot account. */
@Injectable()
export class PayForIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `ieo.not-found`, `ieo.nothing-to-pay`, `ieo.payment-over`, `demo.real-money-only`,
   * `ledger.insufficient-balance`, `ledger.cancel-only`, `limits.break`, `limits.excluded`; of a second lot those of limits, too.
   */
  async execute({ userId, applicationId, round, demo, key }: IeoPayment): Promise<void> {
    if (demo) throw new Refusal('demo.real-money-only');
    const body = { applicationId, round };
    try {
      await this.commands.call({ userId, route: 'ieo/pay', key, body }, async (tx, claim) => {
        await this.store.pay(tx, claim, {
          id: applicationId,
          round: round ?? (await this.roundOf(userId, applicationId)),
        });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw ieoRefusal(error);
    }
  }

  /** A repetition is answered by its key, whatever the round is by then. */
  private async roundOf(userId: string, id: string): Promise<1 | 2> {
    const application = await this.store.application(userId, id);
    return application?.secondState === 'offered' ? 2 : 1;
  }
}
