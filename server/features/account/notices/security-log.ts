import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { deviceName } from './device.rules.js';
import type { NoticeKind } from './notice-words.js';
import { PostNotice } from './post-notice.js';
import { type Caller, KnownClients, type UserRow } from '../users/index.js';
import { type RecordedEvent, type SecurityEventKind, SecurityStore } from './security.store.js';
import { WriteNotice } from './write-notice.js';

/** What is written of an event. */
export function recordedEvent(event: {
  kind: SecurityEventKind;
  caller: Caller;
  about: string;
  at: Date;
}): RecordedEvent {
  const { kind, at, about } = event;
  const { ip, userAgent, request = '' } = event.caller;
  // An act of the desk or of the product itself comes from no device.
  return { kind, at, about, ip, device: userAgent === '' && ip === '' ? '' : deviceName(userAgent), request };
}

/** Writes what happened to the security of an account, and tells its user. */
@Injectable()
export class SecurityLog {
  constructor(
    private readonly store: SecurityStore,
    private readonly writeNotice: WriteNotice,
    private readonly postNotice: PostNotice,
    private readonly clients: KnownClients,
    private readonly clock: Clock,
  ) {}

  /**
   * A change that the user must hear of: an event, a notice, and as {@link PostNotice} has places a message to each of its contacts,
   * all of the transaction.
   * @param user as it was before the change: the contact that is replaced hears of it.
   * @param value what is new, so far that its owner recognises it.
   */
  async record(
    tx: Transaction,
    user: UserRow,
    kind: SecurityEventKind & NoticeKind,
    caller: Caller,
    value = '',
  ): Promise<void> {
    const parameters = { device: deviceName(caller.userAgent), ...(value === '' ? {} : { value }) };
    await this.note(tx, user.id, kind, caller, value);
    await this.notify(tx, user, kind, parameters);
  }

  /** A notice, and messages to the user's contacts. */
  async notify(tx: Transaction, user: UserRow, kind: NoticeKind, parameters: Record<string, string>): Promise<void> {
    await this.writeNotice.execute(tx, user.id, kind, parameters);
    await this.postNotice.execute(tx, user, kind, parameters);
  }

  /** An event that is only written down. @param about why, in our own words, or what is new. */
  async note(tx: Transaction, userId: string, kind: SecurityEventKind, caller: Caller, about = ''): Promise<void> {
    await this.store.record(tx, userId, recordedEvent({ kind, caller, about, at: new Date(this.clock.now()) }));
  }

  /**
   * A login; from a device that the user never had, it is told. The device's cookie says which it is: a thief has the same
   * system and browser easily. Clients that keep no cookie are known by those at an address from which the user logged in
   * with them. The first login of all is nothing to tell.
   */
  async login(tx: Transaction, user: UserRow, login: { caller: Caller; device: string }): Promise<void> {
    const { ip } = login.caller;
    const known = await this.store.knownDevice(tx, user.id, { device: login.device, ip });
    await this.note(tx, user.id, 'login', login.caller);
    const isKnown = known.same || this.clients.isDeviceOf(user.id, login.caller);
    if (known.any && !isKnown) await this.record(tx, user, 'new-device', login.caller);
  }
}
