import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FundPasswordsStore } from './fund-passwords.store.js';
import { PasswordHasher } from './password-hasher.js';
import { isPin } from './password.rules.js';

const DAY_SECONDS = 86_400;
/** Five wrong ones lock for a day; the third lock in 30 days stays. */
const LOCK_RULE = { triesMax: 5, lockSeconds: DAY_SECONDS, locksMax: 3, locksSpanSeconds: 30 * DAY_SECONDS };

/** Whether a user knows its fund password. */
@Injectable()
export class CheckFundPassword {
  constructor(
    private readonly store: FundPasswordsStore,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Call it before the transaction of the command opens, never inside: the try has to be counted whatever becomes of
   * the command, and hashing takes too long to hold locks meanwhile.
   * @returns the hash that it was found to match, for whoever replaces it.
   * @throws Refusal `account.fund-password-missing`, `-format`, `-wrong`, `-locked`, `-stays-locked`.
   */
  async execute(userId: string, pin: string): Promise<string> {
    const now = this.clock.now();
    if (!isPin(pin)) throw new Refusal('account.fund-password-format');
    const taken = await this.store.takeTry(userId, new Date(now), LOCK_RULE);
    if (!taken) throw await this.reason(userId, now);
    if (!(await this.hasher.verify(taken.hash, pin))) {
      throw taken.isLast ? await this.reason(userId, now) : new Refusal('account.fund-password-wrong');
    }
    await this.store.forgive(userId, taken);
    return taken.hash;
  }

  private async reason(userId: string, now: number): Promise<Refusal> {
    const lock = await this.store.lockOf(userId);
    if (!lock) return new Refusal('account.fund-password-missing');
    if (lock.staysLocked) return new Refusal('account.fund-password-stays-locked');
    const hours = Math.ceil(((lock.lockedUntil?.getTime() ?? now) - now) / 3_600_000);
    return new Refusal('account.fund-password-locked', { hours: Math.max(1, hours) });
  }
}
