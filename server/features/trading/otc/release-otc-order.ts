import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { CheckFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { MayLetGo } from './may-let-go.js';
import { OtcOrdersStore } from './otc-orders.store.js';
import { StepOtcOrder } from './step-otc-order.js';

export interface OtcRelease {
  userId: string;
  orderId: string;
  /** The fund password; null: none was sent. */
  fundPassword: string | null;
  caller: Caller;
  key: string | null;
}

/** The seller has the money and lets the coins go. It cannot be undone, so the fund password is asked for. */
@Injectable()
export class ReleaseOtcOrder {
  constructor(
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly orders: OtcOrdersStore,
    private readonly mayLetGo: MayLetGo,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal those of {@link StepOtcOrder}, {@link MayLetGo} and `CheckFundPassword`. */
  async execute({ userId, orderId, fundPassword, caller, key }: OtcRelease): Promise<void> {
    const command = { userId, route: 'ctc/order/release', key, body: { orderId } };
    await this.commands.runAfter(
      command,
      async () => {
        // A wrong password of somebody who has no part in the order is no try.
        const order = await this.orders.find(orderId);
        if (order?.sellerId !== userId)
          throw new Refusal(order?.buyerId === userId ? 'otc.wrong-state' : 'otc.not-found');
        await this.mayLetGo.assert(userId);
        await this.checkFundPassword.execute(userId, fundPassword ?? '', caller);
      },
      async (tx) => {
        // Again: the fund password that was right may have been set a moment ago.
        await this.mayLetGo.assert(userId, tx);
        await this.stepOtcOrder.execute(tx, { orderId, event: 'release', by: { userId } });
      },
    );
  }
}
