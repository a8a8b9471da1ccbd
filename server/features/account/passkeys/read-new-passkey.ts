import { Injectable } from '@nestjs/common';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { Clock } from '../../../platform/clock/clock.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { challengeOf, type MadePasskey, readMadePasskey } from './passkey-answer.rules.js';
import { PasskeyChallengesStore } from './passkey-challenges.store.js';
import type { NewPasskey } from './passkeys.store.js';
import { RelyingParty } from './relying-party.js';
import { SIGNATURES } from './signatures.js';

type KeyMade = Omit<NewPasskey, 'userId' | 'name' | 'at'>;

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
  async execute({ userId, sessionId }: CurrentSession, given: { answer: string; caller: Caller }): Promise<KeyMade> {
    const made = readMadePasskey(given.answer);
    const challenge = made && challengeOf(made);
    if (!challenge) return this.refuse(userId, given.caller);
    const asked = await this.challenges.use(challenge, 'registration', new Date(this.clock.now()));
    if (!asked) throw new Refusal('account.passkey-expired');
    const isOwn = asked.userId === userId && asked.sessionId === sessionId;
    const key = isOwn ? await this.read(made, challenge) : null;
    return key ?? this.refuse(userId, given.caller);
  }

  private async read(made: MadePasskey, challenge: string): Promise<KeyMade | null> {
    try {
      if (!isWithoutCertificates(made)) return null;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { ...made, response: { ...made.response, transports: [] }, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: SIGNATURES,
      });
      if (!verified || registrationInfo.credential.id !== made.id) return null;
      const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: (made.response.transports ?? []).filter((word) => TRANSPORTS.has(word)),
        canBeBackedUp: credentialDeviceType === 'multiDevice',
        isBackedUp: credentialBackedUp,
      };
    } catch {
      return null;
    }
  }

  private async refuse(userId: string, caller: Caller): Promise<never> {
    await this.noteIncident.execute({ kind: 'passkey-wrong', userId, caller, about: 'registration' });
    throw new Refusal('account.passkey-not-added');
  }
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** We ask for none. A certificate names addresses of lists of revoked ones, and nobody tells our server where to call. */
function isWithoutCertificates({ response }: MadePasskey): boolean {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
