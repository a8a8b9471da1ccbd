import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/errors.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { LoginTries, PASSWORD_LENGTH_MAX, PasswordHasher } from '../security/index.js';
import { OpenSession } from '../sessions/index.js';
import { SecondFactor } from '../codes/index.js';
import { type Caller, type UserName, type UserRow, UsersStore } from '../users/index.js';

export interface Login extends UserName {
  password: string;
  /** Of the authenticator, or a recovery code; empty when none was given. */
  totp: string;
  language: Language;
  caller: Caller;
}

/** Opens a session for whoever knows an account's password, and its second factor when it has one. */
@Injectable()
export class LogIn {
  constructor(
    private readonly users: UsersStore,
    private readonly hasher: PasswordHasher,
    private readonly tries: LoginTries,
    private readonly factor: SecondFactor,
    private readonly sessions: OpenSession,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Answers the session's token. Takes the same time whether the account exists or not.
   * @throws Refusal `account.login-wrong`, `account.locked`, `account.disabled`, `account.totp-required`,
   *   `account.totp-wrong`.
   */
  async execute(login: Login): Promise<string> {
    const user = login.contact || login.username ? await this.users.byName(login) : null;
    const tried = await this.tries.begin(subjectOf(user, login), login.caller.ip);
    const { password } = login;
    const isReadable = password.length > 0 && password.length <= 2 * PASSWORD_LENGTH_MAX;
    const isRight = await this.hasher.verify(isReadable ? (user?.passwordHash ?? null) : null, password.slice(0, 256));
    if (!user || !isRight) throw new Refusal('account.login-wrong');
    if (user.disabledAt) throw new Refusal('account.disabled');
    await this.factor.require(user.id, login.totp);
    await this.tries.wasRight(tried);
    await this.strengthen(user, password);
    return this.open(user, login);
  }

  /** The row is read again under its lock: whoever changes the password meanwhile ends this session too. */
  private async open({ id, passwordHash }: UserRow, { language, caller }: Login): Promise<string> {
    const opened = await this.transactions.run(async (tx) => {
      const user = await this.users.lock(tx, id);
      if (!user || user.disabledAt || isReplaced(user.passwordHash, passwordHash, this.hasher)) {
        throw new Refusal('account.login-wrong');
      }
      return this.sessions.execute(tx, user, { method: 'password', caller, language });
    });
    opened.announce();
    return opened.token;
  }

  private async strengthen({ id, passwordHash }: UserRow, password: string): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    await this.users.replaceHash(id, passwordHash, await this.hasher.hash(password));
  }
}

/** Whether another password was set since; a stronger hash of the same one does not count. */
function isReplaced(now: string | null, then: string | null, hasher: PasswordHasher): boolean {
  return now !== then && !(then !== null && hasher.isOutdated(then));
}

/** Tries at an account count together, whichever of its names is used; those at nobody count by the name. */
function subjectOf(user: UserRow | null, { contact, username }: Login): string {
  return user ? `user:${user.id}` : `name:${contact?.key ?? username?.key ?? ''}`;
}
