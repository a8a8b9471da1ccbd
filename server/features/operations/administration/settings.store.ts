import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DepositBankView, DepositKeyView, MarketSettingView } from '../../../contract/operations/settings.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** What of a network one operator may change. */
export interface NetworkSettings {
  depositsOn: boolean;
  withdrawalsOn: boolean;
  depositMinimum: DecimalText;
  withdrawalMinimum: DecimalText;
  withdrawalFee: DecimalText;
  withdrawalFeePercent: DecimalText;
  confirmations: number;
}

export interface NetworkRow extends NetworkSettings {
  id: number;
  network: string;
  coin: string;
  scale: number;
}

export interface PoolRow {
  coinNetworkId: number;
  free: number;
  total: number;
}

/** The SQL of what the desk sets for everybody alike: networks, addresses, markets. */
@Injectable()
export class SettingsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The network, locked until the transaction ends. */
  async lockNetwork(tx: Transaction, id: number): Promise<NetworkRow | null> {
    const rows: NetworkRow[] = await tx.query(
      `select n.id, n.network, c.code as coin, c.scale, n.deposits_on as "depositsOn",
              n.withdrawals_on as "withdrawalsOn", trim_scale(n.deposit_minimum)::text as "depositMinimum",
              trim_scale(n.withdrawal_minimum)::text as "withdrawalMinimum",
              trim_scale(n.withdrawal_fee)::text as "withdrawalFee",
              trim_scale(n.withdrawal_fee_percent)::text as "withdrawalFeePercent", n.confirmations
         from coin_network n join currency c on c.id = n.currency_id where n.id = $1 for update of n`,
      [id],
    );
    return rows[0] ?? null;
  }

  async setNetwork(tx: Transaction, id: number, settings: NetworkSettings): Promise<void> {
    await tx.query(
      `update coin_network set deposits_on = $2, withdrawals_on = $3, deposit_minimum = $4, withdrawal_minimum = $5,
         withdrawal_fee = $6, withdrawal_fee_percent = $7, confirmations = $8 where id = $1`,
      [
        id,
        settings.depositsOn,
        settings.withdrawalsOn,
        settings.depositMinimum,
        settings.withdrawalMinimum,
        settings.withdrawalFee,
        settings.withdrawalFeePercent,
        settings.confirmations,
      ],
    );
  }

  /** Whether a limit is none that one person's releases of a day could never reach: that would be no limit. */
  async isLimitWithinCaps(tx: Transaction, id: number, limit: DecimalText): Promise<boolean> {
    const rows: { within: boolean }[] = await tx.query(
      `select $2::numeric <= c.by_person as within
         from coin_network n cross join lateral wallet_caps('payout', n.currency_id) c where n.id = $1`,
      [id, limit],
    );
    return rows[0]?.within ?? false;
  }

  /** Above which amount two people are needed. */
  async setLimit(tx: Transaction, id: number, limit: DecimalText): Promise<void> {
    await tx.query('update coin_network set second_person_above = $2 where id = $1', [id, limit]);
  }

  pools(): Promise<PoolRow[]> {
    return this.source.query(
      `select coin_network_id as "coinNetworkId", count(*) filter (where taken_at is null)::integer as free,
              count(*)::integer as total from deposit_pool group by 1`,
    );
  }

  keys(): Promise<(Omit<DepositKeyView, 'addedAt'> & { addedAt: Date })[]> {
    return this.source.query(
      `select id, chain, form, extended_key as "extendedKey", active, next_index::integer as used,
              added_at as "addedAt" from deposit_key order by id desc limit 100`,
    );
  }

  banks(): Promise<(Omit<DepositBankView, 'addedAt'> & { addedAt: Date | null })[]> {
    return this.source.query(
      `select id, bank_name as "bankName", card_number as "cardNumber", card_holder as "cardHolder", active,
              added_at as "addedAt" from deposit_bank order by active desc, id desc limit 100`,
    );
  }

  markets(): Promise<MarketSettingView[]> {
    return this.source.query(
      'select id, symbol, name, category, halted_reason as "haltedReason" from market order by sort, id limit 1000',
    );
  }

  /** Halts a market, or lets it go on; null when there is none, false when it is so already. */
  async halt(tx: Transaction, id: number, reason: string | null): Promise<{ symbol: string; changed: boolean } | null> {
    const rows: { symbol: string; reason: string | null }[] = await tx.query(
      'select symbol, halted_reason as reason from market where id = $1 for no key update',
      [id],
    );
    const [market] = rows;
    if (!market) return null;
    const changed = market.reason !== reason;
    if (changed) await tx.query('update market set halted_reason = $2 where id = $1', [id, reason]);
    return { symbol: market.symbol, changed };
  }

  /** All who halted the market since it was let go on last, or gave the halt another reason, by the audit log. */
  async halters(tx: Transaction, id: number): Promise<readonly string[]> {
    const rows: { operatorId: string }[] = await tx.query(
      `select distinct e.operator_id::text as "operatorId" from audit_entry e
        where e.subject = 'market' and e.subject_id = $1 and e.action = 'market.halt' and e.operator_id is not null
          and e.id > coalesce((
            select max(r.id) from audit_entry r
             where r.subject = 'market' and r.subject_id = $1 and r.action = 'market.resume'), 0)`,
      [String(id)],
    );
    return rows.map(({ operatorId }) => operatorId);
  }

  /** The same of one that is halted now; none where it is not, or where it was not done at the desk. */
  async haltedBy(tx: Transaction, id: number): Promise<readonly string[]> {
    const rows: unknown[] = await tx.query('select from market where id = $1 and halted_reason is not null', [id]);
    return rows.length > 0 ? this.halters(tx, id) : [];
  }

  async isUser(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select 1 from account_user where id = $1', [id]);
    return rows.length > 0;
  }
}
