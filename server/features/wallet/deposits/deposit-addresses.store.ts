import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { AddressChain, AddressForm } from '../balances/index.js';

export interface DepositKey {
  id: number;
  form: AddressForm;
  extendedKey: string;
  nextIndex: number;
}

export interface KnownAddress {
  coinNetworkId: number;
  address: string;
}

export interface NewAddress {
  userId: string;
  coinNetworkId: number;
  chain: AddressChain;
  address: string;
  /** Derived from this key at this index, or taken from the pool. */
  origin: { keyId: number; keyIndex: number } | { poolId: string };
  at: Date;
}

/** The deposit addresses' SQL. */
@Injectable()
export class DepositAddressesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  of(userId: string, tx: Transaction = this.source.manager): Promise<KnownAddress[]> {
    return tx.query('select coin_network_id as "coinNetworkId", address from deposit_address where user_id = $1', [
      userId,
    ]);
  }

  /** The chain's key, locked until the transaction ends: every address has an index of its own. */
  async lockKey(tx: Transaction, chain: AddressChain): Promise<DepositKey | null> {
    const rows: DepositKey[] = await tx.query(
      `select id, form, extended_key as "extendedKey", next_index::integer as "nextIndex"
         from deposit_key where chain = $1 and active for update`,
      [chain],
    );
    return rows[0] ?? null;
  }

  /** The index and those before it are never used again. */
  async takeIndex(tx: Transaction, keyId: number, index: number): Promise<void> {
    await tx.query('update deposit_key set next_index = $2::bigint + 1 where id = $1', [keyId, index]);
  }

  /** A free address of the pool, which nobody else is given; null when there is none. */
  async takePooled(tx: Transaction, coinNetworkId: number, at: Date): Promise<{ id: string; address: string } | null> {
    const [rows]: [{ id: string; address: string }[], number] = await tx.query(
      `update deposit_pool set taken_at = $2
        where id = (select id from deposit_pool where coin_network_id = $1 and taken_at is null
                     order by id limit 1 for update skip locked)
       returning id, address`,
      [coinNetworkId, at],
    );
    return rows[0] ?? null;
  }

  async insert(tx: Transaction, address: NewAddress): Promise<void> {
    const { origin } = address;
    await tx.query(
      `insert into deposit_address (user_id, coin_network_id, chain, address, key_id, key_index, pool_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        address.userId,
        address.coinNetworkId,
        address.chain,
        address.address,
        'keyId' in origin ? origin.keyId : null,
        'keyId' in origin ? origin.keyIndex : null,
        'poolId' in origin ? origin.poolId : null,
        address.at,
      ],
    );
  }

  /** Whether the address was given to one of our users, or waits in the pool. */
  async isOurs(chain: AddressChain, address: string, tx: Transaction = this.source.manager): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from deposit_address where chain = $1 and address = $2
       union all select 1 from deposit_pool where chain = $1 and address = $2`,
      [chain, address],
    );
    return rows.length > 0;
  }

  /** Makes the key the one from which the chain's addresses come from now on; false when it is known already. */
  async putKey(
    tx: Transaction,
    { chain, form, extendedKey, at }: { chain: AddressChain; form: AddressForm; extendedKey: string; at: Date },
  ): Promise<boolean> {
    await tx.query('update deposit_key set active = false where chain = $1 and active', [chain]);
    const rows: unknown[] = await tx.query(
      `insert into deposit_key (chain, form, extended_key, added_at) values ($1, $2, $3, $4)
       on conflict do nothing returning id`,
      [chain, form, extendedKey, at],
    );
    return rows.length > 0;
  }

  /** Adds addresses to the pool; answers how many were new. */
  async putPool(
    tx: Transaction,
    { coinNetworkId, chain, addresses, at }: { coinNetworkId: number; chain: string; addresses: string[]; at: Date },
  ): Promise<number> {
    const rows: unknown[] = await tx.query(
      `insert into deposit_pool (coin_network_id, chain, address, added_at)
       select $1, $2, address, $4 from unnest($3::text[]) as given (address)
        where not exists (select from deposit_address a where a.chain = $2 and a.address = given.address)
       on conflict do nothing returning id`,
      [coinNetworkId, chain, addresses, at],
    );
    return rows.length;
  }

  /** Shows this account from now on, in the place of the one before. */
  async putBank(
    tx: Transaction,
    { bankName, cardNumber, cardHolder }: { bankName: string; cardNumber: string; cardHolder: string },
    at: Date,
  ): Promise<void> {
    await tx.query('update deposit_bank set active = false where active');
    await tx.query('insert into deposit_bank (bank_name, card_number, card_holder, added_at) values ($1, $2, $3, $4)', [
      bankName,
      cardNumber,
      cardHolder,
      at,
    ]);
  }

  async bank(): Promise<{ bankName: string; cardNumber: string; cardHolder: string } | null> {
    const rows: { bankName: string; cardNumber: string; cardHolder: string }[] = await this.source.query(
      `select bank_name as "bankName", card_number as "cardNumber", card_holder as "cardHolder"
         from deposit_bank where active order by id limit 1`,
    );
    return rows[0] ?? null;
  }
}
