import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { OptionReceiptView } from '../../../contract/trading/options.dto.js';
import { type VoidReason, windowOpensAt } from '../../../contract/rules/option-settlement.rules.js';
import type { TapeProofView, TapeSample } from '../../../contract/markets/tape.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FindUser } from '../../account/users/index.js';
import { ReadTape } from '../../markets/tape/index.js';
import { accountOf } from './account-of.js';
import type { OptionOrder } from './option-order.js';
import { optionOrderView } from './options-views.js';
import { OptionsStore } from './options.store.js';
import { SettlementsStore } from '../option-settlement/index.js';

/** All that is needed to settle an order again: its rule, its entry, and the samples that it was settled from. */
@Injectable()
export class GetReceipt {
  constructor(
    private readonly orders: OptionsStore,
    private readonly settlements: SettlementsStore,
    private readonly readTape: ReadTape,
    private readonly findUser: FindUser,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `options.not-found` when the user has no such order. */
  async execute(session: CurrentSession, orderId: string, language: Language): Promise<OptionReceiptView> {
    const order = await this.orders.find(session.userId, orderId);
    if (!order) throw new Refusal('options.not-found');
    const [settlement, account] = await Promise.all([
      this.settlements.byOrder(orderId),
      accountOf(this.findUser, session),
    ]);
    const samples = settlement?.samples ?? (await this.soFar(order));
    const last = samples.at(-1);
    const entrySample = await this.entryOf(order);
    const reader = { language, now: this.clock.now(), account };
    return {
      order: optionOrderView(order, reader),
      symbol: order.symbol,
      contract: order.contract,
      entryAt: order.entryAt,
      entryIndex: order.entryIndex,
      entrySample,
      entryProof: entrySample && settlement ? await this.proofOf(order, entrySample) : null,
      samples,
      result: order.result,
      price: order.price,
      reason: order.voidReason as VoidReason | null,
      decidedAt: settlement?.decidedAt ?? null,
      // All samples of the window are chained to the last one, so its way to the root is that of all.
      proof: settlement && last ? await this.proofOf(order, last) : null,
    };
  }

  private soFar({ marketId, contract }: OptionOrder): Promise<TapeSample[]> {
    return this.readTape.slice(marketId, windowOpensAt(contract), contract.closesAt);
  }

  private async entryOf({ marketId, entryAt }: OptionOrder): Promise<TapeSample | null> {
    return (await this.settlements.entry(marketId, entryAt)) ?? (await this.readTape.at(marketId, entryAt));
  }

  /** The sample with its way to the published root of its hour; null while there is none, or where no way is kept. */
  private async proofOf({ marketId, symbol }: OptionOrder, sample: TapeSample): Promise<TapeProofView | null> {
    const { root, ...proof } = await this.readTape.proofOf(marketId, sample);
    return root && { ...proof, root: { symbol, ...root } };
  }
}
