import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { Refusal } from '../../platform/http/refusal.js';
import { CheckFundPassword, HasFundPassword } from '../security/index.js';
import { ConfirmationCodes } from '../codes/index.js';

export interface Proof {
  /** Null where a client has no field for it. */
  fundPassword: string | null;
  code: string;
}

/** That it is the user himself: the fund password and a fresh code. */
@Injectable()
export class ProvePerson {
  constructor(
    private readonly password: CheckFundPassword,
    private readonly hasPassword: HasFundPassword,
    private readonly codes: ConfirmationCodes,
  ) {}

  /**
   * Before the transaction, so that a wrong try counts. Without a fund password in the form there must at least be
   * one: whoever has none is sent to set one first.
   */
  async check(userId: string, { fundPassword, code }: Proof): Promise<void> {
    if (fundPassword !== null) await this.password.execute(userId, fundPassword);
    else if (!(await this.hasPassword.execute(userId))) throw new Refusal('account.fund-password-missing');
    await this.codes.check(userId, code);
  }

  /** Inside it: the code is used up. */
  use(tx: Transaction, userId: string, { code }: Proof): Promise<void> {
    return this.codes.use(tx, userId, code);
  }
}
