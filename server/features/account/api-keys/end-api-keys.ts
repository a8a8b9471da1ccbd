import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { sessionOfKey } from '../../../platform/http/keys/key-access.js';
import { SecurityLog } from '../notices/index.js';
import { ApiKeyEnds } from '../security/index.js';
import { SessionEnds } from '../sessions/index.js';
import { type Caller, UsersStore } from '../users/index.js';
import { ApiKeysStore } from './api-keys.store.js';

const NAMES_MAX = 200;

/** Whoever ends all that an account is open by ends its keys, too: one that a stranger made would else live on. */
@Injectable()
export class EndApiKeys extends ApiKeyEnds {
  constructor(
    private readonly store: ApiKeysStore,
    private readonly users: UsersStore,
    private readonly log: SecurityLog,
    private readonly ends: SessionEnds,
    private readonly clock: Clock,
  ) {
    super();
  }

  async endAll(tx: Transaction, userId: string, reason: 'password' | 'sessions', caller: Caller): Promise<() => void> {
    // The keys of a sub-account are its person's, who alone has contacts to be told at.
    const person = await callFunction(tx, 'person_of', { user: userId });
    const user = await this.users.lock(tx, person);
    const ended = user ? await this.store.endAll(tx, userId, reason, new Date(this.clock.now())) : [];
    if (!user || ended.length === 0) return () => undefined;
    await this.log.note(tx, person, 'api-key-revoked', caller, `${reason} ${ended.length}`);
    const value = ended.map(({ name }) => name).join(', ');
    const short = value.length > NAMES_MAX ? `${value.slice(0, NAMES_MAX)}…` : value;
    await this.log.notify(tx, user, 'api-keys-ended', { value: short });
    return () => this.ends.announceKeys(ended.map(({ id }) => sessionOfKey(id)));
  }
}
