import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { LimitsStore } from '../../account/users/index.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { OperatorCredentials } from './operator-credentials.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';

const SPAN_SECONDS = 900;
const WRONG_PER_LOGIN = 5;
const WRONG_PER_ADDRESS = 20;
/** Developers and tests share one address. */
const WRONG_PER_ADDRESS_IN_DEVELOPMENT = 10_000;
/** An address is known for so long after the last login from it. */
const ADDRESS_KNOWN_MS = 30 * 86_400_000;
const TEXT_MAX = 256;

export interface Proof {
  login: string;
  password: string;
  totp: string;
}

interface Known {
  operator: OperatorRow;
  at: Date;
  /** The try counts for nothing any more. */
  wasRight: () => Promise<void>;
}

export interface Proven extends Known {
  /** Time step of the code, to be used up by what it is given for. */
  step: number;
}

/** Password and authenticator together: which of them was wrong, nobody is told. Tries are counted in Postgres. */
@Injectable()
export class ProveOperator {
  constructor(
    private readonly store: OperatorsStore,
    private readonly credentials: OperatorCredentials,
    private readonly limits: LimitsStore,
    private readonly log: AuditLog,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `operations.locked`, `operations.login-wrong`. */
  async execute({ login, password, totp }: Proof, caller: Actor): Promise<Proven> {
    let step: number | null = null;
    const known = await this.prove({ login, password }, caller, (operator, at) => {
      step = this.credentials.stepOf(operator, totp, at.getTime());
      return step !== null;
    });
    return { ...known, step: step ?? 0 };
  }

  /**
   * For an operator who has no authenticator to give a code of: the one-time password alone, with the same tries.
   * @throws Refusal as `execute`, also for whoever has a password of their own; `operations.invitation-expired`.
   */
  async withoutCode(given: Omit<Proof, 'totp'>, caller: Actor): Promise<Known> {
    const known = await this.prove(given, caller, ({ oneTimeUntil }) => oneTimeUntil !== null);
    const { operator, at } = known;
    if (operator.oneTimeUntil !== null && operator.oneTimeUntil <= at)
      throw new Refusal('operations.invitation-expired');
    return known;
  }

  private async prove(
    { login, password }: Omit<Proof, 'totp'>,
    caller: Actor,
    isRightFor: (operator: OperatorRow, at: Date) => boolean,
  ): Promise<Known> {
    const at = new Date(this.clock.now());
    const byAddress = { kind: 'desk-address', subject: caller.address };
    const byLogin = await this.triesOf(login.slice(0, TEXT_MAX), caller.address, at);
    await this.take(byAddress, this.perAddress(), at);
    await this.take(byLogin, WRONG_PER_LOGIN, at);
    const operator = await this.store.byLogin(login);
    const isPassword = await this.credentials.isPassword(operator, password.slice(0, TEXT_MAX));
    if (!operator || !isPassword || !isRightFor(operator, at) || operator.disabledAt) {
      await this.log.recordLook(
        { ...caller, name: 'nobody' },
        { action: 'operator.refuse', subject: 'operator', subjectId: login.slice(0, 64) },
      );
      throw new Refusal('operations.login-wrong');
    }
    const wasRight = async () => {
      await this.limits.clear(byLogin);
      await this.limits.giveBack(byAddress, at);
    };
    return { operator, at, wasRight };
  }

  /**
   * Tries at one login count together, but for those from where its operator has been before: there they count apart, so
   * that nobody elsewhere can use them up.
   */
  private async triesOf(login: string, address: string, at: Date): Promise<{ kind: string; subject: string }> {
    const since = new Date(at.getTime() - ADDRESS_KNOWN_MS);
    const isKnown = await this.store.isKnownAt(login, address, since);
    return isKnown
      ? { kind: 'desk-login-known', subject: `${login} ${address}` }
      : { kind: 'desk-login', subject: login };
  }

  private perAddress(): number {
    const { WRONG_LOGINS_PER_ADDRESS: asked, NODE_ENV } = this.config.values;
    return asked || (NODE_ENV === 'production' ? WRONG_PER_ADDRESS : WRONG_PER_ADDRESS_IN_DEVELOPMENT);
  }

  private async take(limited: { kind: string; subject: string }, most: number, at: Date): Promise<void> {
    const wait = await this.limits.take(limited, [{ seconds: SPAN_SECONDS, most }], at);
    if (wait > 0) throw new Refusal('operations.locked', { minutes: Math.ceil(wait / 60) });
  }
}
