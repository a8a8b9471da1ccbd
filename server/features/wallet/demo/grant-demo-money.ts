import { Injectable } from '@nestjs/common';
import { DEMO_ACCOUNTS, DEMO_GRANT, type DemoAccount } from '../../../contract/wallet/demo.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Ledger } from '../ledger/index.js';
import { BalanceEvents, isBelow, subtract, WalletCatalog } from '../balances/index.js';
import { DemoStore } from './demo.store.js';

const GRANTED = 'USDT';
const REASON = 'demo.grant';

/** Brings a user's demo accounts up to the grant, out of the mint of demo money. */
@Injectable()
export class GrantDemoMoney {
  constructor(
    private readonly store: DemoStore,
    private readonly ledger: Ledger,
    private readonly catalog: WalletCatalog,
    private readonly events: BalanceEvents,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The currency of the grant. */
  currencyId(): number {
    const currency = this.catalog.currencies().find(({ code }) => code === GRANTED);
    if (!currency) throw new Error(`The currency ${GRANTED} is missing.`);
    return currency.id;
  }

  /** What is available in each account. Frozen money does not count: an open order keeps what it holds. */
  async available(userId: string, tx?: Transaction): Promise<Map<DemoAccount, DecimalText>> {
    const currencyId = this.currencyId();
    const balances = await this.ledger.balancesOf(userId, true, tx);
    const of = (kind: DemoAccount) =>
      balances.find((balance) => balance.kind === kind && balance.currencyId === currencyId)?.balance ?? '0';
    return new Map(DEMO_ACCOUNTS.map((account) => [account, of(account)]));
  }

  /** The user's row is locked by the caller, and nothing else yet. Where nothing is missing nothing is written. */
  async execute(tx: Transaction, userId: string, kind: 'enter' | 'top-up'): Promise<void> {
    const currencyId = this.currencyId();
    const given = [...(await this.available(userId, tx))]
      .filter(([, available]) => isBelow(available, DEMO_GRANT))
      .map(([account, available]) => ({ account, amount: subtract(DEMO_GRANT, available) }));
    if (given.length === 0) return;
    const at = this.clock.now();
    const reference = await this.store.addGrant(tx, userId, kind, new Date(at));
    const legs = given.flatMap(({ account, amount }) => [
      { owner: userId, kind: account, currencyId, amount },
      { owner: null, kind: 'sim_mint' as const, currencyId, amount: `-${amount}` },
    ]);
    const { journalId } = await this.ledger.post(tx, { reason: REASON, reference, at, demo: true, legs });
    const moves = given.map(({ account, amount }) => ({ account, currencyId, delta: amount }));
    const balanceEvents = await this.events.of(tx, { userId, reason: REASON, journalId, moves, demo: true });
    await this.outbox.appendAll(tx, balanceEvents);
  }
}
