import { Injectable } from '@nestjs/common';
import type { OtcPaymentView } from '../../../contract/trading/otc-market.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { SecurityLog } from '../../account/notices/index.js';
import type { Caller } from '../../account/users/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { WalletActs } from '../../wallet/balances/index.js';
import { PaymentsStore } from './payments.store.js';

/** Where a user is paid, or meets whom cash is handed over to, looked at and taken away. */
@Injectable()
export class ManagePaymentMethods {
  constructor(
    private readonly store: PaymentsStore,
    private readonly levels: VerificationLevels,
    private readonly acts: WalletActs,
    private readonly commands: IdempotentCommands,
    private readonly log: SecurityLog,
    private readonly clock: Clock,
  ) {}

  async list(userId: string): Promise<OtcPaymentView[]> {
    const [rows, holder] = await Promise.all([this.store.list(userId), this.levels.nameOf(userId)]);
    return rows.map((row) => ({ ...row, holder: holder ?? '' }));
  }

  /** @throws Refusal `otc.payment-missing`, `otc.payment-advertised`. */
  async remove({
    userId,
    id,
    key,
    caller,
  }: {
    userId: string;
    id: string;
    key: string | null;
    caller: Caller;
  }): Promise<void> {
    await this.commands.run({ userId, route: 'ctc/payment/delete', key, body: { id } }, async (tx) => {
      await this.acts.lockUser(tx, userId);
      if (await this.store.isAdvertised(tx, userId, id)) throw new Refusal('otc.payment-advertised');
      const gone = await this.store.remove(tx, { userId, id, at: new Date(this.clock.now()) });
      if (!gone) throw new Refusal('otc.payment-missing');
      await this.log.note(tx, userId, 'otc-payment-removed', caller, id);
    });
  }
}
