import { Injectable } from '@nestjs/common';
import type { ErasureView } from '../../../contract/account/erasure.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { HasFundPassword } from '../security/index.js';
import { wireTime } from '../users/index.js';
import { ErasureStore } from './erasure.store.js';

/** Whether an account is about to be erased, and what stands in the way. */
@Injectable()
export class GetErasure {
  constructor(
    private readonly store: ErasureStore,
    private readonly hasFundPassword: HasFundPassword,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<ErasureView> {
    const { ERASURE_WAIT_DAYS, ERASURE_KEEP_YEARS } = this.config.values;
    const newest = await this.store.newest(userId);
    const isWaiting = newest?.outcome === null;
    const isStopped = newest?.outcome === 'stopped';
    const rest = isWaiting
      ? await this.store.givenUp(newest.id)
      : await this.store.rest(userId, new Date(this.clock.now()));
    const obstacles = await this.store.obstacles(userId, rest);
    return {
      state: isWaiting ? 'waiting' : isStopped ? 'stopped' : 'none',
      asked_at: newest && isWaiting ? wireTime(newest.askedAt) : '',
      due_at: newest && isWaiting ? wireTime(newest.dueAt) : '',
      obstacles: obstacles.map(({ name, found }) => ({ name, count: found })),
      stopped_by: isStopped ? newest.obstacles : [],
      rest: rest.map(({ currency, amount }) => ({ currency, amount })),
      wait_days: ERASURE_WAIT_DAYS,
      keep_years: ERASURE_KEEP_YEARS,
      needs_fund_password: (await this.hasFundPassword.execute(userId)) ? 1 : 0,
    };
  }
}
