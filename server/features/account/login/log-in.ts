import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { LoginTries, isPasswordLength, PasswordHasher } from '../security/index.js';
import { SecondFactor } from '../codes/index.js';
import { type Caller, isStranger, KnownClients, type LoginName, type UserRow, UsersStore } from '../users/index.js';
import { OpenLogin } from './open-login.js';

export interface Login extends LoginName {
  password: string;
  /** Of the authenticator, or a recovery code; empty when none was given. */
  totp: string;
  language: Language;
  caller: Caller;
}

export interface LoggedIn {
  /** Of the session. */
  token: string;
  /** What the device's cookie is to say from now on. */
  device: string;
}

/** Opens a session for whoever knows an account's password, and its second factor when it has one. */
@Injectable()
export class LogIn {
  constructor(
    private readonly users: UsersStore,
    private readonly hasher: PasswordHasher,
    private readonly tries: LoginTries,
    private readonly factor: SecondFactor,
    private readonly clients: KnownClients,
    private readonly openLogin: OpenLogin,
  ) {}

  /**
   * Takes the same time whether the account exists or not.
   * @throws Refusal `account.login-wrong`, `account.locked`, `account.disabled`, `account.totp-required`,
   *   `account.totp-wrong`.
   */
  async execute(login: Login): Promise<LoggedIn> {
    const user = login.contact || login.username ? await this.users.byName(login) : null;
    const by = await this.clients.nameOf(user?.id ?? null, login.caller);
    const subject = `${subjectOf(user, login)} ${by}`;
    const name = `${login.said} ${by}`;
    const sum = user && !isStranger(by) ? { sum: `user:${user.id} known` } : {};
    const tried = await this.tries.begin({ subject, name, ...sum, userId: user?.id ?? null, caller: login.caller });
    const { password } = login;
    const isReadable = isPasswordLength(password, 1);
    const isRight = await this.hasher.verify(
      isReadable ? (user?.passwordHash ?? null) : null,
      isReadable ? password : '',
    );
    if (!user || !isRight || tried.isLocked) {
      await this.tries.wasWrong(tried, 'login-failed');
      throw new Refusal('account.login-wrong');
    }
    if (user.disabledAt) throw new Refusal('account.disabled');
    await this.factor.require(user.id, login.totp, login.caller);
    await this.tries.wasRight(tried);
    const passwordHash = await this.renewedHash(user, password);
    const token = await this.openLogin.execute({ ...user, passwordHash }, login);
    return { token, device: await this.clients.remember(user.id, login.caller) };
  }

  /** What stands for the password after a right entry: a hash of former parameters or of a former pepper is made anew. */
  private async renewedHash({ id, passwordHash }: UserRow, password: string): Promise<string | null> {
    const renewed = passwordHash === null ? null : await this.hasher.renewed(passwordHash, password);
    if (passwordHash === null || renewed === null) return passwordHash;
    if (await this.users.replaceHash(id, passwordHash, renewed)) return renewed;
    // Another login of the same user renewed it meanwhile, or somebody changed the password.
    const now = (await this.users.byId(id))?.passwordHash ?? null;
    return (await this.hasher.verify(now, password)) ? now : passwordHash;
  }
}

/**
 * Tries at an account count together, whichever of its names is used; those at nobody count by the name. Known devices
 * and strangers are counted apart.
 */
function subjectOf(user: UserRow | null, login: Login): string {
  return user ? `user:${user.id}` : login.said;
}
