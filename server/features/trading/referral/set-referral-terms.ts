import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ReferralTermsStore } from './referral-terms.store.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/**
 * What two people agreed on holds from a day that has not begun, an hour away at least: fees that were paid are rebated by
 * what held when they were paid.
 */
@Injectable()
export class SetReferralTerms {
  constructor(
    private readonly store: ReferralTermsStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @returns the UTC day it begins on. */
  async ratio(tx: Transaction, ratio: DecimalText): Promise<string> {
    const effectiveDay = this.nextDay();
    await this.store.setTerms(tx, { effectiveDay, ratio }, new Date(this.clock.now()));
    return effectiveDay;
  }

  /** @param terms `ratio` null: a partner no more. @returns the UTC day it begins on. */
  async partner(tx: Transaction, terms: { userId: string; ratio: DecimalText | null }): Promise<string> {
    const effectiveDay = this.nextDay();
    await this.store.setPartner(tx, { ...terms, effectiveDay }, new Date(this.clock.now()));
    this.outbox.announce(tx, [terms.userId]);
    return effectiveDay;
  }

  private nextDay(): string {
    return utcDay(this.clock.now() + HOUR_MS + DAY_MS);
  }
}
