import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Caller, type Contact, readEmail, readPhone, type UserRow, UsersStore } from '../users/index.js';
import { type CodeName, CodesStore } from './codes.store.js';
import { type ConfirmedAct, confirmedText } from './confirmed-act.rules.js';
import { VerificationCodes } from './verification-codes.js';

const HOUR_MS = 3_600_000;
/** Asked for by old clients, which do not say for what. It confirms a withdrawal to an own address, or a new address, and nothing else. */
const UNBOUND = 'confirm';

export interface CodeLook {
  act: ConfirmedAct;
  caller: Caller;
  /** Whether one will do that an old client asked for, without saying for what. */
  takesPlain: boolean;
}

/** A code that was right. */
export interface SeenCode {
  /** Under which it is used up, in the transaction of the act. */
  name: CodeName;
  /** It was sent without an act: its owner was told neither the amount nor the target. */
  isPlain: boolean;
}

/** Codes that were sent to a signed-in user to confirm one act, with its amount and where it leads. */
@Injectable()
export class ConfirmationCodes {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly store: CodesStore,
    private readonly users: UsersStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Where a code that proves the user may go: the e-mail address, else the phone, and never one that was bound so
   * lately that withdrawals still wait for it. Null: to none.
   */
  contactOf(user: UserRow): Contact | null {
    if (user.email && this.isOld(user.emailBoundAt)) return readEmail(user.email);
    return user.phone && this.isOld(user.phoneBoundAt) ? readPhone(user.phone, '') : null;
  }

  /**
   * Call before the transaction of the act, so that a wrong try is counted whatever becomes of it. Where one was sent for this
   * very act, no other is looked at.
   * @throws Refusal `account.code-required`, `account.code-wrong`.
   */
  async check(user: UserRow, code: string, { act, caller, takesPlain }: CodeLook): Promise<SeenCode> {
    const contact = this.contactOf(user);
    if (!contact) throw new Refusal('account.code-wrong');
    const bound = codeNameOf(user.id, act, contact);
    const plain = codeNameOf(user.id, null, contact);
    const isPlain = takesPlain && !(await this.codes.isLive(bound)) && (await this.codes.isLive(plain));
    const name = isPlain ? plain : bound;
    await this.codes.check(name, code, { by: 'owner', userId: user.id, caller });
    return { name, isPlain };
  }

  /** Looks at a code that an old client asked for. @throws Refusal `account.code-wrong`. */
  async checkUnbound(userId: string, code: string, caller: Caller): Promise<void> {
    const user = await this.users.byId(userId);
    const contact = user && this.contactOf(user);
    if (!contact) throw new Refusal('account.code-wrong');
    await this.codes.check(codeNameOf(userId, null, contact), code, { by: 'owner', userId, caller });
  }

  /** Of a user who has other contacts from now on: what was sent to the former ones proves nothing any more. */
  async end(tx: Transaction, userId: string): Promise<void> {
    await this.store.end(tx, targetOf(userId), new Date(this.clock.now()));
  }

  private isOld(boundAt: Date | null): boolean {
    const { HOLD_HOURS_CONTACT: hours } = this.config.values;
    return boundAt === null || boundAt.getTime() + hours * HOUR_MS <= this.clock.now();
  }
}

function targetOf(userId: string): string {
  return `user:${userId}`;
}

/**
 * @param act null: of an old client, which says nothing.
 * @param contact to which it goes, as the user was read: one that was asked for while the contact was changed proves by the former
 *   one, however late it is kept.
 */
export function codeNameOf(userId: string, act: ConfirmedAct | null, contact: Contact): CodeName {
  const target = targetOf(userId);
  const to = `to ${contact.key}`;
  if (act === null) return { target, purpose: UNBOUND, confirms: to };
  return { target, purpose: `${UNBOUND}.${act.act}`, confirms: `${confirmedText(act)} ${to}` };
}
