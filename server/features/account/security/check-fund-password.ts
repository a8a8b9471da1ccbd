import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { type FundPasswordTry, FundPasswordsStore } from './fund-passwords.store.js';
import { PasswordHasher } from './password-hasher.js';
import { isPin } from './password.rules.js';

const DAY_SECONDS = 86_400;
const MISSING = 'account.fund-password-missing';
/** Five wrong ones lock for a day; the third lock in 30 days stays. */
const LOCK_RULE = { triesMax: 5, lockSeconds: DAY_SECONDS, locksMax: 3, locksSpanSeconds: 30 * DAY_SECONDS };

/** Whether a user knows its fund password. */
@Injectable()
export class CheckFundPassword {
  constructor(
    private readonly store: FundPasswordsStore,
    private readonly hasher: PasswordHasher,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /**
   * As {@link execute}, for what leads money to others, or gives all out that is kept of the account, by the fund password alone. What is
   * refused anyway is no try.
   * @throws Refusal `account.fund-password-plain`, those of {@link execute}.
   */
  async toLetGo(userId: string, pin: string, caller: Caller): Promise<void> {
    if ((await this.store.isPlain(userId)) === true) throw new Refusal('account.fund-password-plain');
    await this.execute(userId, pin, caller);
  }

  /**
   * Call it before the transaction of the command opens, never inside: the try has to be counted whatever becomes of
   * the command, and hashing takes too long to hold locks meanwhile.
   * @returns the hash that it was found to match, for whoever replaces it.
   * @throws Refusal `account.fund-password-missing`, `-format`, `-wrong`, `-locked`, `-stays-locked`.
   */
  async execute(userId: string, pin: string, caller: Caller): Promise<string> {
    const now = this.clock.now();
    if (!isPin(pin)) throw new Refusal('account.fund-password-format');
    const taken = await this.store.takeTry(userId, new Date(now), LOCK_RULE);
    if (!taken) {
      const reason = await this.reason(userId, now);
      if (reason.code !== MISSING) await this.wasWrong(userId, caller, 'locked');
      throw reason;
    }
    if (!(await this.hasher.verify(taken.hash, pin))) {
      await this.wasWrong(userId, caller);
      if (!taken.isLast) throw new Refusal('account.fund-password-wrong');
      await this.noteIncident.fundPasswordLocked(userId, caller);
      throw await this.reason(userId, now);
    }
    return this.forgive(userId, pin, taken);
  }

  /**
   * The try counts no more. A hash of former parameters or of a former pepper is made anew; one that another right entry
   * renewed meanwhile is looked at again, so that neither of the two tries stays counted.
   */
  private async forgive(userId: string, pin: string, taken: FundPasswordTry): Promise<string> {
    const renewed = await this.hasher.renewed(taken.hash, pin);
    if (await this.store.forgive(userId, taken, renewed)) return renewed ?? taken.hash;
    const hash = renewed === null ? null : await this.store.hashOf(userId);
    if (hash === null || !(await this.hasher.verify(hash, pin))) return taken.hash;
    await this.store.forgive(userId, { ...taken, hash }, null);
    return hash;
  }

  private async wasWrong(userId: string, caller: Caller, about = ''): Promise<void> {
    await this.noteIncident.execute({ kind: 'fund-password-wrong', userId, caller, about });
  }

  private async reason(userId: string, now: number): Promise<Refusal> {
    const lock = await this.store.lockOf(userId);
    if (!lock) return new Refusal(MISSING);
    if (lock.staysLocked) return new Refusal('account.fund-password-stays-locked');
    const hours = Math.ceil(((lock.lockedUntil?.getTime() ?? now) - now) / 3_600_000);
    return new Refusal('account.fund-password-locked', { hours: Math.max(1, hours) });
  }
}
