import { Injectable } from '@nestjs/common';
import { Secret, TOTP } from 'otpauth';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import { type Caller, isStranger, KnownClients, LimitsStore, SecretBox, wireTime } from '../users/index.js';
import { TotpStore, type UsableCode } from './totp.store.js';

const ISSUER = 'Trading';
const STEP_SECONDS = 30;
/** Of each who tries: a known device, a known address, or all strangers together. */
const WRONG_WINDOW = { seconds: 900, most: 5 };
/**
 * In any 30 days, whatever was right between them, of all that is known to the user together, and of all strangers together: guessing
 * goes on for ever within the short bound alone, and whoever is no stranger brings another name as often as there are devices.
 */
const WRONG_OF_A_MONTH = { seconds: 30 * 86_400, most: 100 };
const RECOVERY_CODE = /^[A-Z2-7]{10}$/;

/** An authenticator for the secret, as RFC 6238 describes it: SHA-1, six digits, steps of 30 s. */
export function authenticator(secret: Buffer, label = ''): TOTP {
  const bytes = Uint8Array.from(secret);
  const parameters = { algorithm: 'SHA1', digits: 6, period: STEP_SECONDS };
  return new TOTP({ issuer: ISSUER, label, ...parameters, secret: new Secret({ buffer: bytes.buffer }) });
}

/** The authenticator of a user as a second factor. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly store: TotpStore,
    private readonly limits: LimitsStore,
    private readonly box: SecretBox,
    private readonly noteIncident: NoteIncident,
    private readonly clients: KnownClients,
    private readonly clock: Clock,
  ) {}

  async isOn(userId: string, tx?: Transaction): Promise<boolean> {
    const row = await this.store.find(userId, tx);
    return row !== null && row.confirmedAt !== null;
  }

  /** Asks for the code only when it is on. @throws Refusal `account.totp-required`, `account.totp-wrong`. */
  async require(userId: string, given: string, caller: Caller): Promise<void> {
    if (await this.isOn(userId)) await this.check(userId, given, caller);
  }

  /**
   * Checks a code of the authenticator, on or still being set up, or a recovery code, and uses it up.
   * @throws Refusal as {@link verify}.
   */
  async check(userId: string, given: string, caller: Caller): Promise<void> {
    const spend = await this.verify(userId, given, caller);
    await spend();
  }

  /**
   * Checks a code of the authenticator or a recovery code, either of which is good once, and leaves it unused.
   * @returns what uses it up. Inside the transaction of the act, so that an act that comes to nothing, or that is sent
   *   again because its answer was lost, still has its code; of two acts with the same code one goes on.
   * @throws Refusal `account.totp-required`, `account.totp-wrong`, `account.totp-not-set-up`, `account.locked`, `account.totp-locked`.
   */
  async verify(userId: string, given: string, caller: Caller): Promise<(tx?: Transaction) => Promise<void>> {
    if (given === '') throw new Refusal('account.totp-required');
    const row = await this.store.find(userId);
    if (!row) throw new Refusal('account.totp-not-set-up');
    const now = this.clock.now();
    const forgive = await this.takeTry(userId, caller, new Date(now));
    const secret = this.box.open(row.secret, totpContext(userId));
    const code = this.codeOf(userId, secret, given, now);
    if (!code || !(await this.store.isLeft(userId, code))) {
      await this.noteIncident.execute({ kind: 'totp-wrong', userId, caller });
      throw new Refusal('account.totp-wrong');
    }
    await forgive();
    return async (tx) => {
      if (!(await this.store.use(userId, code, tx))) throw new Refusal('account.totp-wrong');
    };
  }

  /**
   * Counts a try before the code is looked at; strangers use up none of what is known to the user, and the other way round.
   * @returns what takes it back, when the code was right.
   */
  private async takeTry(userId: string, caller: Caller, at: Date): Promise<() => Promise<void>> {
    const by = await this.clients.nameOf(userId, caller);
    const limited = { kind: 'totp-wrong', subject: `user:${userId} ${by}` };
    const wait = await this.limits.take(limited, [WRONG_WINDOW], at);
    if (wait > 0) {
      await this.noteIncident.execute({ kind: 'totp-locked', userId, caller });
      throw new Refusal('account.locked', { minutes: Math.ceil(wait / 60) });
    }
    const ofMonth = { kind: 'totp-wrong-month', subject: `user:${userId} ${isStranger(by) ? by : 'known'}` };
    const longer = await this.limits.take(ofMonth, [WRONG_OF_A_MONTH], at);
    if (longer > 0) {
      await this.noteIncident.execute({ kind: 'totp-locked', userId, caller, about: 'month' });
      throw new Refusal('account.totp-locked', { until: wireTime(new Date(at.getTime() + longer * 1000)) });
    }
    return async () => {
      await this.limits.clear(limited);
      await this.limits.giveBack(ofMonth, at);
    };
  }

  /** Null for what is no code of this user at this instant. */
  private codeOf(userId: string, secret: Buffer, given: string, now: number): UsableCode | null {
    if (/^[0-9]{6}$/.test(given)) {
      const delta = authenticator(secret).validate({ token: given, timestamp: now, window: 1 });
      return delta === null ? null : { kind: 'step', step: Math.floor(now / 1000 / STEP_SECONDS) + delta };
    }
    const code = given.toUpperCase().replaceAll('-', '');
    if (!RECOVERY_CODE.test(code)) return null;
    return { kind: 'recovery', hashes: this.box.digests('recovery', userId, code), at: new Date(now) };
  }
}

/** What a sealed authenticator secret is bound to. */
export function totpContext(userId: string): string {
  return `totp ${userId}`;
}

/** What is kept of a recovery code. */
export function recoveryDigest(box: SecretBox, userId: string, code: string): Buffer {
  return box.digest('recovery', userId, code);
}
