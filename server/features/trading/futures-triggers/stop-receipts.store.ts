import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StopReceiptView } from '../../../contract/trading/liquidation.dto.js';

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const TEXT = (column: string): string => `trim_scale(${column})::text`;

/** Reads of stop receipts. */
@Injectable()
export class StopReceiptsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Receipts of a position, oldest first. */
  list(userId: string, positionId: string): Promise<StopReceiptView[]> {
    return this.source.query(
      `select t.id::text as id, t.position_id::text as "positionId", t.kind, t.state, t.source, ${TEXT('t.level')} as level,
              ${TEXT('t.value')} as value, t.epoch, t.sequence::float8 as sequence, ${MS('t.value_at')} as "valueAt",
              ${MS('t.triggered_at')} as "triggeredAt", ${MS('t.ended_at')} as "endedAt", ${TEXT('t.price')} as price, t.reason
         from futures_trigger t where t.user_id = $1 and t.position_id = $2 order by t.id`,
      [userId, positionId],
    );
  }
}
