import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface BankCard {
  kind: 'domestic' | 'international';
  realName: string;
  bankName: string;
  bankAccount: string;
  bankBranch: string;
  bankAddress: string;
  swiftCode: string;
  residenceAddress: string;
  postalCode: string;
  bankId: string;
  bankCode: string;
  alipayAccount: string;
  wechatNickname: string;
  wechatAccount: string;
  /** Pictures of the codes that the user is paid by. */
  alipayQr: string | null;
  wechatQr: string | null;
}

export interface BankCardRow extends BankCard {
  id: string;
  createdAt: Date;
  /** Money can be sent there from then on. */
  usableAt: Date;
  /** Bound by a login of a moment ago alone. */
  plainlyProven: boolean;
}

/** The bank cards' SQL. */
@Injectable()
export class BankCardsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async find(userId: string, tx: Transaction = this.source.manager): Promise<BankCardRow | null> {
    const rows: BankCardRow[] = await tx.query(
      `select id, kind, real_name as "realName", bank_name as "bankName", bank_account as "bankAccount",
              bank_branch as "bankBranch", bank_address as "bankAddress", swift_code as "swiftCode",
              residence_address as "residenceAddress", postal_code as "postalCode", bank_id as "bankId",
              bank_code as "bankCode", alipay_account as "alipayAccount", wechat_nickname as "wechatNickname",
              wechat_account as "wechatAccount", alipay_qr as "alipayQr", wechat_qr as "wechatQr", created_at as "createdAt", usable_at as "usableAt",
              plainly_proven as "plainlyProven"
         from account_bank_card where user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Keeps the card in the place of the one before. @param isPlain bound by a login of a moment ago alone. */
  async save(
    tx: Transaction,
    userId: string,
    card: BankCard,
    { at, usableAt, isPlain }: { at: Date; usableAt: Date; isPlain: boolean },
  ): Promise<void> {
    await tx.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, bank_branch, bank_address,
         swift_code, residence_address, postal_code, bank_id, bank_code, alipay_account,
         wechat_nickname, wechat_account, alipay_qr, wechat_qr, created_at, updated_at, usable_at,
         plainly_proven)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20)
       on conflict (user_id) do update set kind = excluded.kind, real_name = excluded.real_name,
         bank_name = excluded.bank_name, bank_account = excluded.bank_account, bank_branch = excluded.bank_branch,
         bank_address = excluded.bank_address, swift_code = excluded.swift_code,
         residence_address = excluded.residence_address, postal_code = excluded.postal_code,
         bank_id = excluded.bank_id, bank_code = excluded.bank_code,
         alipay_account = excluded.alipay_account, wechat_nickname = excluded.wechat_nickname,
         wechat_account = excluded.wechat_account, alipay_qr = excluded.alipay_qr, wechat_qr = excluded.wechat_qr,
         updated_at = excluded.updated_at, usable_at = excluded.usable_at,
         plainly_proven = excluded.plainly_proven`,
      [
        userId,
        card.kind,
        card.realName,
        card.bankName,
        card.bankAccount,
        card.bankBranch,
        card.bankAddress,
        card.swiftCode,
        card.residenceAddress,
        card.postalCode,
        card.bankId,
        card.bankCode,
        card.alipayAccount,
        card.wechatNickname,
        card.wechatAccount,
        card.alipayQr,
        card.wechatQr,
        at,
        usableAt,
        isPlain,
      ],
    );
  }
}
