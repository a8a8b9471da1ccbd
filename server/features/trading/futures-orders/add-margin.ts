import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { FuturesCatalog, PositionsStore } from '../futures/index.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';
import { LossMarks } from './loss-marks.js';

export interface MarginWish {
  userId: string;
  positionId: string;
  /** As the user typed it. */
  amount: string;
  key: string | null;
}

/** Transfers money from the futures account to the margin of an isolated position. */
@Injectable()
export class AddMargin {
  constructor(
    private readonly positions: PositionsStore,
    private readonly catalog: FuturesCatalog,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly lossMarks: LossMarks,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `futures.cross-margin`, `ledger.insufficient-balance`,
   *   `ledger.too-many-decimals`, `market.stale`, `request.invalid`.
   */
  async execute({ userId, positionId, amount, key }: MarginWish): Promise<void> {
    const command = { userId, route: 'lever/add_margin', key, body: { positionId, amount } };
    try {
      await this.commands.call(command, async (tx, claim) => {
        const added = await this.added(userId, positionId, amount);
        await this.store.addMargin(tx, claim, added);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }

  private async added(userId: string, positionId: string, text: string) {
    const position = await this.positions.find(userId, positionId);
    const product = position && this.catalog.find(position.marketId);
    if (!product) throw new Refusal('futures.not-found');
    const amount = requestedAmount(text, product.currencyDecimals, 'amount');
    return { positionId, amount, marks: await this.lossMarks.of({ userId, demo: position.demo }) };
  }
}
