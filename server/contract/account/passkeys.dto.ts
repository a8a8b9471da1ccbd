import { OptionalText, PlainText } from '../text-fields.js';
import { PASSKEY_ANSWER_MAX, ProofFields } from './proofs.dto.js';

/** Of a passkey's name, in UTF-16 units. */
export const PASSKEY_NAME_MAX = 60;
/** Passkeys of one user. */
export const PASSKEYS_MAX = 10;

/** Asks for the options under which the caller's browser makes a passkey. */
export class PasskeyOptionsRequest extends ProofFields {}

export class AddPasskeyRequest {
  /** By which its owner knows it again. */
  @PlainText(PASSKEY_NAME_MAX)
  name: string;
  /** What the browser answered (`RegistrationResponseJSON` of the standard), as JSON text. */
  @PlainText(PASSKEY_ANSWER_MAX)
  passkey: string;
}

export class RenamePasskeyRequest {
  @PlainText(20)
  id: string;
  @PlainText(PASSKEY_NAME_MAX)
  name: string;
}

export class RemovePasskeyRequest extends ProofFields {
  @PlainText(20)
  id: string;
}

export class PasskeyLoginOptionsRequest {
  /** Who wants to log in, as `user/login` takes it. Missing: whoever the passkey belongs to. */
  @OptionalText(254)
  user_string?: string;
  @OptionalText(8)
  areacode?: string;
  @OptionalText(8)
  area_code?: string;
}

export class PasskeyLoginRequest {
  /** What the browser answered (`AuthenticationResponseJSON` of the standard), as JSON text. */
  @PlainText(PASSKEY_ANSWER_MAX)
  passkey: string;
}

export class PasskeyView {
  id: string;
  name: string;
  /** 1: its maker keeps a copy of it for its owner's other devices. */
  backed_up: number;
  created_at: string;
  /** Empty: never. */
  last_used_at: string;
}

/** Names of a standard's fields are the standard's: the browser takes the object as it is. Source: WebAuthn Level 3, 5.4. */
export class PasskeyCreationView {
  rp: PasskeySiteView;
  user: PasskeyUserView;
  challenge: string;
  pubKeyCredParams: PasskeyAlgorithmView[];
  /** Milliseconds. */
  timeout: number;
  /** Those of the user, so that no device makes a second one. */
  excludeCredentials: PasskeyCredentialView[];
  authenticatorSelection: PasskeySelectionView;
  attestation: string;
}

/** Source: WebAuthn Level 3, 5.5. */
export class PasskeyRequestView {
  challenge: string;
  /** Milliseconds. */
  timeout: number;
  rpId: string;
  /** None: any passkey that the browser has for the site. */
  allowCredentials: PasskeyCredentialView[];
  userVerification: string;
}

export class PasskeySiteView {
  id: string;
  name: string;
}

export class PasskeyUserView {
  /** Says nothing about the user to whoever reads it. */
  id: string;
  name: string;
  displayName: string;
}

export class PasskeyAlgorithmView {
  /** Its COSE number. */
  alg: number;
  type: string;
}

export class PasskeyCredentialView {
  id: string;
  type: string;
  transports: string[];
}

export class PasskeySelectionView {
  residentKey: string;
  requireResidentKey: boolean;
  userVerification: string;
}
