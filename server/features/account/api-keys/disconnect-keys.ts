import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { sessionOfKey } from '../../../platform/http/keys/key-access.js';
import { SessionEnds } from '../sessions/index.js';
import { ApiKeysStore } from './api-keys.store.js';

/** Closes the sockets of an account's keys, which are there and open nothing any more. */
@Injectable()
export class DisconnectKeys {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {}

  /** Call after the commit. */
  async execute(userId: string): Promise<void> {
    const keys = await this.store.list(userId, this.clock.now());
    this.ends.announceKeys(keys.filter(({ endReason }) => endReason === null).map(({ id }) => sessionOfKey(id)));
  }
}
