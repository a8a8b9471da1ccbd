import { Injectable } from '@nestjs/common';
import { PASSKEYS_MAX, type PasskeyCreationView } from '../../../contract/account/passkeys.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { plainAct } from '../codes/index.js';
import { type Proof, RequireFreshProof } from '../security/index.js';
import type { Caller } from '../users/index.js';
import { AskPasskey } from './ask-passkey.js';
import { creationFor } from './passkey-creation.js';
import { PasskeysStore } from './passkeys.store.js';
import { RelyingParty } from './relying-party.js';

/** Lets the browser of a user who proves to be at hand make a passkey. */
@Injectable()
export class ProposePasskey {
  constructor(
    private readonly passkeys: PasskeysStore,
    private readonly askPasskey: AskPasskey,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly site: RelyingParty,
    private readonly transactions: Transactions,
  ) {}

  /**
   * What the browser makes a passkey under; nothing changes until it is added from the same session.
   * @throws Refusal `account.passkeys-full`, those of the proof.
   */
  async execute(session: CurrentSession, proofs: Proof[], caller: Caller): Promise<PasskeyCreationView> {
    const { userId, sessionId } = session;
    const given = { userId, sessionId, act: plainAct('passkey'), proofs, caller };
    const { user, useUp } = await this.requireFreshProof.execute(given);
    const own = await this.passkeys.list(userId);
    if (own.length >= PASSKEYS_MAX) throw new Refusal('account.passkeys-full', { most: PASSKEYS_MAX });
    await this.transactions.run(useUp);
    return creationFor({
      site: this.site,
      user: { handle: this.site.handleOf(userId), name: this.site.shownName(user) },
      challenge: await this.askPasskey.challenge({ purpose: 'registration', userId, sessionId }),
      own,
    });
  }
}
