import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { challengeOf, readMadePasskey } from './passkey-answer.rules.js';
import { PasskeyChallengesStore } from './passkey-challenges.store.js';
import { type PasskeyMade, readMade } from './passkey-signatures.js';
import { RelyingParty } from './relying-party.js';

/** Reads the passkey that a browser has made under the options of this very session. */
@Injectable()
export class ReadNewPasskey {
  constructor(
    private readonly challenges: PasskeyChallengesStore,
    private readonly site: RelyingParty,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `account.passkey-not-added`, `account.passkey-expired`. */
  async execute(
    { userId, sessionId }: CurrentSession,
    given: { answer: string; caller: Caller },
  ): Promise<PasskeyMade> {
    const made = readMadePasskey(given.answer);
    const challenge = made && challengeOf(made);
    if (!challenge) return this.refuse(userId, given.caller);
    const asked = await this.challenges.use(challenge, 'registration', new Date(this.clock.now()));
    if (!asked) throw new Refusal('account.passkey-expired');
    const isOwn = asked.userId === userId && asked.sessionId === sessionId;
    const key = isOwn ? await readMade(this.site, { made, challenge }) : null;
    return key ?? this.refuse(userId, given.caller);
  }

  private async refuse(userId: string, caller: Caller): Promise<never> {
    await this.noteIncident.execute({ kind: 'passkey-wrong', userId, caller, about: 'registration' });
    throw new Refusal('account.passkey-not-added');
  }
}
