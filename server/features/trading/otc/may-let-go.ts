import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetHolds } from '../../account/notices/index.js';
import { HasFundPassword } from '../../account/security/index.js';

/**
 * Whether somebody's coins may go to another user now. They wait after a change of the account's security as withdrawals do:
 * who has got hold of a session and a mailbox would otherwise sell what cannot be withdrawn.
 */
@Injectable()
export class MayLetGo {
  constructor(
    private readonly getHolds: GetHolds,
    private readonly hasFundPassword: HasFundPassword,
  ) {}

  /** @throws Refusal `otc.seller-held`. */
  async assert(userId: string, tx?: Transaction): Promise<void> {
    const ends = (await this.getHolds.execute(userId, tx)).map(({ until }) => until.getTime());
    if (ends.length > 0) throw new Refusal('otc.seller-held', { until: wireTime(new Date(Math.max(...ends))) });
  }

  /**
   * Before an order that this user is to release by the fund password; the reason is said to the user alone.
   * @throws Refusal as {@link assert}; `account.fund-password-missing`; of somebody else `otc.not-offered`.
   */
  async assertSeller(
    userId: string,
    { isTaker, tx }: { isTaker: boolean; tx: Transaction | undefined },
  ): Promise<void> {
    try {
      await this.assert(userId, tx);
      if (!(await this.hasFundPassword.execute(userId))) throw new Refusal('account.fund-password-missing');
    } catch (error) {
      throw error instanceof Refusal && !isTaker ? new Refusal('otc.not-offered') : error;
    }
  }
}
