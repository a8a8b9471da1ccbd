import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { MadePasskey, UsedPasskey } from './passkey-answer.rules.js';
import { SIGNATURES } from './signatures.js';

/** For whom a passkey signs. */
export interface PasskeySite {
  /** Host of the site, without its port. */
  id: string;
  origin: string;
}

/** What an authenticator says about itself at a use. */
export interface PasskeyUsed {
  counter: number;
  isBackedUp: boolean;
}

/** What is kept of a passkey that was made. */
export interface PasskeyMade {
  /** Of the credential, as the browser writes it. */
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  canBeBackedUp: boolean;
  isBackedUp: boolean;
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Null when the answer is not this passkey's, not for this site and challenge, or nobody was verified. */
export async function readUse(
  site: PasskeySite,
  passkey: { credentialId: string; publicKey: Uint8Array },
  { answer, challenge }: { answer: UsedPasskey; challenge: string },
): Promise<PasskeyUsed | null> {
  const { userHandle: _named, ...response } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      // Its counter is held against the row when the use is noted: of two uses at once one goes on.
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    });
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return verified ? { counter: newCounter, isBackedUp: credentialBackedUp } : null;
  } catch {
    return null;
  }
}

/** Null when it was not made for this site and challenge, nobody was verified, or it came with certificates. */
export async function readMade(
  site: PasskeySite,
  { made, challenge }: { made: MadePasskey; challenge: string },
): Promise<PasskeyMade | null> {
  try {
    if (!isWithoutCertificates(made)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response: { ...made.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
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

/** We ask for none. A certificate names addresses of lists of revoked ones, and nobody tells our server where to call. */
function isWithoutCertificates({ response }: MadePasskey): boolean {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}
