import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';
import { ProveOperator } from './prove-operator.js';
import { ReadOperatorPasskey } from './read-operator-passkey.js';

/** A signed-in operator. */
export type AtDesk = Actor & { operatorId: string; sessionId: string };

/** A passkey's answer, else the password with a code of the authenticator. */
export interface DeskProof {
  passkey?: string | undefined;
  password?: string | undefined;
  totp?: string | undefined;
}

/** Asks a signed-in operator for a fresh proof: a session alone changes nothing of how its operator gets in. */
@Injectable()
export class ProveAtDesk {
  constructor(
    private readonly store: OperatorsStore,
    private readonly proveOperator: ProveOperator,
    private readonly readOperatorPasskey: ReadOperatorPasskey,
  ) {}

  /**
   * @returns what uses a code up, inside the transaction of the act.
   * @throws Refusal `account.passkey-login-failed`, `account.passkey-expired`, `account.passkey-copied`,
   *   `operations.login-wrong`, `operations.locked`.
   */
  async execute(
    actor: AtDesk,
    { passkey, password = '', totp = '' }: DeskProof,
  ): Promise<{ operator: OperatorRow; spend: (tx: Transaction) => Promise<void> }> {
    const { operatorId, sessionId } = actor;
    const own = await this.store.byId(operatorId);
    if (!own) throw new Refusal('session.required');
    if (passkey !== undefined) {
      await this.readOperatorPasskey.used(passkey, { purpose: 'proof', operatorId, sessionId }, actor);
      return { operator: own, spend: async () => undefined };
    }
    const { operator, spend, wasRight } = await this.proveOperator.execute({ login: own.login, password, totp }, actor);
    await wasRight();
    return { operator, spend };
  }
}
