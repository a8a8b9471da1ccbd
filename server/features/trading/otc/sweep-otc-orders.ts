import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { endsPass } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type DueStep, OtcOrdersStore } from './otc-orders.store.js';
import { StepOtcOrder } from './step-otc-order.js';

const AT_ONCE = 500;

/**
 * What the clock does: ends orders that were not paid in time, reminds sellers, calls the desk. One transaction an order, and
 * whether the step is due is judged again behind the order's lock: any number of sweeps may run, or be killed at any instant.
 */
@Injectable()
export class SweepOtcOrders {
  private readonly logger = new Logger(SweepOtcOrders.name);

  constructor(
    private readonly store: OtcOrdersStore,
    private readonly stepOtcOrder: StepOtcOrder,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many steps were taken. */
  async execute(): Promise<number> {
    let taken = 0;
    for (const due of await this.store.due(new Date(this.clock.now()), AT_ONCE)) {
      if (await this.take(due)) taken += 1;
    }
    if (taken > 0) this.logger.log(`${taken} steps of orders between users were due.`);
    return taken;
  }

  private async take({ id, event }: DueStep): Promise<boolean> {
    try {
      await this.transactions.run((tx) => this.stepOtcOrder.execute(tx, { orderId: id, event, by: 'clock' }));
      return true;
    } catch (error) {
      if (endsPass(error)) throw error;
      // Somebody was faster, which is no failure.
      if (!(error instanceof Refusal)) this.logger.error(error, `Order ${id} cannot be moved on`);
      return false;
    }
  }
}
