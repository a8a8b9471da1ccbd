import { Injectable } from '@nestjs/common';
import type { OtcEvent } from '../../../contract/rules/otc-order.rules.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { StepOtcOrder } from './step-otc-order.js';

/** Steps of a user's that need nothing but the order: paid, cancelled, lengthened. */
export type PlainStep = Extract<OtcEvent, 'pay' | 'cancel' | 'extend'>;

export interface OtcMove {
  userId: string;
  orderId: string;
  event: PlainStep;
  key: string | null;
}

@Injectable()
export class MoveOtcOrder {
  constructor(
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal those of {@link StepOtcOrder}. */
  async execute({ userId, orderId, event, key }: OtcMove): Promise<void> {
    const command = { userId, route: `ctc/order/${event}`, key, body: { orderId, event } };
    await this.commands.run(command, async (tx) => {
      await this.stepOtcOrder.execute(tx, { orderId, event, by: { userId } });
    });
  }
}
