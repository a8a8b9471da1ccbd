import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { plainAct } from '../codes/index.js';
import { CheckFundPassword, HasFundPassword, type Proof, type Proven, RequireFreshProof } from '../security/index.js';
import type { Caller } from '../users/index.js';

/** That a user is at hand who makes a key: a session alone does not. It ends one (decision 206). */
@Injectable()
export class ProveOwner {
  constructor(
    private readonly hasFundPassword: HasFundPassword,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly requireFreshProof: RequireFreshProof,
  ) {}

  /**
   * The fund password and a fresh proof of making a key. Before the transaction, so that a wrong try counts; {@link Proven.useUp} belongs
   * inside it.
   * @throws Refusal `account.fund-password-missing` and those of {@link CheckFundPassword} and {@link RequireFreshProof}.
   */
  async wholly(
    userId: string,
    given: { sessionId: string; fundPassword: string; proofs: Proof[]; caller: Caller },
  ): Promise<Proven> {
    const { sessionId, fundPassword, proofs, caller } = given;
    if (!(await this.hasFundPassword.execute(userId))) throw new Refusal('account.fund-password-missing');
    await this.checkFundPassword.execute(userId, fundPassword, caller);
    return this.requireFreshProof.execute({ userId, sessionId, act: plainAct('api-key'), proofs, caller });
  }
}
