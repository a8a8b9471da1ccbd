import { Injectable } from '@nestjs/common';
import type { OperatorView } from '../../../contract/operations/people.dto.js';
import type { OperatorRole } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Actor } from '../audit/index.js';
import { OperatorAccess } from './operator-access.js';
import { operatorView } from './operator-views.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';

/** Told once, to be handed over. */
export interface HandedOver {
  operator: OperatorView;
  oneTimePassword: string;
}

/**
 * Operators and their roles as one hand changes them, on the command line, where the first two administrators of an
 * installation come from. At the desk each change takes two people.
 */
@Injectable()
export class ManageOperators {
  constructor(
    private readonly store: OperatorsStore,
    private readonly access: OperatorAccess,
    private readonly transactions: Transactions,
  ) {}

  async list(): Promise<OperatorView[]> {
    return (await this.store.list()).map(operatorView);
  }

  /** @throws Refusal `operations.login-taken`. */
  async add(actor: Actor, login: string, roles: readonly OperatorRole[]): Promise<HandedOver> {
    const { credentials, oneTimePassword } = await this.access.invite();
    const row = await this.run((tx) => this.access.add(tx, { actor }, { login, roles }, credentials));
    return { operator: operatorView(row), oneTimePassword };
  }

  /** @throws Refusal as `OperatorAccess.renew`. */
  async reset(actor: Actor, id: string): Promise<HandedOver> {
    await this.access.find(id);
    const { credentials, oneTimePassword } = await this.access.invite();
    const row = await this.run((tx) => this.access.renew(tx, { actor }, id, credentials));
    return { operator: operatorView(row), oneTimePassword };
  }

  /** @throws as `reset`. */
  async setRoles(actor: Actor, id: string, roles: readonly OperatorRole[]): Promise<OperatorView> {
    return operatorView(await this.run((tx) => this.access.setRoles(tx, { actor }, id, roles)));
  }

  /** @throws as `reset`. */
  async setDisabled(actor: Actor, id: string, isDisabled: boolean): Promise<OperatorView> {
    return operatorView(await this.run((tx) => this.access.setDisabled(tx, { actor }, id, isDisabled)));
  }

  /** By login, for the command line. @throws Refusal `operations.operator-unknown`. */
  async idOf(login: string): Promise<string> {
    const row = await this.store.byLogin(login);
    if (!row) throw new Refusal('operations.operator-unknown');
    return row.id;
  }

  private run(work: (tx: Transaction) => Promise<OperatorRow>): Promise<OperatorRow> {
    return this.transactions.run(work);
  }
}
