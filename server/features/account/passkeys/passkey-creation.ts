import type { PasskeyCreationView } from '../../../contract/account/passkeys.dto.js';
import { ASKED_MS, described } from './ask-passkey.js';
import { SIGNATURES } from './signatures.js';

interface Asked {
  site: { id: string; name: string };
  user: { handle: Buffer; name: string };
  challenge: string;
  /** Those that there are, so that no device makes a second one. */
  own: { credentialId: string; transports: string[] }[];
}

/** What a browser makes a passkey under. */
export function creationFor({ site, user, challenge, own }: Asked): PasskeyCreationView {
  return {
    rp: { id: site.id, name: site.name },
    user: { id: user.handle.toString('base64url'), name: user.name, displayName: user.name },
    challenge,
    pubKeyCredParams: SIGNATURES.map((alg) => ({ alg, type: 'public-key' })),
    timeout: ASKED_MS,
    excludeCredentials: own.map(described),
    // Without a name typed first, and never by whoever merely found the device.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}
