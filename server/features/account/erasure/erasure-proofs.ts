import { Injectable } from '@nestjs/common';
import type { CurrentSession } from '../../../platform/http/access.js';
import { plainAct } from '../codes/index.js';
import { CheckFundPassword, HasFundPassword, type Proof, type Proven, RequireFreshProof } from '../security/index.js';
import type { Caller } from '../users/index.js';

/** That it is the user who has the account closed: the login, a second factor, and the fund password where there is one. */
@Injectable()
export class ErasureProofs {
  constructor(
    private readonly hasFundPassword: HasFundPassword,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly requireFreshProof: RequireFreshProof,
  ) {}

  /** Before the transaction, so that a wrong try counts. */
  async check(
    { userId, sessionId }: CurrentSession,
    { fundPassword, proofs, caller }: { fundPassword: string; proofs: Proof[]; caller: Caller },
  ): Promise<Proven> {
    if (await this.hasFundPassword.execute(userId)) {
      await this.checkFundPassword.execute(userId, fundPassword, caller);
    }
    return this.requireFreshProof.execute({ userId, sessionId, act: plainAct('close-account'), proofs, caller });
  }
}
