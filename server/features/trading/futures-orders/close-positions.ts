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
  /** Null: all of them. */
  lots: number | null;
  /** Not closed at a worse price; null: at any. */
  worstPrice: string | null;
  key: string | null;
}

export interface BatchCloseWish extends Book {
  /** Null: both. */
  side: PositionSide | null;
  /** Null: all. */
  marketId: number | null;
  key: string | null;
}

/** Closes positions at the book's price, or by the mark while there is none. Always possible while the market has a price, whatever is left of the margin. */
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

  /** One position, or some lots of it. @throws Refusal `futures.not-found`, `futures.not-open`, `futures.price-moved`, `market.*`. */
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
   * All held positions of a side and market, or of all. Positions of one market and side are closed at the price of
   * their sum. Those whose market has no price now stay open.
   * @throws Refusal `futures.not-open` when nothing is held; `market.*` when none of it can be closed.
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

  /** The positions of each market and side, with the price of their sum; without those that have no price now. */
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
