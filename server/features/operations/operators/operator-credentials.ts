import { Injectable } from '@nestjs/common';
import { base32 } from '@scure/base';
import { randomBytes } from 'node:crypto';
import { authenticator } from '../../account/codes/index.js';
import { PasswordHasher } from '../../account/security/index.js';
import { SecretBox } from '../../account/users/index.js';
import type { Credentials, OperatorRow } from './operators.store.js';

const SECRET_BYTES = 20;
/** 80 bits, in four groups of four letters. */
const ONE_TIME_BYTES = 10;
/** A one-time password is for somebody who sits at the desk's page by now. */
const INVITATION_HOURS = 1;
const STEP_SECONDS = 30;

export interface Invitation {
  credentials: Credentials;
  oneTimePassword: string;
}

export interface NewAuthenticator {
  /** Sealed. */
  secret: Buffer;
  /** `otpauth:` address. */
  uri: string;
}

/** Creates and verifies operator credentials. */
@Injectable()
export class OperatorCredentials {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly box: SecretBox,
  ) {}

  /** A one-time password, to be handed over. */
  async invite(now: number): Promise<Invitation> {
    const oneTimePassword = (base32.encode(randomBytes(ONE_TIME_BYTES)).match(/.{4}/g) ?? []).join('-');
    return {
      credentials: {
        passwordHash: await this.hasher.hash(oneTimePassword),
        oneTimeUntil: new Date(now + INVITATION_HOURS * 3_600_000),
      },
      oneTimePassword,
    };
  }

  /** For the operator's own eyes. */
  newAuthenticator(login: string): NewAuthenticator {
    const secret = randomBytes(SECRET_BYTES);
    return {
      secret: this.box.seal(secret, contextOf(login)),
      uri: authenticator(secret, `desk ${login}`).toString(),
    };
  }

  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /** Takes the same time whether there is such an operator or not. */
  isPassword(operator: OperatorRow | null, password: string): Promise<boolean> {
    return this.hasher.verify(operator?.passwordHash ?? null, password);
  }

  /** A hash of today of a password that was right; null: none is needed in the place of the one that there is. */
  renewed({ passwordHash }: OperatorRow, password: string): Promise<string | null> {
    return passwordHash === null ? Promise.resolve(null) : this.hasher.renewed(passwordHash, password);
  }

  /** The time step that the code is of; null when it is wrong, or when there is no authenticator yet. Whether the step was used before, the store says. */
  stepOf({ login, totpSecret }: OperatorRow, code: string, now: number): number | null {
    if (totpSecret === null || !/^[0-9]{6}$/.test(code)) return null;
    const secret = this.box.open(totpSecret, contextOf(login));
    const delta = authenticator(secret).validate({ token: code, timestamp: now, window: 1 });
    return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
  }
}

function contextOf(login: string): string {
  return `operator totp ${login}`;
}
