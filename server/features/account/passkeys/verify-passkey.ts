import { Injectable } from '@nestjs/common';
import type { RefusalCode } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { challengeOf, readUsedPasskey, type UsedPasskey } from './passkey-answer.rules.js';
import { PasskeyChallengesStore, type UsedChallenge } from './passkey-challenges.store.js';
import { type PasskeyUsed, readUse } from './passkey-signatures.js';
import { type PasskeyRow, PasskeysStore } from './passkeys.store.js';
import { RelyingParty } from './relying-party.js';

export interface PasskeyUse {
  /** What the browser answered, as JSON text. */
  answer: string;
  purpose: 'login' | 'proof';
  /** Whether what was signed had been given out for just this. */
  isMeant: (asked: UsedChallenge) => boolean;
  /** Whom a wrong one concerns, where that is known before the passkey is; else null. */
  userId: string | null;
  caller: Caller;
}

const WRONG: Record<PasskeyUse['purpose'], RefusalCode> = {
  login: 'account.passkey-login-failed',
  proof: 'account.passkey-proof-wrong',
};

/** Finds the passkey that signed what we had given out. The one place that looks at a signature of a passkey. */
@Injectable()
export class VerifyPasskey {
  constructor(
    private readonly passkeys: PasskeysStore,
    private readonly challenges: PasskeyChallengesStore,
    private readonly site: RelyingParty,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses up what was given out, right or wrong.
   * @throws Refusal `account.passkey-login-failed` or `account.passkey-proof-wrong`, `account.passkey-expired`,
   *   `account.passkey-copied`.
   */
  async execute(use: PasskeyUse): Promise<PasskeyRow> {
    const answer = readUsedPasskey(use.answer);
    const challenge = answer && challengeOf(answer);
    if (!challenge) return this.refuse('passkey-wrong', WRONG[use.purpose], use.userId, use);
    const at = new Date(this.clock.now());
    const asked = await this.challenges.use(challenge, use.purpose, at);
    // Nobody is accused of what a slow finger does.
    if (!asked) throw new Refusal('account.passkey-expired');
    const passkey = await this.passkeys.byCredential(answer.id);
    const userId = use.userId ?? passkey?.userId ?? null;
    const signed = passkey && isAllowed(passkey, asked, use) ? await this.signed(passkey, answer, challenge) : null;
    if (!passkey || !signed) return this.refuse('passkey-wrong', WRONG[use.purpose], userId, use);
    const isNew = await this.passkeys.use(passkey.id, { ...signed, at });
    if (!isNew) return this.refuse('passkey-copied', 'account.passkey-copied', userId, use);
    return passkey;
  }

  /** What the authenticator says about itself; null as {@link readUse}, or when it named somebody else. */
  private async signed(passkey: PasskeyRow, answer: UsedPasskey, challenge: string): Promise<PasskeyUsed | null> {
    const { userHandle } = answer.response;
    if (userHandle && !this.site.isHandleOf(passkey.userId, userHandle)) return null;
    return readUse(this.site, passkey, { answer, challenge });
  }

  private async refuse(
    kind: 'passkey-wrong' | 'passkey-copied',
    code: RefusalCode,
    userId: string | null,
    { caller, purpose }: PasskeyUse,
  ): Promise<never> {
    await this.noteIncident.execute({ kind, userId, caller, about: purpose });
    throw new Refusal(code);
  }
}

function isAllowed({ userId }: PasskeyRow, asked: UsedChallenge, { isMeant }: PasskeyUse): boolean {
  return isMeant(asked) && (!asked.isNamed || asked.userId === userId);
}
