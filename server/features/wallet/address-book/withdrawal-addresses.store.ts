import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A line of a user's address book. */
export interface AddressRow {
  id: string;
  userId: string;
  coinNetworkId: number;
  address: string;
  notes: string;
  usableAt: Date;
  /** Added with a code that did not name it. */
  plainlyProven: boolean;
}

const COLUMNS = `id, user_id as "userId", coin_network_id as "coinNetworkId", address, notes, usable_at as "usableAt",
  plainly_proven as "plainlyProven"`;

/** The SQL of the address books, and of the account that a user likes to withdraw to. */
@Injectable()
export class WithdrawalAddressesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  live(userId: string, tx: Transaction = this.source.manager): Promise<AddressRow[]> {
    return tx.query(
      `select ${COLUMNS} from withdrawal_address where user_id = $1 and deleted_at is null order by id desc limit 200`,
      [userId],
    );
  }

  /** The own, live address, locked against being deleted until the transaction ends. */
  async lock(tx: Transaction, userId: string, id: string): Promise<AddressRow | null> {
    const rows: AddressRow[] = await tx.query(
      `select ${COLUMNS} from withdrawal_address where user_id = $1 and id = $2 and deleted_at is null for share`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** One of the user's additions at a time, until the transaction ends, so that the book's length can be looked at. */
  async lockBook(tx: Transaction, userId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`withdrawal_address ${userId}`]);
  }

  /** Adds the address; false when it is in the book already. `isPlain`: by a code that did not name it. */
  async insert(
    tx: Transaction,
    address: Omit<AddressRow, 'id' | 'plainlyProven'> & { at: Date; isPlain: boolean },
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, notes, usable_at, created_at, plainly_proven)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (user_id, coin_network_id, address) where deleted_at is null do nothing returning id`,
      [
        address.userId,
        address.coinNetworkId,
        address.address,
        address.notes,
        address.usableAt,
        address.at,
        address.isPlain,
      ],
    );
    return rows.length > 0;
  }

  /** Takes the address out of the book, and answers it; null when it is not in it. */
  async remove(tx: Transaction, userId: string, id: string, at: Date): Promise<string | null> {
    await tx.query('delete from withdrawal_account where user_id = $1 and address_id = $2', [userId, id]);
    const [rows]: [{ address: string }[], number] = await tx.query(
      `update withdrawal_address set deleted_at = $3 where user_id = $1 and id = $2 and deleted_at is null
       returning address`,
      [userId, id, at],
    );
    return rows[0]?.address ?? null;
  }

  async account(userId: string): Promise<{ kind: 'address' | 'bank'; addressId: string | null } | null> {
    const rows: { kind: 'address' | 'bank'; addressId: string | null }[] = await this.source.query(
      'select kind, address_id as "addressId" from withdrawal_account where user_id = $1',
      [userId],
    );
    return rows[0] ?? null;
  }

  async setAccount(tx: Transaction, userId: string, addressId: string | null, at: Date): Promise<void> {
    await tx.query(
      `insert into withdrawal_account (user_id, kind, address_id, updated_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update set kind = excluded.kind, address_id = excluded.address_id,
         updated_at = excluded.updated_at`,
      [userId, addressId === null ? 'bank' : 'address', addressId, at],
    );
  }
}
