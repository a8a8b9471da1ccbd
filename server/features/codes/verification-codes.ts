import { Injectable } from '@nestjs/common';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Clock } from '../../platform/clock/clock.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Refusal } from '../../platform/http/refusal.js';
import { type CodeName, CodesStore } from './codes.store.js';
import { LimitsStore, SecretBox } from '../users/index.js';

const LIFE_MS = 600_000;
const TRIES = 5;
const CODE = /^[0-9]{6}$/;
const DAY_SECONDS = 86_400;
/** Wrong tries over all codes of one target and purpose: without this, new codes would bring new tries without end. */
const WRONG_WINDOWS = [
  { seconds: DAY_SECONDS, most: 10 },
  { seconds: 30 * DAY_SECONDS, most: 30 },
];

/** Codes of six digits that prove who reads a mailbox or a phone. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly store: CodesStore,
    private readonly limits: LimitsStore,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Makes a code; the one before it for the same target and purpose is gone. Only its digest is kept. */
  async issue(name: CodeName): Promise<string> {
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    const now = this.clock.now();
    const expiresAt = new Date(now + LIFE_MS);
    await this.store.put({ ...name, hash: this.digest(name, code), tries: TRIES, at: new Date(now), expiresAt });
    return code;
  }

  /**
   * Looks at a code without using it up; a wrong one costs a try at once. Call before the transaction that uses it,
   * so that the try is counted whatever becomes of the transaction.
   * @throws Refusal `account.code-required` for another form, `account.code-wrong` for every other cause.
   */
  async check(name: CodeName, code: string): Promise<void> {
    if (!CODE.test(code)) throw new Refusal('account.code-required');
    const now = new Date(this.clock.now());
    const limited = { kind: 'code-wrong', subject: `${name.purpose} ${name.target}` };
    if ((await this.limits.take(limited, WRONG_WINDOWS, now)) > 0) throw new Refusal('account.code-wrong');
    const kept = await this.store.takeTry(name, now);
    const given = this.digest(name, code);
    if (!kept || !timingSafeEqual(kept, given)) throw new Refusal('account.code-wrong');
    await this.store.giveTryBack(name, given);
    await this.limits.giveBack(limited, now);
  }

  /**
   * Uses the code up inside the transaction that it allows: of two that bring the same code one goes on.
   * @throws Refusal `account.code-wrong`.
   */
  async use(tx: Transaction, name: CodeName, code: string): Promise<void> {
    const isUsed = await this.store.use(tx, name, this.digest(name, code), new Date(this.clock.now()));
    if (!isUsed) throw new Refusal('account.code-wrong');
  }

  private digest({ target, purpose }: CodeName, code: string): Buffer {
    return this.box.digest('code', purpose, target, code);
  }
}
