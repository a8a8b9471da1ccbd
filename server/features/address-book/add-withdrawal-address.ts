import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Refusal } from '../../platform/http/refusal.js';
import { IdempotentCommands } from '../../platform/idempotency/idempotent-commands.js';
import { IsAllowedAddress } from './is-allowed-address.js';
import { type Proof, ProvePerson } from './prove-person.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

export interface NewBookAddress {
  userId: string;
  currencyId: number;
  /** Null: the coin's only one. */
  network: string | null;
  address: string;
  notes: string;
  proof: Proof;
  key: string | null;
}

const BOOK_MAX = 100;
const HOUR_MS = 3_600_000;
const HOURS_IN_PRODUCTION = 24;

/** Puts an address into a user's book. It may have to wait before it can be used. */
@Injectable()
export class AddWithdrawalAddress {
  constructor(
    private readonly allowed: IsAllowedAddress,
    private readonly store: WithdrawalAddressesStore,
    private readonly person: ProvePerson,
    private readonly commands: IdempotentCommands,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `withdrawals.address-invalid`, `withdrawals.address-ours`, `withdrawals.network-required`,
   * `withdrawals.address-exists`, `withdrawals.too-many-addresses`, and those of {@link ProvePerson}.
   */
  execute({ key, ...added }: NewBookAddress, reply: string): Promise<string> {
    const { userId, currencyId, address, notes, proof } = added;
    return this.commands.runAfter(
      { userId, route: 'wallet/addaddress', key, body: added },
      async () => {
        await this.allowed.assert(currencyId, added.network, address);
        await this.person.check(userId, proof);
      },
      async (tx) => {
        const { id: coinNetworkId } = this.allowed.network(currencyId, added.network);
        await this.person.use(tx, userId, proof);
        if ((await this.store.live(userId, tx)).length >= BOOK_MAX) {
          throw new Refusal('withdrawals.too-many-addresses');
        }
        const now = this.clock.now();
        const times = { at: new Date(now), usableAt: new Date(now + this.holdHours() * HOUR_MS) };
        const isNew = await this.store.insert(tx, { userId, coinNetworkId, address, notes, ...times });
        if (!isNew) throw new Refusal('withdrawals.address-exists');
        return reply;
      },
    );
  }

  private holdHours(): number {
    const { HOLD_HOURS_NEW_ADDRESS: hours, NODE_ENV } = this.config.values;
    if (hours >= 0) return hours;
    return NODE_ENV === 'production' ? HOURS_IN_PRODUCTION : 0;
  }
}
