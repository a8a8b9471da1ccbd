import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Loops } from '../../../platform/loop/loops.js';
import { type TradingNoticeKind, WriteNotices } from '../../account/notices/index.js';
import { SubAccounts } from '../../account/sub-accounts/index.js';
import { MaintenanceTablesStore, type UnannouncedChange } from './maintenance-tables.store.js';

const EVERY_MS = 5000;
const USERS_AT_ONCE = 200;
/** Batches of one round; the next round goes on. */
const BATCHES_MAX = 500;

/**
 * Notifies the holders of positions and pending orders in a market that a new maintenance table is announced for it, or that
 * the change was called off. Each batch is one transaction that also stores its watermark, so that each user is notified
 * exactly once. Demo positions cause no notices, as everywhere.
 */
@Injectable()
export class NotifyOfMaintenance {
  constructor(
    private readonly store: MaintenanceTablesStore,
    private readonly subAccounts: SubAccounts,
    private readonly writeNotices: WriteNotices,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    loops: Loops,
  ) {
    loops.add({ name: 'futures.maintenance', role: 'worker', everyMs: EVERY_MS, round: () => this.execute() });
  }

  async execute(): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const wentOn = await this.transactions.run((tx) => this.notifyNext(tx));
      if (!wentOn) return;
    }
  }

  /** Returns whether there was a change with pending notifications. */
  private async notifyNext(tx: Transaction): Promise<boolean> {
    const change = await this.store.lockUnannounced(tx);
    if (!change) return false;
    const holders = await this.store.holders(tx, change, USERS_AT_ONCE);
    const isDelivered = holders.length < USERS_AT_ONCE;
    await this.store.markDelivered(tx, change.id, { lastUser: holders.at(-1) ?? change.lastUser, isDelivered });
    if (holders.length > 0) await this.notifyHolders(tx, change, holders);
    return true;
  }

  /** Notices of a sub-account go to its main account, with its name. */
  private async notifyHolders(
    tx: Transaction,
    { market, holdsFrom, isOff }: UnannouncedChange,
    holders: string[],
  ): Promise<void> {
    const subs = await this.subAccounts.among(tx, holders);
    const kind: TradingNoticeKind = isOff ? 'maintenance-off' : 'maintenance-announced';
    const from = wireTime(holdsFrom);
    const at = new Date(this.clock.now());
    const notices = holders.map((userId) => {
      const sub = subs.get(userId);
      const parameters = { market, from, ...(sub !== undefined && { account: sub.label }) };
      return { userId: sub?.mainId ?? userId, kind, parameters, at };
    });
    await this.writeNotices.execute(tx, notices);
  }
}
