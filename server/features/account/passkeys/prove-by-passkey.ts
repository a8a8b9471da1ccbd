import { Injectable } from '@nestjs/common';
import type { PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ConfirmedAct, confirmedText } from '../codes/index.js';
import type { PasskeyAnswer, PasskeyProofs } from '../security/index.js';
import { AskPasskey } from './ask-passkey.js';
import { PasskeysStore } from './passkeys.store.js';
import { VerifyPasskey } from './verify-passkey.js';

/** Proves a user by one of its passkeys, for one act with its amount and target. */
@Injectable()
export class ProveByPasskey implements PasskeyProofs {
  constructor(
    private readonly passkeys: PasskeysStore,
    private readonly askPasskey: AskPasskey,
    private readonly verifyPasskey: VerifyPasskey,
  ) {}

  has(userId: string): Promise<boolean> {
    return this.passkeys.has(userId);
  }

  /** What is to be signed by any passkey of the user's. @throws Refusal `account.passkey-unknown`: there is none. */
  async ask(userId: string, act: ConfirmedAct): Promise<PasskeyRequestView> {
    const own = await this.passkeys.list(userId);
    if (own.length === 0) throw new Refusal('account.passkey-unknown');
    return this.askPasskey.execute({ purpose: 'proof', userId, confirms: confirmedText(act) }, own);
  }

  async check(userId: string, act: ConfirmedAct, { answer, caller }: PasskeyAnswer): Promise<void> {
    const confirms = confirmedText(act);
    await this.verifyPasskey.execute({
      answer,
      purpose: 'proof',
      isMeant: (asked) => asked.userId === userId && asked.confirms === confirms,
      userId,
      caller,
    });
  }
}
