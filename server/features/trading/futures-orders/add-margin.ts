import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { quantityOf } from '../../../contract/rules/margin.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import { type Book, FuturesCatalog, PositionsStore, GetFuturesAccount } from '../futures/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';

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
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly markets: DecisionMarkets,
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
    return { positionId, amount, marks: await this.marks({ userId, demo: position.demo }) };
  }

  /**
   * The marks at which the unrealised losses of cross positions are computed: what covers those is not available. Where a market has no
   * mark now, it is its last one, and null where the market is gone: what is held there counts for nothing.
   */
  private async marks(book: Book): Promise<Record<number, DecimalText | null>> {
    const marks: Record<number, DecimalText | null> = this.getFuturesAccount.marks(book.demo);
    const unpriced = (await this.positions.open(book)).filter(
      ({ marketId, marginMode, status }) => marginMode === 'cross' && status !== 0 && !(marketId in marks),
    );
    for (const marketId of new Set(unpriced.map((held) => held.marketId))) {
      const last = await this.markets.lastKnown({ marketId, demo: book.demo });
      if (last === 'gone') marks[marketId] = null;
      if (last === null || last === 'gone') continue;
      // Of the last samples the one by which all that is held there is worth less.
      const net = netOf(unpriced.filter((held) => held.marketId === marketId));
      marks[marketId] = net.isNegative() ? last.long : last.short;
    }
    return marks;
  }
}

/** Quantity of positions: longs less shorts. */
function netOf(held: readonly FuturesPositionView[]): Decimal {
  return held.reduce((net, { side, lots, lotSize }) => {
    const quantity = quantityOf(lots, lotSize);
    return side === 'long' ? net.plus(quantity) : net.minus(quantity);
  }, new Decimal(0));
}
