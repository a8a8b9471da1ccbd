import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ConfirmedAct } from '../../account/codes/index.js';
import {
  CheckFundPassword,
  HasFundPassword,
  type Proof,
  type Proven,
  RequireFreshProof,
} from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';

/** What somebody brings who wants to move money: the fund password and a fresh proof. */
export interface PersonProof {
  sessionId: string;
  /** Null where a client sent none. */
  fundPassword: string | null;
  proofs: Proof[];
  caller: Caller;
}

/** That it is the user in person: the fund password, and a fresh proof of this very act. */
@Injectable()
export class ProvePerson {
  constructor(
    private readonly checkFundPassword: CheckFundPassword,
    private readonly hasFundPassword: HasFundPassword,
    private readonly requireFreshProof: RequireFreshProof,
  ) {}

  /**
   * Before the transaction, so that a wrong try counts; {@link Proven.useUp} belongs inside it. The forms of old clients have no
   * field for the fund password beside a new address: there a code that was sent to such a client does without it.
   * @throws Refusal `account.fund-password-missing` where none is set, and those of {@link CheckFundPassword} and
   * {@link RequireFreshProof}.
   */
  async check(userId: string, act: ConfirmedAct, given: PersonProof): Promise<Proven> {
    const { sessionId, fundPassword, proofs, caller } = given;
    if (!(await this.hasFundPassword.execute(userId))) throw new Refusal('account.fund-password-missing');
    const isLeftOut = act.act === 'address' && !fundPassword && proofs.some(({ kind }) => kind === 'code');
    if (!isLeftOut) await this.checkFundPassword.execute(userId, fundPassword ?? '', caller);
    const proven = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    if (isLeftOut && !proven.isPlain) throw new Refusal('account.fund-password-format');
    return proven;
  }
}
