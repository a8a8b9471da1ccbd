import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type MerchantNoticeKind, WriteNotices } from '../../account/notices/index.js';
import { MerchantsStore } from './merchants.store.js';

const NOTICES = {
  admitted: 'merchant-admitted',
  refused: 'merchant-refused',
  suspended: 'merchant-suspended',
} satisfies Record<string, MerchantNoticeKind>;

export interface MerchantDecision {
  status: keyof typeof NOTICES;
  /** Empty where somebody is let in. */
  reason: string;
}

/** Writes down what was decided of a merchant, takes adverts away from who may not have them, and tells the user. */
@Injectable()
export class DecideMerchant {
  constructor(
    private readonly store: MerchantsStore,
    private readonly writeNotices: WriteNotices,
    private readonly clock: Clock,
  ) {}

  /** Call late in the transaction that has the merchant: it holds the user's stream of events until the end. */
  async execute(tx: Transaction, userId: string, { status, reason }: MerchantDecision): Promise<void> {
    const at = new Date(this.clock.now());
    await this.store.decide(tx, userId, { status, reason, at });
    if (status !== 'admitted') await this.store.hideAdverts(tx, userId, at);
    const parameters: Record<string, string> = status === 'admitted' ? {} : { reason };
    await this.writeNotices.execute(tx, [{ userId, kind: NOTICES[status], parameters, at }]);
  }
}
