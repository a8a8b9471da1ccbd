import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../contract/money.js';
import type { WalletAccount } from '../../contract/wallet.dto.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Claim } from '../../platform/idempotency/command-key.js';

export interface NewTransfer {
  from: WalletAccount;
  to: WalletAccount;
  currencyId: number;
  amount: DecimalText;
}

/** The transfers' SQL. */
@Injectable()
export class TransfersStore {
  /** The whole transfer in one round trip; answers the reply's text. */
  async transfer(tx: Transaction, claim: Claim, reply: string, transfer: NewTransfer): Promise<string> {
    const { from, to, currencyId, amount } = transfer;
    const rows: { reply: string }[] = await tx.query(
      'select wallet_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as reply',
      [...claim.parameters, reply, from, to, currencyId, amount],
    );
    return (rows[0] as { reply: string }).reply;
  }
}
