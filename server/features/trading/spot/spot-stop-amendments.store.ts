import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import type { NewSpotStop, SpotStop } from './spot-stops.store.js';

/** What a stop is for and where it is triggered. */
export interface AmendedStopTerms
  extends Pick<NewSpotStop, 'triggerPrice' | 'limitPrice' | 'quantity' | 'cost' | 'trailRatio' | 'trailDistance'> {
  /** Of the order that it is paired with, which has its quantity; null: it is alone. */
  pairedLimitPrice: DecimalText | null;
}

/** A stop as it is to become, judged against the version that was read. */
export interface SpotStopAmendment {
  stop: Pick<SpotStop, 'id' | 'version'>;
  terms: AmendedStopTerms;
  /** What it needs frozen by them, with the order that it is paired with. */
  reserve: DecimalText;
}

export interface SpotStopAmendmentRow {
  triggerBefore: DecimalText;
  triggerAfter: DecimalText;
  /** Null: a market order. */
  limitBefore: DecimalText | null;
  limitAfter: DecimalText | null;
  /** Coins, or what a purchase at the market may cost. */
  amountBefore: DecimalText;
  amountAfter: DecimalText;
  /** Of one that follows the price: a part of it, or a distance. */
  trailBefore: DecimalText | null;
  trailAfter: DecimalText | null;
  /** Of one that is paired: the limit of its order. */
  pairedLimitBefore: DecimalText | null;
  pairedLimitAfter: DecimalText | null;
  at: Date;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;

/** Changes of stops that wait. */
@Injectable()
export class SpotStopAmendmentsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async amend(tx: Transaction, claim: Claim, { stop, terms, reserve }: SpotStopAmendment): Promise<void> {
    const given = { stop: stop.id, version: stop.version, terms: JSON.stringify(terms), reserve };
    await callFunction(tx, 'spot_stop_amend', { ...claim.given, ...given });
  }

  /** The newest first. */
  of(stopId: string): Promise<SpotStopAmendmentRow[]> {
    return this.source.query(
      `select ${TEXT('trigger_before')} as "triggerBefore", ${TEXT('trigger_after')} as "triggerAfter",
              ${TEXT('limit_before')} as "limitBefore", ${TEXT('limit_after')} as "limitAfter",
              ${TEXT('amount_before')} as "amountBefore", ${TEXT('amount_after')} as "amountAfter",
              ${TEXT('trail_before')} as "trailBefore", ${TEXT('trail_after')} as "trailAfter",
              ${TEXT('paired_limit_before')} as "pairedLimitBefore", ${TEXT('paired_limit_after')} as "pairedLimitAfter", at
         from spot_stop_amendment where stop_id = $1 order by id desc limit 50`,
      [stopId],
    );
  }
}
