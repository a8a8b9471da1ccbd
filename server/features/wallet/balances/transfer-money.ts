import { Injectable } from '@nestjs/common';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { refusalOf, requestedAmount } from '../ledger/index.js';
import { ReservedMoney } from './reserved-money.js';
import { TransfersStore } from './transfers.store.js';
import { WalletCatalog } from './wallet-catalog.js';

export interface Transfer {
  userId: string;
  /** Null: an account that nothing of ours is in. */
  from: WalletAccount | null;
  to: WalletAccount | null;
  currencyId: number;
  /** As the user typed it. */
  amount: string;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Moves a user's own money from one account to another, at once and without a fee. */
@Injectable()
export class TransferMoney {
  constructor(
    private readonly store: TransfersStore,
    private readonly catalog: WalletCatalog,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
    private readonly reserved: ReservedMoney,
  ) {}

  /**
   * Real money only: there is no way between demo and real money.
   * @throws Refusal `wallet.same-account`, `wallet.account-unavailable`, `wallet.unknown-currency`,
   * `wallet.transfer-insufficient`, `ledger.too-many-decimals`, `ledger.cancel-only`.
   */
  async execute({ userId, from, to, currencyId, amount, key }: Transfer): Promise<void> {
    const currency = this.catalog.currency(currencyId);
    if (from === to) throw new Refusal('wallet.same-account');
    if (!from || !to || !currency.accounts.includes(from) || !currency.accounts.includes(to)) {
      throw new Refusal('wallet.account-unavailable');
    }
    const transfer = { from, to, currencyId, amount: requestedAmount(amount, currency.scale, 'number') };
    try {
      await this.commands.call({ userId, route: 'wallet/change', key, body: transfer }, async (tx, claim) => {
        if (this.reserved.covers(from)) {
          const reserved = (inner: Transaction) => this.reserved.of(from, userId, currencyId, inner);
          await this.store.transferAboveReserve(tx, claim, { ...transfer, reserved });
        } else await this.store.transfer(tx, claim, transfer);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw transferRefusal(refusalOf(error));
    }
  }
}

function transferRefusal(error: unknown): unknown {
  const isShort = error instanceof Refusal && error.code === 'ledger.insufficient-balance';
  return isShort ? new Refusal('wallet.transfer-insufficient') : error;
}
