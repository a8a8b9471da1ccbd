import { Injectable } from '@nestjs/common';
import { base32 } from '@scure/base';
import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { authenticator, recoveryDigest, SecondFactor, totpContext } from './second-factor.js';
import { type Caller, SecretBox, type UserRow, UsersStore } from '../users/index.js';
import { SecurityLog } from '../notices/index.js';
import { TotpStore } from './totp.store.js';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 50 bits in ten letters of base 32. */
const RECOVERY_CODE_LENGTH = 10;

export interface ProposedTotp {
  /** In base 32, for typing. */
  secret: string;
  /** `otpauth:` address, for a QR code. */
  uri: string;
}

/** Turns a user's authenticator on and off. Who calls must have proven the password before. */
@Injectable()
export class SetUpTotp {
  constructor(
    private readonly store: TotpStore,
    private readonly users: UsersStore,
    private readonly factor: SecondFactor,
    private readonly box: SecretBox,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /** A secret that does nothing until the session confirms it, within ten minutes. @throws Refusal `account.totp-on`. */
  async propose(user: UserRow, sessionId: string): Promise<ProposedTotp> {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = this.box.seal(secret, totpContext(user.id));
    const isStored = await this.store.propose(user.id, sessionId, sealed);
    if (!isStored) throw new Refusal('account.totp-on');
    const label = user.username ?? user.email ?? user.phone ?? user.id;
    return { secret: base32.encode(secret), uri: authenticator(secret, label).toString() };
  }

  /**
   * Turns on what the session was proposed, with a code of it; answers the recovery codes, once. What is turned on is the very
   * secret that the code was checked against.
   * @throws Refusal `account.totp-on`, `account.totp-not-set-up`, those of {@link SecondFactor.verify}.
   */
  async confirm({ userId, sessionId }: CurrentSession, code: string, caller: Caller): Promise<string[]> {
    if (await this.factor.isOn(userId)) throw new Refusal('account.totp-on');
    const secret = await this.store.proposed(userId, sessionId);
    if (!secret) throw new Refusal('account.totp-not-set-up');
    const spend = await this.factor.verify(userId, code, caller);
    const codes = Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);
    const hashes = codes.map((text) => recoveryDigest(this.box, userId, text));
    await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, userId);
      if (!user) throw new Refusal('session.required');
      await spend(tx);
      const isOn = await this.store.confirm(tx, { userId, sessionId, secret }, hashes);
      if (!isOn) throw new Refusal('account.totp-not-set-up');
      await this.log.record(tx, user, 'totp-on', caller);
    });
    return codes;
  }

  /**
   * Turns it off with a code of the authenticator or a recovery code.
   * @param alongside what else is proven, in the same transaction; it locks the user.
   */
  async disable(
    user: UserRow,
    { code, caller }: { code: string; caller: Caller },
    alongside: (within: Transaction) => Promise<void>,
  ): Promise<void> {
    if (!(await this.factor.isOn(user.id))) throw new Refusal('account.totp-not-set-up');
    const spend = await this.factor.verify(user.id, code, caller);
    await this.transactions.run(async (tx) => {
      await alongside(tx);
      await spend(tx);
      await this.store.remove(tx, user.id);
      await this.log.record(tx, user, 'totp-off', caller);
    });
  }
}

function drawRecoveryCode(): string {
  return base32.encode(randomBytes(SECRET_BYTES)).slice(0, RECOVERY_CODE_LENGTH);
}
