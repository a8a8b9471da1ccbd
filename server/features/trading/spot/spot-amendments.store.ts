import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotFill } from '../../../contract/rules/spot.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { Taking } from '../taken-depth/index.js';
import { fillRow } from './fill-row.js';
import type { QuotedBook, SpotOrder } from './spot.store.js';

/** An order as it is to become, priced against the version that was read. */
export interface SpotAmendment {
  order: Pick<SpotOrder, 'id' | 'version'>;
  limitPrice: DecimalText;
  quantity: DecimalText;
  /** Frozen for the rest at the new terms, before and after what is executed at once. */
  reserved: DecimalText;
  reservedAfter: DecimalText;
  fill: SpotFill | null;
  taking: Taking[];
  book: QuotedBook;
}

export interface SpotAmendmentRow {
  limitBefore: DecimalText;
  limitAfter: DecimalText;
  quantityBefore: DecimalText;
  quantityAfter: DecimalText;
  at: Date;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;

/** Changes of orders that wait. */
@Injectable()
export class SpotAmendmentsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async amend(tx: Transaction, claim: Claim, amendment: SpotAmendment): Promise<void> {
    const { order, limitPrice, quantity, reserved, reservedAfter, fill, taking, book } = amendment;
    await callFunction(tx, 'spot_amend', {
      ...claim.given,
      order: order.id,
      version: order.version,
      limitPrice,
      quantity,
      reserve: reserved,
      fill: fill && JSON.stringify({ ...fillRow(fill), reserved: reservedAfter }),
      taking: JSON.stringify(taking),
      bookAt: book.at,
      origin: book.origin,
    });
  }

  /** The newest first. */
  of(orderId: string): Promise<SpotAmendmentRow[]> {
    return this.source.query(
      `select ${TEXT('limit_before')} as "limitBefore", ${TEXT('limit_after')} as "limitAfter",
              ${TEXT('quantity_before')} as "quantityBefore", ${TEXT('quantity_after')} as "quantityAfter", at
         from spot_order_amendment where order_id = $1 order by id desc limit 50`,
      [orderId],
    );
  }
}
