import { Injectable, type OnModuleInit } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { PasskeyCreationView, PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ASKED_MS, creationFor, described } from '../../account/passkeys/index.js';
import { PruneAccounts } from '../../account/users/index.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { DeskRelyingParty } from './desk-relying-party.js';
import { DeskTries } from './desk-tries.js';
import { type DeskChallenge, type OperatorPasskeyRow, OperatorPasskeysStore } from './operator-passkeys.store.js';
import type { AtDesk } from './prove-at-desk.js';

/** A login is asked for by nobody in particular. */
export const ANYBODY = { purpose: 'login', operatorId: null, sessionId: null } as const;
const CHALLENGE_BYTES = 32;
const CHALLENGE_RETENTION_DAYS = 1;

/** Gives an operator's browser what a passkey has to sign, good once and for five minutes. */
@Injectable()
export class AskOperatorPasskey implements OnModuleInit {
  constructor(
    private readonly store: OperatorPasskeysStore,
    private readonly site: DeskRelyingParty,
    private readonly tries: DeskTries,
    private readonly log: AuditLog,
    private readonly pruneAccounts: PruneAccounts,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(CHALLENGE_RETENTION_DAYS, (before, most) => this.store.pruneChallenges(before, most));
  }

  /** For a login; it names nobody. Networks have a count of their own for it. @throws Refusal `operations.locked`. */
  async forLogin(caller: Actor): Promise<PasskeyRequestView> {
    await this.tries.beginPasskey(caller, new Date(this.clock.now()));
    return this.request(ANYBODY, []);
  }

  /** For a proof that the operator is at hand, by any passkey of theirs. @throws Refusal `account.passkey-unknown`. */
  async forProof(actor: AtDesk): Promise<PasskeyRequestView> {
    const { operatorId, sessionId } = actor;
    const own = await this.store.list(operatorId);
    if (own.length === 0) throw new Refusal('account.passkey-unknown');
    await this.log.recordLook(actor, { action: 'operator.passkey-ask', subject: 'operator', subjectId: operatorId });
    return this.request({ purpose: 'proof', operatorId, sessionId }, own);
  }

  private async request(asked: DeskChallenge, allowed: OperatorPasskeyRow[]): Promise<PasskeyRequestView> {
    return {
      challenge: await this.challenge(asked),
      timeout: ASKED_MS,
      rpId: this.site.id,
      allowCredentials: allowed.map(described),
      userVerification: 'required',
    };
  }

  /** What the browser makes a passkey under. */
  async forNew(asked: DeskChallenge & { operatorId: string }, login: string): Promise<PasskeyCreationView> {
    return creationFor({
      site: this.site,
      user: { handle: this.site.handleOf(asked.operatorId), name: `desk ${login}` },
      challenge: await this.challenge(asked),
      own: await this.store.list(asked.operatorId),
    });
  }

  private async challenge(asked: DeskChallenge): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const now = this.clock.now();
    await this.store.putChallenge(challenge, asked, { at: new Date(now), expiresAt: new Date(now + ASKED_MS) });
    return challenge;
  }
}
