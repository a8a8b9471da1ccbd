import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetHolds, type Hold } from '../../account/notices/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { type CoinNetwork, isBelow, WalletCatalog } from '../balances/index.js';
import { WithdrawalsStore } from './withdrawals.store.js';

/** Applications of one user on one day, in UTC. */
export const APPLICATIONS_PER_DAY = 3;

/**
 * Whether a user may ask for a withdrawal now: verified, not held after a change of the account's security, not
 * the fourth time today, and not for more than the desk could release. There is no other condition, and no other may be added:
 * not a fee, a tax, a deposit or a volume of trades.
 */
@Injectable()
export class MayWithdraw {
  constructor(
    private readonly levels: VerificationLevels,
    private readonly getHolds: GetHolds,
    private readonly store: WithdrawalsStore,
    private readonly catalog: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  /** Before the transaction. @throws Refusal `verification.required`, `withdrawals.held`, `withdrawals.too-many-today`. */
  async assert(userId: string): Promise<void> {
    await this.levels.assertVerified(userId);
    await this.assertFree(userId);
    await this.assertPlace(userId);
  }

  /**
   * Again inside it, with the user locked: of the third and the fourth one goes on, and what was changed of the account's
   * security since holds, too.
   */
  async assertLocked(tx: Transaction, userId: string): Promise<void> {
    await this.levels.assertVerified(userId, { tx });
    await this.assertFree(userId, tx);
    await this.assertPlace(userId, tx);
  }

  /** What was changed of the account's security, and how long withdrawals wait for it. */
  holdsOf(userId: string): Promise<Hold[]> {
    return this.getHolds.execute(userId);
  }

  /**
   * Whether so much may be asked for: not more at once, nor on one day, than is set for the coin. Exact while the user is locked.
   * @throws Refusal `withdrawals.above-maximum`, `withdrawals.above-day-maximum`.
   */
  async assertWithin(
    { userId, network, amount }: { userId: string; network: CoinNetwork; amount: DecimalText },
    tx?: Transaction,
  ): Promise<void> {
    const { currencyId } = network;
    const { code } = this.catalog.currency(currencyId);
    const { most, aDay, asked } = await this.store.askedOfDay(userId, currencyId, this.now(), tx);
    if (most !== null && isBelow(most, amount)) {
      throw new Refusal('withdrawals.above-maximum', { maximum: `${most} ${code}` });
    }
    if (aDay === null || !isBelow(aDay, new Decimal(asked).plus(amount).toFixed())) return;
    const left = Decimal.max(0, new Decimal(aDay).minus(asked)).toFixed();
    throw new Refusal('withdrawals.above-day-maximum', { maximum: `${aDay} ${code}`, left: `${left} ${code}` });
  }

  async leftToday(userId: string): Promise<number> {
    return Math.max(0, APPLICATIONS_PER_DAY - (await this.store.countOfDay(userId, this.now())));
  }

  private async assertFree(userId: string, tx?: Transaction): Promise<void> {
    const until = lastEnd(await this.getHolds.execute(userId, tx));
    if (until) throw new Refusal('withdrawals.held', { until: wireTime(until) });
  }

  private async assertPlace(userId: string, tx?: Transaction): Promise<void> {
    if ((await this.store.countOfDay(userId, this.now(), tx)) < APPLICATIONS_PER_DAY) return;
    throw new Refusal('withdrawals.too-many-today', { most: APPLICATIONS_PER_DAY });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** The end of the last of them; null when there is none. */
export function lastEnd(holds: Hold[]): Date | null {
  return holds.length === 0 ? null : new Date(Math.max(...holds.map(({ until }) => until.getTime())));
}
