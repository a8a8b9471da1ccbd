import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { OwnLimitsStore } from './own-limits.store.js';

/** How often a user is told how long it is here, and that it was told. */
@Injectable()
export class CheckReality {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly clock: Clock,
  ) {}

  /** @param minutes 0: never. */
  set(userId: string, minutes: number): Promise<void> {
    return this.store.setCheck(userId, minutes === 0 ? null : minutes, new Date(this.clock.now()));
  }

  seen(userId: string): Promise<void> {
    return this.store.noteCheck(userId, new Date(this.clock.now()));
  }
}
