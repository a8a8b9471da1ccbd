import type { AccountEventKind } from '../../contract/events.dto.js';
import type { FuturesEnd, FuturesPositionView } from '../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../contract/money.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { callFunction } from '../../platform/database/call-function.js';

/** What changed, and the events that tell of it: append them last in the transaction. */
export interface Moved {
  userId: string;
  position: FuturesPositionView;
  kinds: AccountEventKind[];
  events: object[];
}

export interface ClosedLots {
  positionId: string;
  /** Null: all. */
  lots: number | null;
  price: DecimalText;
  as: Extract<FuturesEnd, 'closed' | 'take-profit' | 'stop-loss' | 'liquidated' | 'deleveraged'>;
}

interface MovedRow {
  userId: string | null;
  view: FuturesPositionView;
  kinds: AccountEventKind[];
  events: object[];
}

/**
 * Changes of one position by the product itself, for whoever acts by price. Each locks the row, looks at its status
 * again and answers null when somebody was faster. Events are not appended: several changes of a transaction are told
 * together, at its end, by {@link publish}.
 */
export class PositionMoves {
  fill(
    tx: Transaction,
    order: { positionId: string; price: DecimalText; margin: DecimalText; fee: DecimalText },
    at: Date,
  ): Promise<Moved | null> {
    const { positionId, price, margin, fee } = order;
    return this.moved(tx, 'filled', `futures_fill_one($1, $2, $3, $4, '{}', $5)`, [positionId, price, margin, fee, at]);
  }

  /** Takes a pending order back on the product's behalf. */
  revoke(tx: Transaction, positionId: string, at: Date): Promise<Moved | null> {
    return this.moved(tx, 'cancelled', `futures_cancel_one($1, null, 'revoked', $2)`, [positionId, at]);
  }

  close(tx: Transaction, { positionId, lots, price, as }: ClosedLots, at: Date): Promise<Moved | null> {
    const parameters = [positionId, lots, price, as, at];
    return this.moved(tx, 'closed', 'futures_close_one($1, null, $2, $3, $4, $5)', parameters);
  }

  /** Appends the events, users in the order in which nobody blocks another. */
  async publish(tx: Transaction, moves: readonly Moved[], at: Date): Promise<void> {
    const events = moves.flatMap(({ userId, kinds, events: userEvents }) =>
      userEvents.map((event, index) => ({
        userId,
        kind: kinds[index] as AccountEventKind,
        payload: JSON.stringify(event),
      })),
    );
    if (events.length === 0) return;
    await callFunction(tx, 'outbox_append_all', {
      userIds: events.map(({ userId }) => userId),
      kinds: events.map(({ kind }) => kind),
      payloads: events.map(({ payload }) => payload),
      at,
    });
  }

  private async moved(
    tx: Transaction,
    row: 'filled' | 'cancelled' | 'closed',
    call: string,
    parameters: unknown[],
  ): Promise<Moved | null> {
    const rows: MovedRow[] = await tx.query(
      `select (done.${row}).user_id::text as "userId", futures_view(done.${row}) as view, done.kinds, done.events
         from ${call} done`,
      parameters,
    );
    const found = rows[0];
    if (!found || found.userId === null) return null;
    return { userId: found.userId, position: found.view, kinds: found.kinds, events: found.events };
  }
}
