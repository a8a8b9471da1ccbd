import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import { type Caller, type Limited, LimitsStore, SecretBox } from '../users/index.js';

const TRIES_OF_ADDRESS = 'login-address';
const SPAN_SECONDS = 900;
const WRONG_PER_ACCOUNT = 5;
const WRONG_TRIES = [{ seconds: SPAN_SECONDS, most: WRONG_PER_ACCOUNT }];
const WRONG_PER_ADDRESS = 20;
/** Of all that is known to one user together: each of its devices and addresses has {@link WRONG_PER_ACCOUNT} of its own. */
const WRONG_OF_KNOWN = [{ seconds: SPAN_SECONDS, most: 50 }];
/** What is to be signed is handed out more freely than passwords are tried. */
const SIGNED_PER_WRONG = 3;
/** Developers share one address with all their test users. */
const WRONG_PER_ADDRESS_IN_DEVELOPMENT = 10_000;

/** Who tries to log in where. */
export interface LoginTry {
  /** What counts together. */
  subject: string;
  /** By which of its names, as it was typed; its own tries are counted besides. Not there: of somebody who is signed in. */
  name?: string;
  /** What counts together besides, of whoever has as many subjects as there are devices. */
  sum?: string;
  /** Null: what was named is no account. */
  userId: string | null;
  caller: Caller;
}

/** A try that was counted as wrong before anybody looked at it. */
export interface CountedTry {
  tried: LoginTry;
  account: Limited;
  name: Limited | null;
  sum: Limited;
  at: Date;
  /** Whether the account is locked by tries at another of its names, or from other devices: the password is wrong then, whatever it is. */
  isLocked: boolean;
}

/** Wrong tries at passwords: so many an account, so many a network, in a quarter of an hour. */
@Injectable()
export class LoginTries {
  constructor(
    private readonly limits: LimitsStore,
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts a try before the password is looked at: parallel guesses cannot slip past the count. That an account is locked
   * is said of the name at which it was tried alone: who guesses at a mail and at a phone is not told that they are one's.
   * @throws Refusal `account.locked`.
   */
  async begin(tried: LoginTry): Promise<CountedTry> {
    const at = new Date(this.clock.now());
    const account = { kind: 'login-account', subject: this.subjectOf(tried) };
    const name = tried.name === undefined ? null : { kind: 'login-name', subject: this.digestOf(tried.name) };
    // Strangers have one subject, and never fill a sum: it is counted all the same, so that a login takes as long for whoever is named.
    const sum =
      tried.sum === undefined
        ? { kind: 'login-others', subject: this.subjectOf(tried) }
        : { kind: 'login-known', subject: tried.sum };
    let isLocked: boolean;
    try {
      await this.takeFrom(tried.caller.ip, TRIES_OF_ADDRESS, this.perAddress(), at);
      const wait = await this.limits.take(account, WRONG_TRIES, at);
      if (name) await this.take(name, WRONG_PER_ACCOUNT, at);
      else if (wait > 0) throw lockedFor(wait);
      // Last: what a device has used up for itself takes nothing from the sum.
      // Of a stranger whose account is locked by another of its names, too: nothing of the sum is to be spared.
      const isSpared = wait > 0 && tried.sum !== undefined;
      isLocked = isSpared || (await this.limits.take(sum, WRONG_OF_KNOWN, at)) > 0 || wait > 0;
    } catch (refusal) {
      await this.noteIncident.execute({ kind: 'login-locked', ...tried });
      throw refusal;
    }
    return { tried, account, name, sum, at, isLocked };
  }

  /** The password was wrong: the try stays counted, and is written down. */
  async wasWrong({ tried }: CountedTry, kind: 'login-failed' | 'password-wrong'): Promise<void> {
    await this.noteIncident.execute({ kind, ...tried });
  }

  /** Counts a wallet that asks for a text to sign; the signature itself cannot be guessed. @throws Refusal `account.locked`. */
  beginWallet(ip: string): Promise<void> {
    return this.beginSigned('wallet-address', ip);
  }

  /**
   * Counts whoever asks to log in with a passkey, by the network alone: nobody's guesses at an account keep out who
   * holds its passkey. @throws Refusal `account.locked`.
   */
  beginPasskey(ip: string): Promise<void> {
    return this.beginSigned('passkey-address', ip);
  }

  /** The password was right: the account starts anew, and the address is not charged. */
  async wasRight({ tried, account, name, sum, at }: CountedTry): Promise<void> {
    await this.limits.clear(account);
    if (name) await this.limits.clear(name);
    await this.limits.giveBack(sum, at);
    await this.limits.giveBackFrom(tried.caller.ip, TRIES_OF_ADDRESS, at);
  }

  /** What is no account may be a password that was typed into the wrong field: only its digest is kept. */
  private subjectOf({ subject, userId }: LoginTry): string {
    return userId === null ? this.digestOf(subject) : subject;
  }

  private digestOf(name: string): string {
    return `name:${this.box.digest('login-name', name).toString('hex')}`;
  }

  private beginSigned(kind: string, ip: string): Promise<void> {
    const most = this.perAddress() * SIGNED_PER_WRONG;
    return this.takeFrom(ip, kind, most, new Date(this.clock.now()));
  }

  private perAddress(): number {
    const { WRONG_LOGINS_PER_ADDRESS: asked, NODE_ENV } = this.config.values;
    return asked || (NODE_ENV === 'production' ? WRONG_PER_ADDRESS : WRONG_PER_ADDRESS_IN_DEVELOPMENT);
  }

  private async takeFrom(ip: string, kind: string, most: number, at: Date): Promise<void> {
    const wait = await this.limits.takeFrom(ip, kind, [{ seconds: SPAN_SECONDS, most }], at);
    if (wait > 0) throw lockedFor(wait);
  }

  private async take(limited: Limited, most: number, at: Date): Promise<void> {
    const wait = await this.limits.take(limited, [{ seconds: SPAN_SECONDS, most }], at);
    if (wait > 0) throw lockedFor(wait);
  }
}

function lockedFor(seconds: number): Refusal {
  return new Refusal('account.locked', { minutes: Math.ceil(seconds / 60) });
}
