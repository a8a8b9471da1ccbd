import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { WalletChain } from './wallet-address.rules.js';

/** A wallet by chain and canonical address. */
export interface Wallet {
  chain: WalletChain;
  address: string;
}

export interface WalletKeyRow extends Wallet {
  createdAt: Date;
}

export interface NewWalletNonce extends Wallet {
  nonce: string;
  message: string;
  /** Null: a login. */
  purpose: { userId: string; confirms: string } | null;
  at: Date;
  expiresAt: Date;
}

/** The SQL of logins by wallet. */
@Injectable()
export class WalletKeysStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async putNonce({ nonce, chain, address, message, at, expiresAt, purpose }: NewWalletNonce): Promise<void> {
    await this.source.query(
      `insert into account_wallet_nonce (nonce, chain, address, message, created_at, expires_at, user_id, confirms)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [nonce, chain, address, message, at, expiresAt, purpose?.userId ?? null, purpose?.confirms ?? null],
    );
  }

  /** Uses the nonce of a login up and answers the text that was to be signed; null when it is not live or not this wallet's. */
  async useNonce(nonce: string, { chain, address }: Wallet, now: Date): Promise<string | null> {
    const [rows]: [{ message: string }[], number] = await this.source.query(
      `update account_wallet_nonce set used_at = $4
        where nonce = $1 and chain = $2 and address = $3 and used_at is null and expires_at > $4
          and user_id is null returning message`,
      [nonce, chain, address, now],
    );
    return rows[0]?.message ?? null;
  }

  /** Uses the nonce of an act up; null when it is not live, or was given for another user or another act. */
  async useActNonce(
    nonce: string,
    { userId, confirms }: { userId: string; confirms: string },
    now: Date,
  ): Promise<(Wallet & { message: string }) | null> {
    const [rows]: [(Wallet & { message: string })[], number] = await this.source.query(
      `update account_wallet_nonce set used_at = $4
        where nonce = $1 and user_id = $2 and confirms = $3 and used_at is null and expires_at > $4
       returning chain, address, message`,
      [nonce, userId, confirms, now],
    );
    return rows[0] ?? null;
  }

  /** Keeps others with the same wallet waiting until the transaction ends. */
  async lock(tx: Transaction, { chain, address }: Wallet): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`account_wallet_key ${chain} ${address}`]);
  }

  /** The user of the wallet as it is now. */
  find(wallet: Wallet): Promise<string | null> {
    return this.userOf(this.source.manager, wallet);
  }

  async userOf(tx: Transaction, { chain, address }: Wallet): Promise<string | null> {
    const rows: { userId: string }[] = await tx.query(
      'select user_id as "userId" from account_wallet_key where chain = $1 and address = $2',
      [chain, address],
    );
    return rows[0]?.userId ?? null;
  }

  async add(tx: Transaction, { chain, address }: Wallet, userId: string, now: Date): Promise<void> {
    await tx.query('insert into account_wallet_key (chain, address, user_id, created_at) values ($1, $2, $3, $4)', [
      chain,
      address,
      userId,
      now,
    ]);
  }

  /** The wallets that the user has proven to own. */
  list(userId: string): Promise<WalletKeyRow[]> {
    return this.source.query(
      `select chain, address, created_at as "createdAt" from account_wallet_key
        where user_id = $1 order by created_at, address limit 100`,
      [userId],
    );
  }

  /** Removes nonces that ran out before the instant, at most so many; answers how many. */
  async prune(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      'delete from account_wallet_nonce where nonce in (select nonce from account_wallet_nonce where expires_at < $1 limit $2)',
      [before, most],
    );
    return removed;
  }
}
