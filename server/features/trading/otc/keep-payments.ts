import { Injectable } from '@nestjs/common';
import type { OtcPaymentView } from '../../../contract/trading/otc-market.dto.js';
import { isOtcPlace, type OtcWay } from '../../../contract/rules/otc-market.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { WalletActs } from '../../wallet/balances/index.js';
import { PaymentsStore } from './payments.store.js';

const PAYMENTS_MAX = 10;

export interface NewPayment {
  userId: string;
  way: OtcWay;
  account: string;
  bank: string;
  branch: string;
  /** Of cash: where it is handed over; empty for other ways. */
  place: string;
  key: string | null;
}

/** Where a user is paid, or meets whom cash is handed over to. The holder is always who was verified: nobody types one in. */
@Injectable()
export class KeepPayments {
  constructor(
    private readonly store: PaymentsStore,
    private readonly levels: VerificationLevels,
    private readonly acts: WalletActs,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  async list(userId: string): Promise<OtcPaymentView[]> {
    const [rows, holder] = await Promise.all([this.store.list(userId), this.levels.nameOf(userId)]);
    return rows.map((row) => ({ ...row, holder: holder ?? '' }));
  }

  /** @throws Refusal `verification.required`, `otc.payment-full`, `otc.bank-missing`, `otc.place-missing`. */
  async add({ key, ...given }: NewPayment): Promise<string> {
    const { userId, way } = given;
    if (way === 'bank' && given.bank.trim() === '') throw new Refusal('otc.bank-missing');
    if (way === 'cash' && !isOtcPlace(given.place)) throw new Refusal('otc.place-missing');
    const payment = way === 'cash' ? { ...given, bank: '', branch: '' } : { ...given, place: '' };
    return this.commands.run({ userId, route: 'ctc/payment/add', key, body: payment }, async (tx) => {
      await this.acts.lockUser(tx, userId);
      await this.levels.assertVerified(userId, { tx });
      const known = await this.store.list(userId, tx);
      if (known.length >= PAYMENTS_MAX) throw new Refusal('otc.payment-full', { most: PAYMENTS_MAX });
      return this.store.insert(tx, { ...payment, at: new Date(this.clock.now()) });
    });
  }

  /** @throws Refusal `otc.payment-missing`, `otc.payment-advertised`. */
  async remove({ userId, id, key }: { userId: string; id: string; key: string | null }): Promise<void> {
    await this.commands.run({ userId, route: 'ctc/payment/delete', key, body: { id } }, async (tx) => {
      await this.acts.lockUser(tx, userId);
      if (await this.store.isAdvertised(tx, userId, id)) throw new Refusal('otc.payment-advertised');
      const gone = await this.store.remove(tx, { userId, id, at: new Date(this.clock.now()) });
      if (!gone) throw new Refusal('otc.payment-missing');
    });
  }
}
