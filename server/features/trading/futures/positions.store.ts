import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** The user and the kind of money. */
export interface Book {
  userId: string;
  demo: boolean;
}

export interface ViewRow {
  view: FuturesPositionView;
}

/** Reads positions, always as the view that clients see. */
@Injectable()
export class PositionsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** A row of this user; null when it does not exist or belongs to another user. */
  async find(userId: string, positionId: string): Promise<FuturesPositionView | null> {
    const rows: ViewRow[] = await this.source.query(
      'select futures_view(p) as view from futures_position p where p.id = $1 and p.user_id = $2',
      [positionId, userId],
    );
    return rows[0]?.view ?? null;
  }

  /** At most what is still owed of funding for what has closed behind a stamp. */
  unpaidFunding({ userId, demo }: Book, currencyId: number, tx: Transaction): Promise<DecimalText> {
    return callFunction(tx, 'funding_unpaid', { user: userId, currency: currencyId, demo });
  }

  /** Pending, holding and closing, newest first. */
  async open({ userId, demo }: Book, tx: Transaction = this.source.manager): Promise<FuturesPositionView[]> {
    const rows: ViewRow[] = await tx.query(
      `select futures_view(p) as view from futures_position p
        where p.user_id = $1 and p.demo = $2 and p.status in (0, 1, 2) order by p.id desc`,
      [userId, demo],
    );
    return rows.map(({ view }) => view);
  }

  /** Exposure of the person's other accounts, open and ordered, in a side of a market: the lots, and the highest leverage. */
  async elsewhere(
    { userId, demo }: Book,
    { marketId, side }: { marketId: number; side: 'long' | 'short' },
  ): Promise<{ quantity: DecimalText; leverage: number }> {
    const rows: { quantity: DecimalText; leverage: number }[] = await this.source.query(
      `select coalesce(trim_scale(sum(p.lots * p.lot_size)), 0)::text as quantity,
              coalesce(max(p.leverage), 0)::integer as leverage
         from futures_position p
        where p.user_id = any (array_remove(person_accounts(person_of($1)), $1::bigint)) and p.demo = $2
          and p.status in (0, 1, 2) and p.market_id = $3 and p.side = $4`,
      [userId, demo, marketId, side === 'long' ? 1 : -1],
    );
    return rows[0] ?? { quantity: '0', leverage: 0 };
  }

  /** Every open row of both books in the form of its `position` event. */
  async openEvents(tx: Transaction, userId: string): Promise<AccountEventPayload<'position'>[]> {
    const rows: { payload: AccountEventPayload<'position'> }[] = await tx.query(
      `select futures_position_event(p) as payload from futures_position p
        where p.user_id = $1 and p.status in (0, 1, 2) order by p.id`,
      [userId],
    );
    return rows.map(({ payload }) => payload);
  }
}
