import { Injectable } from '@nestjs/common';
import type { ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SetUpDepositAddresses } from '../../wallet/deposits/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { PublishArticles, SetServiceLinks } from '../newsroom/index.js';
import { AgreedActs, type ProposalRow } from '../review/index.js';
import { bankDetail, keyDetail, limitDetail, parseDetail, poolDetail } from './proposal-details.js';
import { SettingsStore } from './settings.store.js';

type Agreed = Pick<ProposalRow, 'kind' | 'subjectId' | 'detail'> & { id?: string };

/** Does what two people agreed on: where deposits go, what takes two people, what readers are shown, and what features have of their own. */
@Injectable()
export class ApplySettings {
  constructor(
    private readonly store: SettingsStore,
    private readonly setUpDepositAddresses: SetUpDepositAddresses,
    private readonly catalog: WalletCatalog,
    private readonly publishArticles: PublishArticles,
    private readonly setServiceLinks: SetServiceLinks,
    private readonly agreedActs: AgreedActs,
  ) {}

  /** @param proposal with its number where two people agreed on it this moment. @throws Refusal `operations.not-found`, and those of the act. */
  async execute(tx: Transaction, proposal: Agreed): Promise<void> {
    const { id, kind, subjectId, detail } = proposal;
    const agreed = this.agreedActs.of(kind);
    if (agreed) return agreed.execute(tx, { ...(id !== undefined && { id }), subjectId, detail });
    if (kind === 'news') return this.publishArticles.show(tx, { subjectId, detail });
    if (kind === 'service-link') return this.setServiceLinks.apply(tx, { detail });
    if (kind === 'deposit-key') {
      const { chain, form, extendedKey } = parseDetail(keyDetail, detail);
      await this.setUpDepositAddresses.useKey(chain, form, extendedKey, tx);
      return;
    }
    if (kind === 'deposit-bank') {
      await this.setUpDepositAddresses.useBank(tx, parseDetail(bankDetail, detail));
      return;
    }
    const networkId = Number.parseInt(subjectId ?? '', 10);
    if (kind === 'deposit-pool')
      await this.setUpDepositAddresses.addPool(networkId, parseDetail(poolDetail, detail).addresses, tx);
    else if (kind === 'network-limit')
      await this.setLimit(tx, networkId, parseDetail(limitDetail, detail).secondPersonAbove);
    else throw new Refusal('operations.not-found');
  }

  /** Nothing comes of what was proposed. @throws Refusal of the act. */
  async reject(tx: Transaction, { kind, subjectId, detail }: Agreed): Promise<void> {
    await this.agreedActs.of(kind)?.rejected?.(tx, { subjectId, detail });
  }

  /** Nothing comes of what waited. */
  async drop(tx: Transaction, { kind, subjectId, detail }: Agreed): Promise<void> {
    await this.agreedActs.of(kind)?.dropped?.(tx, { subjectId, detail });
  }

  /** After the commit: this process goes by it at once, the others within seconds. */
  reload(kind?: ProposalKind): Promise<void> {
    if (kind !== undefined) this.agreedActs.of(kind)?.committed?.();
    return this.catalog.reload();
  }

  private async setLimit(tx: Transaction, networkId: number, limit: string): Promise<void> {
    if (!(await this.store.lockNetwork(tx, networkId))) throw new Refusal('operations.not-found');
    // Caps may have been lowered since it was proposed.
    const isWithin = await this.store.isLimitWithinCaps(tx, networkId, limit);
    if (!isWithin) throw new Refusal('request.invalid', { field: 'secondPersonAbove' });
    await this.store.setLimit(tx, networkId, limit);
  }
}
