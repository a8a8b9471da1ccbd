import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { NewDestinationWait } from '../../account/profile/index.js';
import { endsOfTarget } from '../../account/codes/index.js';
import { SecurityLog } from '../../account/notices/index.js';
import type { Proven } from '../../account/security/index.js';
import { IsAllowedAddress } from './is-allowed-address.js';
import { type PersonProof, ProvePerson } from './prove-person.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

export interface NewBookAddress {
  userId: string;
  currencyId: number;
  /** Null: the coin's only one. */
  network: string | null;
  address: string;
  notes: string;
  proof: PersonProof;
  key: string | null;
}

const BOOK_MAX = 100;

/** Puts an address into a user's book. It may have to wait before it can be used, and the user hears of it. */
@Injectable()
export class AddWithdrawalAddress {
  constructor(
    private readonly isAllowedAddress: IsAllowedAddress,
    private readonly store: WithdrawalAddressesStore,
    private readonly provePerson: ProvePerson,
    private readonly commands: IdempotentCommands,
    private readonly log: SecurityLog,
    private readonly wait: NewDestinationWait,
  ) {}

  /**
   * @throws Refusal `withdrawals.address-invalid`, `withdrawals.address-ours`, `withdrawals.network-required`,
   * `withdrawals.address-exists`, `withdrawals.too-many-addresses`, and those of {@link ProvePerson}.
   */
  async execute({ key, proof, ...added }: NewBookAddress): Promise<void> {
    const { userId, currencyId, address, network } = added;
    const act = { act: 'address', amount: '', coin: '', target: address } as const;
    const { fundPassword, proofs, caller } = proof;
    let proven: Proven | null = null;
    await this.commands.runAfter(
      { userId, route: 'wallet/addaddress', key, body: { ...added, fundPassword, proofs } },
      async () => {
        await this.isAllowedAddress.assert(currencyId, network, address);
        proven = await this.provePerson.check(userId, act, proof);
      },
      async (tx) => {
        if (!proven) throw new Error('The address was not checked.');
        await proven.useUp(tx);
        await this.insert(tx, added, proven.isPlain);
        await this.log.record(tx, proven.user, 'address-added', caller, endsOfTarget(act));
      },
    );
  }

  private async insert(tx: Transaction, added: Omit<NewBookAddress, 'key' | 'proof'>, isPlain: boolean): Promise<void> {
    const { userId, address, notes } = added;
    const { id: coinNetworkId } = this.isAllowedAddress.network(added.currencyId, added.network);
    await this.store.lockBook(tx, userId);
    if ((await this.store.live(userId, tx)).length >= BOOK_MAX) throw new Refusal('withdrawals.too-many-addresses');
    const line = { userId, coinNetworkId, address, notes, ...this.wait.times(isPlain), isPlain };
    const isNew = await this.store.insert(tx, line);
    if (!isNew) throw new Refusal('withdrawals.address-exists');
  }
}
