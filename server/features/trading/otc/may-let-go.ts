import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetHolds } from '../../account/notices/index.js';
import { HasFundPassword } from '../../account/security/index.js';

export interface OtcParties {
  takerId: string;
  buyerId: string;
  sellerId: string;
}

/**
 * Whether somebody's coins may go to another user now. They wait after a change of the account's security as withdrawals do:
 * who has got hold of a session and a mailbox would otherwise sell what cannot be withdrawn. And they go by the fund password
 * alone, so that it has to be one that more than the login has set.
 */
@Injectable()
export class MayLetGo {
  constructor(
    private readonly getHolds: GetHolds,
    private readonly hasFundPassword: HasFundPassword,
  ) {}

  /** @throws Refusal `account.fund-password-plain`, `otc.seller-held`. */
  async assert(userId: string, tx?: Transaction): Promise<void> {
    await this.hasFundPassword.assertNotPlain(userId, tx);
    const ends = (await this.getHolds.execute(userId, tx)).map(({ until }) => until.getTime());
    if (ends.length > 0) throw new Refusal('otc.seller-held', { until: wireTime(new Date(Math.max(...ends))) });
  }

  /**
   * Before an order, which its seller releases and its buyer gives in by the fund password: who sets the first one while
   * somebody waits begins a hold. The reason is said to whom it is about, alone.
   * @throws Refusal of the taker `account.fund-password-missing`, of one who sells as {@link assert}; of the other side
   * `otc.not-offered`.
   */
  async assertBoth({ takerId, buyerId, sellerId }: OtcParties, tx?: Transaction): Promise<void> {
    const other = takerId === buyerId ? sellerId : buyerId;
    await this.assertOne(takerId, { sells: takerId === sellerId, tx });
    try {
      await this.assertOne(other, { sells: other === sellerId, tx });
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('otc.not-offered') : error;
    }
  }

  private async assertOne(userId: string, { sells, tx }: { sells: boolean; tx: Transaction | undefined }) {
    if (sells) await this.assert(userId, tx);
    if (!(await this.hasFundPassword.execute(userId, tx))) throw new Refusal('account.fund-password-missing');
  }
}
