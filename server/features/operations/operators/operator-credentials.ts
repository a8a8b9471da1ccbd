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
export const INVITATION_HOURS = 72;
const STEP_SECONDS = 30;

export interface Invitation {
  credentials: Credentials;
  oneTimePassword: string;
  /** `otpauth:` address. */
  totpUri: string;
}

/** Creates and verifies operator credentials. */
@Injectable()
export class OperatorCredentials {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly box: SecretBox,
  ) {}

  /** A one-time password and an authenticator, to be handed over. */
  async invite(login: string, now: number): Promise<Invitation> {
    const secret = randomBytes(SECRET_BYTES);
    const oneTimePassword = (base32.encode(randomBytes(ONE_TIME_BYTES)).match(/.{4}/g) ?? []).join('-');
    return {
      credentials: {
        passwordHash: await this.hasher.hash(oneTimePassword),
        oneTimeUntil: new Date(now + INVITATION_HOURS * 3_600_000),
        totpSecret: this.box.seal(secret, contextOf(login)),
      },
      oneTimePassword,
      totpUri: authenticator(secret, `desk ${login}`).toString(),
    };
  }

  hash(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  /** Takes the same time whether there is such an operator or not. */
  isPassword(operator: OperatorRow | null, password: string): Promise<boolean> {
    return this.hasher.verify(operator?.passwordHash ?? null, password);
  }

  /** The time step that the code is of; null when it is wrong. Whether the step was used before, the store says. */
  stepOf({ login, totpSecret }: OperatorRow, code: string, now: number): number | null {
    if (!/^[0-9]{6}$/.test(code)) return null;
    const secret = this.box.open(totpSecret, contextOf(login));
    const delta = authenticator(secret).validate({ token: code, timestamp: now, window: 1 });
    return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
  }
}

function contextOf(login: string): string {
  return `operator totp ${login}`;
}
