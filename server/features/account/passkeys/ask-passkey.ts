import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { PasskeyCredentialView, PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type ChallengePurpose, PasskeyChallengesStore } from './passkey-challenges.store.js';
import type { PasskeyRow } from './passkeys.store.js';
import { RelyingParty } from './relying-party.js';

/** People look for their phone meanwhile. */
export const ASKED_MS = 300_000;
const CHALLENGE_BYTES = 32;

/** Gives a browser what a passkey has to sign, good once and for five minutes. */
@Injectable()
export class AskPasskey {
  constructor(
    private readonly challenges: PasskeyChallengesStore,
    private readonly site: RelyingParty,
    private readonly clock: Clock,
  ) {}

  /** @param allowed none: any passkey of the site. */
  async execute(purpose: ChallengePurpose, allowed: PasskeyRow[]): Promise<PasskeyRequestView> {
    return {
      challenge: await this.challenge(purpose),
      timeout: ASKED_MS,
      rpId: this.site.id,
      allowCredentials: allowed.map(described),
      userVerification: 'required',
    };
  }

  /** A new one, kept for its purpose. */
  async challenge(purpose: ChallengePurpose): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const now = this.clock.now();
    await this.challenges.put(challenge, purpose, { at: new Date(now), expiresAt: new Date(now + ASKED_MS) });
    return challenge;
  }
}

/** As the standard describes a passkey to a browser. */
export function described({
  credentialId,
  transports,
}: Pick<PasskeyRow, 'credentialId' | 'transports'>): PasskeyCredentialView {
  return { id: credentialId, type: 'public-key', transports };
}
