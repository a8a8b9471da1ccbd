import { Injectable } from '@nestjs/common';
import type { ProposeDepositBankRequest, ProposeDepositKeyRequest } from '../../../contract/operations/settings.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SetUpDepositAddresses } from '../../wallet/deposits/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import type { ProposalRow } from '../review/index.js';
import { SettingsStore } from './settings.store.js';

type KeyDetail = Pick<ProposeDepositKeyRequest, 'chain' | 'form' | 'extendedKey'>;
type BankDetail = Pick<ProposeDepositBankRequest, 'bankName' | 'cardNumber' | 'cardHolder'>;

/** Does what two people agreed on about where deposits go and what takes two people. */
@Injectable()
export class ApplySettings {
  constructor(
    private readonly store: SettingsStore,
    private readonly setUpDepositAddresses: SetUpDepositAddresses,
    private readonly catalog: WalletCatalog,
  ) {}

  /** @throws Refusal `operations.not-found`, and those of `SetUpDepositAddresses`. */
  async execute(tx: Transaction, { kind, subjectId, detail }: ProposalRow): Promise<void> {
    if (kind === 'deposit-key') {
      const { chain, form, extendedKey } = detail as unknown as KeyDetail;
      await this.setUpDepositAddresses.useKey(chain, form, extendedKey, tx);
      return;
    }
    if (kind === 'deposit-bank') {
      await this.setUpDepositAddresses.useBank(tx, detail as unknown as BankDetail);
      return;
    }
    const networkId = Number.parseInt(subjectId ?? '', 10);
    if (kind === 'deposit-pool') await this.setUpDepositAddresses.addPool(networkId, textsIn(detail.addresses), tx);
    else if (kind === 'network-limit') await this.setLimit(tx, networkId, detail.secondPersonAbove);
    else throw new Refusal('operations.not-found');
  }

  /** After the commit: this process goes by it at once, the others within seconds. */
  reload(): Promise<void> {
    return this.catalog.reload();
  }

  isUser(tx: Transaction, id: string): Promise<boolean> {
    return this.store.isUser(tx, id);
  }

  private async setLimit(tx: Transaction, networkId: number, limit: unknown): Promise<void> {
    if (!(await this.store.lockNetwork(tx, networkId))) throw new Refusal('operations.not-found');
    await this.store.setLimit(tx, networkId, typeof limit === 'string' ? limit : null);
  }
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}
