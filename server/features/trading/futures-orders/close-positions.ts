import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { opposite, type PositionSide, quantityOf } from '../../../contract/rules/margin.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { forcedInTheEnd, TakenDepth, type Taking } from '../taken-depth/index.js';
import { type Book, PositionsStore, reachesLimit } from '../futures/index.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { type ClosingRows, FuturesStore } from './futures.store.js';
import { QuoteClosing } from './quote-closing.js';
import { isHeld } from '../../../contract/rules/position-figures.rules.js';

export interface CloseWish {
  userId: string;
  positionId: string;
  /** Null: the whole position. */
  lots: number | null;
  /** Slippage bound; null: none. */
  worstPrice: string | null;
  key: string | null;
}

export interface BatchCloseWish extends Book {
  /** Null: both sides. */
  side: PositionSide | null;
  /** Null: all markets. */
  marketId: number | null;
  key: string | null;
}

/** Closes positions at the book's price, or at the mark without a fresh book. Never refused for lack of margin. */
@Injectable()
export class ClosePositions {
  constructor(
    private readonly positions: PositionsStore,
    private readonly quoteClosing: QuoteClosing,
    private readonly takenDepth: TakenDepth,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /** Closes one position, whole or in part. @throws Refusal `futures.not-found`, `futures.not-open`, `futures.price-moved`, `market.*`. */
  async one({ userId, positionId, lots, worstPrice, key }: CloseWish): Promise<void> {
    const body = { positionId, lots, worstPrice };
    return this.run({ userId, route: 'lever/close', key, body }, async (forced) => {
      const position = await this.positions.find(userId, positionId);
      if (!position) throw new Refusal('futures.not-found');
      if (!isHeld(position)) throw new Refusal('futures.not-open');
      const closed = quantityOf(Math.min(lots ?? position.lots, position.lots), position.lotSize);
      const { price, taking } = await this.quoteClosing.execute(position, closed, forced);
      if (worstPrice !== null && !reachesLimit(opposite(position.side), price, new Decimal(worstPrice))) {
        throw new Refusal('futures.price-moved', { price: price.toFixed() });
      }
      return { ids: [positionId], priced: [position.lots], lots, prices: [price.toFixed()], taking };
    });
  }

  /**
   * Closes all open positions that match. Those of one market and side are quoted together, so that each pays the
   * same average price. Positions of a market without a price stay open.
   * @throws Refusal `futures.not-open` when nothing matches; `market.*` when none can be closed.
   */
  async batch({ userId, demo, side, marketId, key }: BatchCloseWish): Promise<void> {
    const body = { demo, side, marketId };
    return this.run({ userId, route: 'lever/batch_close', key, body }, async (forced) => {
      const open = await this.positions.open({ userId, demo });
      const wanted = open.filter(
        (position) =>
          isHeld(position) &&
          (side === null || position.side === side) &&
          (marketId === null || position.marketId === marketId),
      );
      if (wanted.length === 0) throw new Refusal('futures.not-open');
      const groups = await this.groups(wanted, forced);
      const closing = groups.flatMap((group) => group.positions);
      const ids = closing.map(({ positionId }) => positionId);
      const priced = closing.map(({ lots }) => lots);
      const prices = groups.flatMap(({ positions, price }) => positions.map(() => price.toFixed()));
      return { ids, priced, lots: null, prices, taking: groups.flatMap(({ taking }) => taking) };
    });
  }

  /** Positions by market and side, each group with one quote; groups without a price are left out. */
  private async groups(positions: FuturesPositionView[], forced: boolean) {
    const groups = new Map<string, FuturesPositionView[]>();
    for (const position of positions) {
      const name = `${position.marketId}:${position.side}`;
      groups.set(name, [...(groups.get(name) ?? []), position]);
    }
    let refusal: unknown = null;
    const priced: { positions: FuturesPositionView[]; price: Decimal; taking: Taking[] }[] = [];
    for (const group of groups.values()) {
      const quantity = group.reduce((sum, { lots, lotSize }) => sum.plus(quantityOf(lots, lotSize)), new Decimal(0));
      try {
        const { price, taking } = await this.quoteClosing.execute(group[0] as FuturesPositionView, quantity, forced);
        priced.push({ positions: group, price, taking });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusal = error;
      }
    }
    if (priced.length === 0) throw refusal;
    return priced;
  }

  private async run(
    command: { userId: string; route: string; key: string | null; body: object },
    choose: (forced: boolean) => Promise<ClosingRows>,
  ): Promise<void> {
    const isForced = forcedInTheEnd();
    try {
      await this.commands.call(command, (tx, claim) => {
        const forced = isForced();
        return this.takenDepth.inTurn(
          () => choose(forced),
          async (rows) => {
            await this.store.close(tx, claim, rows);
            this.outbox.announce(tx, [command.userId]);
          },
        );
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }
}
