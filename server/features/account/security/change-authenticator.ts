import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { plainAct, SetUpTotp } from '../codes/index.js';
import type { Caller } from '../users/index.js';
import type { Proof } from './proofs.rules.js';
import { RequireFreshProof } from './require-fresh-proof.js';

/** Turns the authenticator of a user who proves to be at hand on and off. */
@Injectable()
export class ChangeAuthenticator {
  constructor(
    private readonly setUpTotp: SetUpTotp,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly transactions: Transactions,
  ) {}

  /** A secret that does nothing until the session confirms it. @throws Refusal `account.totp-on`, those of the proof. */
  async propose({ userId, sessionId }: CurrentSession, proofs: Proof[], caller: Caller) {
    const act = plainAct('authenticator');
    const { user, useUp } = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    await this.transactions.run(useUp);
    return this.setUpTotp.propose(user, sessionId);
  }

  /** Turns it on with a code that only the proposed secret makes; answers the recovery codes, once. */
  confirm(session: CurrentSession, code: string, caller: Caller): Promise<string[]> {
    return this.setUpTotp.confirm(session, code, caller);
  }

  /** With a code of the authenticator or a recovery code beside the proof of the login. */
  async disable(
    { userId, sessionId }: CurrentSession,
    { proofs, code, caller }: { proofs: Proof[]; code: string; caller: Caller },
  ): Promise<void> {
    const act = plainAct('authenticator');
    const proven = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    await this.setUpTotp.disable(proven.user, { code, caller }, proven.useUp);
  }
}
