import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { DeskTries } from './desk-tries.js';
import { OperatorCredentials } from './operator-credentials.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';

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
  /**
   * Uses the code up within the transaction of what it is given for, which holds the operator's row from here on.
   * @throws Refusal `operations.login-wrong` where what was proven does not count any more: the code was used, either factor
   *   is another one, or the operator is disabled.
   */
  spend: (tx: Transaction) => Promise<void>;
}

/** Password and authenticator together: which of them was wrong, nobody is told. */
@Injectable()
export class ProveOperator {
  constructor(
    private readonly store: OperatorsStore,
    private readonly credentials: OperatorCredentials,
    private readonly tries: DeskTries,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `operations.locked`, `operations.login-wrong`. */
  async execute({ login, password, totp }: Proof, caller: Actor): Promise<Proven> {
    let step: number | null = null;
    const known = await this.prove({ login, password }, caller, (operator, at) => {
      step = this.credentials.stepOf(operator, totp, at.getTime());
      return step !== null;
    });
    return { ...known, spend: (tx) => this.spend(tx, known.operator, step ?? 0) };
  }

  private async spend(tx: Transaction, proven: OperatorRow, step: number): Promise<void> {
    const operator = await this.store.lock(tx, proven.id);
    const isSame = operator && isUnchanged(operator, proven) && !operator.disabledAt;
    if (!isSame || !(await this.store.useStep(tx, proven.id, step))) throw new Refusal('operations.login-wrong');
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
    const tried = await this.tries.begin(login.slice(0, TEXT_MAX), caller, at);
    const operator = await this.store.byLogin(login);
    const isPassword = await this.credentials.isPassword(operator, password.slice(0, TEXT_MAX));
    if (!operator || !isPassword || !isRightFor(operator, at) || operator.disabledAt) {
      await this.tries.wasWrong(tried, operator?.login ?? null);
      throw new Refusal('operations.login-wrong');
    }
    return { operator, at, wasRight: () => this.tries.wasRight(tried) };
  }
}

/** Whether what was proven is what counts: both factors are those of the moment of the proof, and so is whose the password is. */
function isUnchanged(known: OperatorRow, proven: OperatorRow): boolean {
  const isSameSecret = known.totpSecret !== null && proven.totpSecret?.equals(known.totpSecret) === true;
  const isSameHand = known.oneTimeUntil?.getTime() === proven.oneTimeUntil?.getTime();
  return isSameSecret && isSameHand && known.passwordHash === proven.passwordHash;
}
