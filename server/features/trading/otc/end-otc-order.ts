import { Injectable } from '@nestjs/common';
import type { OtcEvent } from '../../../contract/rules/otc-order.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { CheckFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { MayLetGo } from './may-let-go.js';
import { type OtcOrderRow, OtcOrdersStore } from './otc-orders.store.js';
import { StepOtcOrder } from './step-otc-order.js';

/** The seller lets the coins go, or the buyer lets them go back and says that nothing was paid. */
export type FinalStep = Extract<OtcEvent, 'release' | 'concede'>;

const PARTY: Record<FinalStep, (order: OtcOrderRow) => string> = {
  release: ({ sellerId }) => sellerId,
  concede: ({ buyerId }) => buyerId,
};

export interface OtcEnd {
  userId: string;
  orderId: string;
  event: FinalStep;
  /** The fund password; null: none was sent. */
  fundPassword: string | null;
  caller: Caller;
  key: string | null;
}

/**
 * Gives the coins of an order away for good, the seller's or those that a buyer has paid for. It cannot be undone, so the
 * fund password is asked for: a stolen session does neither.
 */
@Injectable()
export class EndOtcOrder {
  constructor(
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly orders: OtcOrdersStore,
    private readonly mayLetGo: MayLetGo,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal those of {@link StepOtcOrder}, {@link MayLetGo} and `CheckFundPassword`. */
  async execute({ userId, orderId, event, fundPassword, caller, key }: OtcEnd): Promise<void> {
    const command = { userId, route: `ctc/order/${event}`, key, body: { orderId } };
    await this.commands.runAfter(
      command,
      async () => {
        // A wrong password of somebody who has no part in the order is no try.
        const order = await this.orders.find(orderId);
        const isParty = order !== null && [order.sellerId, order.buyerId].includes(userId);
        if (!isParty) throw new Refusal('otc.not-found');
        if (PARTY[event](order) !== userId) throw new Refusal('otc.wrong-state');
        await this.mayLetGo.assert(userId);
        await this.checkFundPassword.execute(userId, fundPassword ?? '', caller);
      },
      async (tx) => {
        // Again: the fund password that was right may have been set a moment ago.
        await this.mayLetGo.assert(userId, tx);
        await this.stepOtcOrder.execute(tx, { orderId, event, by: { userId } });
      },
    );
  }
}
