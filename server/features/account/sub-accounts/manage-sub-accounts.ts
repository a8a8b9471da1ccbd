import { Injectable } from '@nestjs/common';
import { SUB_ACCOUNTS_MAX, subAccountLabel } from '../../../contract/rules/sub-accounts.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DisconnectKeys } from '../api-keys/index.js';
import { RecordChange } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { type Label, SubAccountsStore } from './sub-accounts.store.js';

/** Opens, names, freezes and thaws the sub-accounts of a user. What happens to one is an event of the main account. */
@Injectable()
export class ManageSubAccounts {
  constructor(
    private readonly store: SubAccountsStore,
    private readonly recordChange: RecordChange,
    private readonly disconnectKeys: DisconnectKeys,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns its number.
   * @throws Refusal `sub-account.too-many`, `sub-account.name-used`, `request.invalid`.
   */
  async open(userId: string, text: string, caller: Caller): Promise<string> {
    const label = labelFrom(text);
    return this.write(async (tx) => {
      const id = await this.store.open(tx, userId, label, SUB_ACCOUNTS_MAX, new Date(this.clock.now()));
      if (id === null) throw new Refusal('sub-account.too-many', { most: SUB_ACCOUNTS_MAX });
      await this.recordChange.execute(tx, { userId, kind: 'sub-account-opened', caller, value: label.label });
      return id;
    });
  }

  /** A name protects nothing, and is no event. @throws Refusal `sub-account.unknown`, `sub-account.name-used`, `request.invalid`. */
  async rename(userId: string, id: string, text: string): Promise<void> {
    const label = labelFrom(text);
    const before = await this.write((tx) => this.store.rename(tx, userId, id, label));
    if (before === null) throw new Refusal('sub-account.unknown');
  }

  /**
   * Frozen, its keys open nothing and no money goes in or out. What waits and what is open goes on: stops protect, and positions can be
   * liquidated. @throws Refusal `sub-account.unknown`.
   */
  async freeze(userId: string, id: string, frozen: boolean, caller: Caller): Promise<void> {
    await this.write(async (tx) => {
      const changed = await this.store.freeze(tx, userId, id, frozen, new Date(this.clock.now()));
      if (changed === null) throw new Refusal('sub-account.unknown');
      if (!changed) return;
      const value = (await this.store.find(userId, id, tx))?.label ?? '';
      const kind = frozen ? 'sub-account-frozen' : 'sub-account-thawed';
      await this.recordChange.execute(tx, { userId, kind, caller, value });
    });
    if (frozen) await this.disconnectKeys.execute(id);
  }

  private async write<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    try {
      return await this.transactions.run(work);
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === 'SU001') throw new Refusal('sub-account.closed');
      throw state === 'SU004' ? new Refusal('sub-account.name-used') : error;
    }
  }
}

function labelFrom(text: string): Label {
  const label = subAccountLabel(text);
  if (!label) throw new Refusal('request.invalid', { field: 'label' });
  return label;
}
