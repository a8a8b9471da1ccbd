import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import {
  challengeOf,
  type PasskeyMade,
  readMade,
  readMadePasskey,
  readUse,
  readUsedPasskey,
} from '../../account/passkeys/index.js';
import type { Actor } from '../audit/index.js';
import { DeskRelyingParty } from './desk-relying-party.js';
import { DeskTries } from './desk-tries.js';
import { type DeskChallenge, type OperatorPasskeyRow, OperatorPasskeysStore } from './operator-passkeys.store.js';

/** Reads what an operator's passkey signed, or how one was made. What was given out is used up, right or wrong. */
@Injectable()
export class ReadOperatorPasskey {
  constructor(
    private readonly store: OperatorPasskeysStore,
    private readonly site: DeskRelyingParty,
    private readonly tries: DeskTries,
    private readonly clock: Clock,
  ) {}

  /**
   * The passkey that signed what was given out for just this.
   * @throws Refusal `account.passkey-login-failed`, `account.passkey-expired`, `account.passkey-copied`.
   */
  async used(text: string, asked: DeskChallenge, caller: Actor): Promise<OperatorPasskeyRow> {
    const answer = readUsedPasskey(text);
    const challenge = answer && challengeOf(answer);
    if (!challenge) return this.refuse(asked.operatorId, caller);
    const at = new Date(this.clock.now());
    if (!(await this.store.useChallenge(challenge, asked, at))) throw new Refusal('account.passkey-expired');
    const passkey = await this.store.byCredential(answer.id);
    const isOwn = passkey && (asked.operatorId === null || asked.operatorId === passkey.operatorId);
    const { userHandle } = answer.response;
    const isNamed = isOwn && (!userHandle || this.site.isHandleOf(passkey.operatorId, userHandle));
    const signed = isNamed ? await readUse(this.site, passkey, { answer, challenge }) : null;
    if (!passkey || !signed) return this.refuse(asked.operatorId ?? passkey?.operatorId ?? null, caller);
    if (!(await this.store.use(passkey.id, { ...signed, at }))) {
      await this.tries.passkeyWasWrong(passkey.operatorId, caller);
      throw new Refusal('account.passkey-copied');
    }
    return passkey;
  }

  /** @throws Refusal `account.passkey-not-added`, `account.passkey-expired`. */
  async made(text: string, asked: DeskChallenge & { operatorId: string }, caller: Actor): Promise<PasskeyMade> {
    const made = readMadePasskey(text);
    const challenge = made && challengeOf(made);
    const isAsked = challenge && (await this.store.useChallenge(challenge, asked, new Date(this.clock.now())));
    if (challenge && !isAsked) throw new Refusal('account.passkey-expired');
    const key = made && challenge ? await readMade(this.site, { made, challenge }) : null;
    if (key) return key;
    await this.tries.passkeyWasWrong(asked.operatorId, caller);
    throw new Refusal('account.passkey-not-added');
  }

  private async refuse(operatorId: string | null, caller: Actor): Promise<never> {
    await this.tries.passkeyWasWrong(operatorId, caller);
    throw new Refusal('account.passkey-login-failed');
  }
}
