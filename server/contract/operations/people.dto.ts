import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Matches } from 'class-validator';
import { OPERATOR_ROLES, type OperatorRole } from './words.js';
import { PASSKEY_NAME_MAX } from '../account/passkeys.dto.js';
import { PASSKEY_ANSWER_MAX } from '../account/proofs.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';

export class OperatorLoginRequest {
  @PlainText(64)
  login: string;

  /** At the first login, and after a reset, the one-time password. */
  @PlainText(200)
  password: string;

  /** Six digits of the authenticator. */
  @PlainText(20)
  totp: string;

  /** With a one-time password: the operator's own, at least 12 characters. */
  @OptionalText(200)
  newPassword?: string;
}

export class EnrolOperatorRequest {
  @PlainText(64)
  login: string;

  /** The one-time password, which is not used up. */
  @PlainText(200)
  password: string;
}

/** An authenticator in the place of whatever was made with the same one-time password before. */
export class EnrolmentView {
  /** `otpauth:` address, for a QR code. Nobody but the operator sees it. */
  totpUri: string;
}

export class OperatorPasskeyLoginRequest {
  /** What the browser answered (`AuthenticationResponseJSON` of the standard), as JSON text. */
  @PlainText(PASSKEY_ANSWER_MAX)
  passkey: string;
}

export class EnrolPasskeyRequest extends EnrolOperatorRequest {
  /** By which its operator knows it again. */
  @PlainText(PASSKEY_NAME_MAX)
  name: string;
  /** What the browser answered (`RegistrationResponseJSON` of the standard), as JSON text. */
  @PlainText(PASSKEY_ANSWER_MAX)
  passkey: string;
}

export class AddOperatorPasskeyRequest {
  @PlainText(PASSKEY_NAME_MAX)
  name: string;
  /** What the browser answered (`RegistrationResponseJSON` of the standard), as JSON text. */
  @PlainText(PASSKEY_ANSWER_MAX)
  passkey: string;
}

/** A passkey's answer to `me/passkeys/proof`, else the password with a code of the authenticator. */
export class DeskProofRequest {
  @OptionalText(PASSKEY_ANSWER_MAX)
  passkey?: string;
  @OptionalText(200)
  password?: string;
  @OptionalText(20)
  totp?: string;
}

export class OperatorPasskeyView {
  id: string;
  name: string;
  createdAt: number;
  /** Null: never. */
  lastUsedAt: number | null;
}

export class OperatorView {
  id: string;
  login: string;
  roles: OperatorRole[];
  /** False: by passkey alone. */
  hasPassword: boolean;
  /** `invited` until the first login. */
  status: 'invited' | 'active' | 'disabled';
  createdAt: number;
  lastLoginAt: number | null;
}

export class OperatorSessionView {
  operator: OperatorView;
  /** The session ends then, used or not. */
  expiresAt: number;
  /** It ends earlier when it is not used for so many minutes. */
  idleMinutes: number;
}

export class OperatorLoginView extends OperatorSessionView {
  /** For the raw `Authorization` header. Browsers need not keep it: the reply also sets an HttpOnly cookie. */
  token: string;
}

export class ChangeOperatorPasswordRequest {
  @PlainText(200)
  password: string;
  @PlainText(20)
  totp: string;
  @PlainText(200)
  newPassword: string;
}

export class AddOperatorRequest {
  /** 3 to 32 small letters, digits, dots and hyphens. */
  @IsString()
  @Matches(/^[a-z][a-z0-9.-]{2,31}$/)
  login: string;

  @IsArray()
  @ArrayMaxSize(OPERATOR_ROLES.length)
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(OPERATOR_ROLES, { each: true })
  roles: OperatorRole[];

  /** For the second administrator and the audit log. */
  @PlainText(500)
  @Matches(/\S.*\S/)
  reason: string;
}

export class OperatorRolesRequest {
  @IsArray()
  @ArrayMaxSize(OPERATOR_ROLES.length)
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(OPERATOR_ROLES, { each: true })
  roles: OperatorRole[];

  /** For the second administrator and the audit log. */
  @PlainText(500)
  @Matches(/\S.*\S/)
  reason: string;
}

/** Shown once, to be handed over: what a new operator, or one that was reset, logs in with for the first time. */
export class OperatorInvitationView {
  login: string;
  /** Good within an hour, for an authenticator and the first login. */
  oneTimePassword: string;
}
