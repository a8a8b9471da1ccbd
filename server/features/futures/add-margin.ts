import { Injectable } from '@nestjs/common';
import { Refusal } from '../../platform/http/refusal.js';
import { IdempotentCommands } from '../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { requestedAmount } from '../ledger/index.js';
import { FuturesCatalog } from './futures-catalog.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';
import { PositionsStore } from './positions.store.js';

export interface MarginWish {
  userId: string;
  positionId: string;
  /** As the user typed it. */
  amount: string;
  key: string | null;
}

/** Moves money from the contract account into the margin of an isolated position. */
@Injectable()
export class AddMargin {
  constructor(
    private readonly positions: PositionsStore,
    private readonly catalog: FuturesCatalog,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `futures.cross-margin`, `ledger.insufficient-balance`,
   *   `ledger.too-many-decimals`, `request.invalid`.
   */
  async execute({ userId, positionId, amount, key }: MarginWish, reply: string): Promise<string> {
    const command = { userId, route: 'lever/add_margin', key, body: { positionId, amount } };
    try {
      return await this.commands.call(command, reply, async (tx, claim, text) => {
        const added = { positionId, amount: await this.amountOf(userId, positionId, amount) };
        const replied = await this.store.addMargin(tx, claim, text, added);
        this.outbox.announce(tx, [userId]);
        return replied;
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }

  private async amountOf(userId: string, positionId: string, amount: string): Promise<string> {
    const position = await this.positions.find(userId, positionId);
    const product = position && this.catalog.find(position.marketId);
    if (!product) throw new Refusal('futures.not-found');
    return requestedAmount(amount, product.currencyDecimals, 'amount');
  }
}
