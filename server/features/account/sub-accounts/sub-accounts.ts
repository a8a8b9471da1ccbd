import { Injectable } from '@nestjs/common';
import type { SubAccountView } from '../../../contract/account/sub-accounts.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type SubAccountRow, SubAccountsStore } from './sub-accounts.store.js';

/** Which sub-accounts a user has. */
@Injectable()
export class SubAccounts {
  constructor(private readonly store: SubAccountsStore) {}

  list(mainId: string): Promise<SubAccountRow[]> {
    return this.store.list(mainId);
  }

  /** @throws Refusal `sub-account.unknown`, also for one of somebody else. */
  async one(mainId: string, id: string): Promise<SubAccountRow> {
    const found = await this.store.find(mainId, id);
    if (!found) throw new Refusal('sub-account.unknown');
    return found;
  }

  /** Those of these users that are sub-accounts, by their number. */
  async among(tx: Transaction, userIds: readonly string[]): Promise<Map<string, { mainId: string; label: string }>> {
    const rows = await this.store.among(tx, userIds);
    return new Map(rows.map(({ id, ...rest }) => [id, rest]));
  }

  view({ id, label, createdAt, frozenAt, isDisabled }: SubAccountRow): SubAccountView {
    const state = isDisabled ? 'disabled' : frozenAt ? 'frozen' : 'active';
    return { id, label, createdAt: createdAt.getTime(), state };
  }
}
