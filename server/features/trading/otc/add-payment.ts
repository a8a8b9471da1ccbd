import { Injectable } from '@nestjs/common';
import { isOtcPlace, type OtcWay } from '../../../contract/rules/otc-market.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { RecordChange } from '../../account/notices/index.js';
import { CheckFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { OpenBook } from './open-book.js';
import { PaymentsStore } from './payments.store.js';

const PAYMENTS_MAX = 10;
/** Of an account, by which its owner knows it. */
const ENDS = 4;

export interface NewPayment {
  userId: string;
  way: OtcWay;
  account: string;
  bank: string;
  branch: string;
  /** Of cash: where it is handed over; empty for other ways. */
  place: string;
  /** The fund password; null: none was sent. */
  fundPassword: string | null;
  caller: Caller;
  key: string | null;
}

type Details = Pick<NewPayment, 'userId' | 'way' | 'account' | 'bank' | 'branch' | 'place'>;

/**
 * Where a user is paid, or meets whom cash is handed over to. The holder is always who was verified: nobody types one in. Buyers send their money there, so who has
 * nothing but a session cannot add one, and the user hears of each.
 */
@Injectable()
export class AddPayment {
  constructor(
    private readonly store: PaymentsStore,
    private readonly levels: VerificationLevels,
    private readonly openBook: OpenBook,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly recordChange: RecordChange,
    private readonly commands: IdempotentCommands,
  ) {}

  /**
   * @returns its number.
   * @throws Refusal `otc.bank-missing`, `otc.place-missing`, `verification.required`, `otc.payment-full`, and those of `CheckFundPassword`.
   */
  async execute({ key, fundPassword, caller, ...given }: NewPayment): Promise<string> {
    const { userId, way, account } = given;
    if (way === 'bank' && given.bank.trim() === '') throw new Refusal('otc.bank-missing');
    if (way === 'cash' && !isOtcPlace(given.place)) throw new Refusal('otc.place-missing');
    const payment = way === 'cash' ? { ...given, bank: '', branch: '' } : { ...given, place: '' };
    const id = await this.commands.runAfter(
      { userId, route: 'ctc/payment/add', key, body: payment, reply: TEXT_REPLY },
      async () => {
        await this.levels.assertVerified(userId);
        await this.checkFundPassword.toLetGo(userId, fundPassword ?? '', caller);
      },
      async (tx) => {
        const added = await this.insert(tx, payment);
        const value = way === 'cash' ? account.trim() : `…${account.trim().slice(-ENDS)}`;
        await this.recordChange.execute(tx, { userId, kind: 'otc-payment-added', caller, value });
        return added;
      },
    );
    return id;
  }

  private async insert(tx: Transaction, payment: Details): Promise<string> {
    const at = await this.openBook.alone(tx, payment.userId);
    await this.levels.assertVerified(payment.userId, { tx });
    const known = await this.store.list(payment.userId, tx);
    if (known.length >= PAYMENTS_MAX) throw new Refusal('otc.payment-full', { most: PAYMENTS_MAX });
    return this.store.insert(tx, { ...payment, at });
  }
}
