import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { networkOf } from '../../../platform/http/network-of.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecuritySignals } from '../../../platform/http/security-signals.js';
import { type Limited, LimitsStore, type LimitWindow, SecretBox } from '../../account/users/index.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { OperatorsStore } from './operators.store.js';

const SPAN_SECONDS = 900;
const TRIES_OF_ADDRESS = 'desk-address';
const WRONG_PER_LOGIN = 5;
/**
 * At one login in any 30 days, whatever was right between them, from where its operator has been before, and from everywhere else:
 * who has the password guesses at the authenticator for ever within the short bound alone.
 */
const WRONG_OF_A_MONTH = { seconds: 30 * 86_400, most: 100 };
const WRONG_PER_ADDRESS = 20;
/** Developers and tests share one address. */
const WRONG_PER_ADDRESS_IN_DEVELOPMENT = 10_000;
/** A network is known for so long after the last login from it. */
const NETWORK_KNOWN_MS = 30 * 86_400_000;
const SHOWN_SIGNS = 2;
/** What is to be signed is handed out more freely than passwords are tried. */
const SIGNED_PER_WRONG = 3;

/** A try that was counted as wrong before anybody looked at it. */
export interface DeskTry {
  login: string;
  caller: Actor;
  byLogin: Limited;
  byLoginOfMonth: Limited;
  at: Date;
}

type Counted = Pick<DeskTry, 'login' | 'caller' | 'at'>;

/** Tries to log in at the desk, counted in Postgres. */
@Injectable()
export class DeskTries {
  constructor(
    private readonly limits: LimitsStore,
    private readonly store: OperatorsStore,
    private readonly log: AuditLog,
    private readonly signals: SecuritySignals,
    private readonly box: SecretBox,
    private readonly config: Config,
  ) {}

  /** @throws Refusal `operations.locked`. */
  async begin(login: string, caller: Actor, at: Date): Promise<DeskTry> {
    const tried = { login, caller, ...(await this.countsOf(login, caller.address, at)), at };
    await this.takeFrom(tried, TRIES_OF_ADDRESS, this.perAddress());
    await this.take(tried, tried.byLogin, { seconds: SPAN_SECONDS, most: WRONG_PER_LOGIN });
    // Last: what the short bound refuses takes nothing of the long one.
    await this.take(tried, tried.byLoginOfMonth, WRONG_OF_A_MONTH);
    return tried;
  }

  /** @param known the operator of that login; null: there is none. */
  async wasWrong({ login, caller }: DeskTry, known: string | null): Promise<void> {
    this.emit('desk-login-failed', { login, caller });
    await this.log.recordLook(
      { ...caller, name: 'nobody' },
      { action: 'operator.refuse', subject: 'operator', subjectId: known ?? this.typed(login) },
    );
  }

  /** Counts whoever asks to log in with a passkey, by the network alone. @throws Refusal `operations.locked`. */
  async beginPasskey(caller: Actor, at: Date): Promise<void> {
    const most = this.perAddress() * SIGNED_PER_WRONG;
    await this.takeFrom({ login: '', caller, at }, 'desk-passkey', most);
  }

  /** A passkey signed nothing that counts. @param operatorId null: nobody knows whose it was to be. */
  async passkeyWasWrong(operatorId: string | null, caller: Actor): Promise<void> {
    const { address, request } = caller;
    this.signals.emit({ kind: 'desk-login-failed', operator: operatorId, address, request, about: 'passkey' });
    await this.log.recordLook(
      { ...caller, name: 'nobody' },
      { action: 'operator.refuse', subject: 'operator', subjectId: operatorId, detail: { by: 'passkey' } },
    );
  }

  /** The try counts for nothing any more. */
  async wasRight({ caller, byLogin, byLoginOfMonth, at }: DeskTry): Promise<void> {
    await this.limits.clear(byLogin);
    await this.limits.giveBack(byLoginOfMonth, at);
    await this.limits.giveBackFrom(caller.address, TRIES_OF_ADDRESS, at);
  }

  /**
   * What is no operator's login may be a password that was typed into the wrong field: enough of it to see that two lines
   * are about the same text, and not the text. The digest is keyed, so nobody finds the text by trying.
   */
  private typed(login: string): string {
    const digest = this.box.digest('desk-login', login).toString('hex').slice(0, 12);
    return `${login.slice(0, login.length > 4 * SHOWN_SIGNS ? SHOWN_SIGNS : 0)}… #${digest}`;
  }

  /**
   * Tries at one login count together, but for those from where its operator has been before: there they count apart, so
   * that nobody elsewhere can use them up.
   */
  private async countsOf(
    login: string,
    address: string,
    at: Date,
  ): Promise<Pick<DeskTry, 'byLogin' | 'byLoginOfMonth'>> {
    const network = networkOf(address);
    const own = await this.store.addressesOf(login, new Date(at.getTime() - NETWORK_KNOWN_MS));
    const isKnown = own.some((known) => networkOf(known) === network);
    const subject = this.box.digest('desk-login', login).toString('hex');
    return {
      byLogin: isKnown
        ? { kind: 'desk-login-known', subject: `${subject} ${network}` }
        : { kind: 'desk-login', subject },
      byLoginOfMonth: { kind: isKnown ? 'desk-login-known-month' : 'desk-login-month', subject },
    };
  }

  private perAddress(): number {
    const { WRONG_LOGINS_PER_ADDRESS: asked, NODE_ENV } = this.config.values;
    return asked || (NODE_ENV === 'production' ? WRONG_PER_ADDRESS : WRONG_PER_ADDRESS_IN_DEVELOPMENT);
  }

  private async takeFrom(tried: Counted, kind: string, most: number): Promise<void> {
    const window = { seconds: SPAN_SECONDS, most };
    const wait = await this.limits.takeFrom(tried.caller.address, kind, [window], tried.at);
    if (wait > 0) await this.refuse(tried, kind, wait);
  }

  private async take(tried: Counted, limited: Limited, window: LimitWindow): Promise<void> {
    const wait = await this.limits.take(limited, [window], tried.at);
    if (wait > 0) await this.refuse(tried, limited.kind, wait);
  }

  /** @throws Refusal `operations.locked`. */
  private async refuse(tried: Counted, by: string, wait: number): Promise<never> {
    this.emit('desk-locked', tried);
    await this.log.recordRefusal(
      { ...tried.caller, name: 'nobody' },
      { action: 'desk.lock', subject: 'operator', subjectId: this.typed(tried.login), detail: { by } },
    );
    throw new Refusal('operations.locked', { minutes: Math.ceil(wait / 60) });
  }

  private emit(kind: 'desk-login-failed' | 'desk-locked', { login, caller }: Pick<DeskTry, 'login' | 'caller'>): void {
    const { operatorId: operator, address, request } = caller;
    this.signals.emit({ kind, operator, address, request, about: this.typed(login) });
  }
}
