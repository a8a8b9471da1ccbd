import { Injectable } from '@nestjs/common';
import type { SubAccountPocket } from '../../../contract/rules/sub-accounts.rules.js';
import type { DecimalText } from '../../../contract/money.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ReservedMoney, WalletCatalog } from '../balances/index.js';
import { refusalOf, requestedAmount } from '../ledger/index.js';
import { type NewSubTransfer, SubTransfersStore } from './sub-transfers.store.js';

/** One side of a transfer. */
export interface SubPlace {
  /** Null: the main account. */
  subId: string | null;
  account: SubAccountPocket;
}

export interface SubTransfer {
  /** The main account, whose command it is. */
  userId: string;
  from: SubPlace;
  to: SubPlace;
  currencyId: number;
  /** As the user typed it. */
  amount: string;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/** Moves real money between a user's main account and its sub-accounts, and between these, at once and without a fee. */
@Injectable()
export class MoveSubMoney {
  constructor(
    private readonly store: SubTransfersStore,
    private readonly catalog: WalletCatalog,
    private readonly reserved: ReservedMoney,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `wallet.same-account`, `wallet.account-unavailable`, `wallet.unknown-currency`, `wallet.transfer-insufficient`,
   * `sub-account.unknown`, `sub-account.frozen`, `ledger.too-many-decimals`, `ledger.cancel-only`.
   */
  async execute({ userId, from, to, currencyId, amount, key }: SubTransfer): Promise<void> {
    const currency = this.catalog.currency(currencyId);
    const [fromUser, toUser] = [from.subId ?? userId, to.subId ?? userId];
    if (fromUser === toUser) throw new Refusal('wallet.same-account');
    if (!currency.accounts.includes(from.account) || !currency.accounts.includes(to.account)) {
      throw new Refusal('wallet.account-unavailable');
    }
    const transfer: NewSubTransfer = {
      fromUser,
      from: from.account,
      toUser,
      to: to.account,
      currencyId,
      amount: requestedAmount(amount, currency.scale, 'number'),
    };
    const command = { userId, route: 'sub_account/transfer', key, body: transfer };
    try {
      await this.commands.call(command, async (tx, claim) => {
        await this.transferAboveReserve(tx, claim, transfer);
        this.outbox.announce(tx, [fromUser, toUser]);
      });
    } catch (error) {
      throw subTransferRefusal(error);
    }
  }

  /** What backs open positions stays: looked at after the posting, while the account is locked, as in every transfer. */
  private async transferAboveReserve(tx: Transaction, claim: Claim, transfer: NewSubTransfer): Promise<void> {
    if (!this.reserved.covers(transfer.from)) return this.store.transfer(tx, claim, transfer);
    await tx.transaction(async (inner) => {
      await this.store.transfer(inner, claim, transfer);
      const reserved: DecimalText = await this.reserved.of(
        transfer.from,
        transfer.fromUser,
        transfer.currencyId,
        inner,
      );
      if (await this.store.isBelow(inner, transfer, reserved)) throw new Refusal('wallet.transfer-insufficient');
    });
  }
}

function subTransferRefusal(thrown: unknown): unknown {
  const state = sqlStateOf(thrown);
  if (state === 'SU002') return new Refusal('sub-account.unknown');
  if (state === 'SU003') return new Refusal('sub-account.frozen');
  const error = refusalOf(thrown);
  const isShort = error instanceof Refusal && error.code === 'ledger.insufficient-balance';
  return isShort ? new Refusal('wallet.transfer-insufficient') : error;
}
