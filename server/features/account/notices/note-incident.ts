import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { SecuritySignals } from '../../../platform/http/security-signals.js';
import { type Caller, UsersStore } from '../users/index.js';
import { deviceName } from './device.rules.js';
import { recordedEvent, SecurityLog } from './security-log.js';
import { type SecurityIncidentKind, SecurityStore } from './security.store.js';

export interface Incident {
  kind: SecurityIncidentKind;
  /** Null: what was named is no account. */
  userId: string | null;
  caller: Caller;
  /** Which code, which password: our own word for it. */
  about?: string;
}

/** Who guesses at an account does these; a fund password that is locked has a notice of its own. */
const GUESSES: readonly SecurityIncidentKind[] = [
  ...(['login-failed', 'login-locked', 'password-wrong', 'code-wrong', 'totp-wrong', 'totp-locked'] as const),
  ...(['wallet-wrong', 'passkey-wrong'] as const),
];
/** So many of them within a day are told, once a day. */
const NOTIFIED_GUESSES = 5;
const DAY_MS = 86_400_000;
const NOTICE = 'wrong-tries';

/**
 * Writes down that somebody tried in vain: in the user's events, in the process log, as a count. What was refused stays
 * refused when that fails. Call it outside of any transaction, so that it stands whatever becomes of the command.
 */
@Injectable()
export class NoteIncident {
  private readonly logger = new Logger('Security');

  constructor(
    private readonly store: SecurityStore,
    private readonly log: SecurityLog,
    private readonly users: UsersStore,
    private readonly signals: SecuritySignals,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** The same work with a user and without one: the time of the answer tells nobody whether there is an account. */
  async execute(incident: Incident): Promise<void> {
    this.signal(incident);
    const { userId, about = '' } = incident;
    const event = recordedEvent({ ...incident, about, at: new Date(this.clock.now()) });
    await this.store.noteIncident(userId, event).catch((error: unknown) => this.missed(error));
    // Behind the reply: its time tells nobody whether there is an account.
    if (userId !== null && GUESSES.includes(incident.kind)) void this.notifyOwner(userId, incident.caller);
  }

  /** Its owner hears of somebody who guesses: on the pages and by message to every contact that has a place left (`PostNotice`). */
  private async notifyOwner(userId: string, { userAgent }: Caller): Promise<void> {
    const since = new Date(this.clock.now() - DAY_MS);
    const asked = { kinds: GUESSES, least: NOTIFIED_GUESSES, notice: NOTICE, since };
    try {
      if (!(await this.store.isToBeNotified(userId, asked))) return;
      await this.transactions.run(async (tx) => {
        const user = await this.users.lock(tx, userId);
        const isFirst = user && (await this.store.isToBeNotified(userId, asked, tx));
        if (isFirst) await this.log.notify(tx, user, NOTICE, { device: deviceName(userAgent) });
      });
    } catch (error) {
      this.missed(error);
    }
  }

  /** Somebody guesses at the fund password, and has locked it: its owner hears of it on the pages and by message. */
  async fundPasswordLocked(userId: string, caller: Caller): Promise<void> {
    const kind = 'fund-password-locked';
    this.signal({ kind, userId, caller });
    const recording = this.transactions.run(async (tx) => {
      const user = await this.users.byId(userId, tx);
      if (user) await this.log.record(tx, user, kind, caller);
    });
    await recording.catch((error: unknown) => this.missed(error));
  }

  private signal({ kind, userId: user, caller, about = '' }: Incident): void {
    this.signals.emit({ kind, user, address: caller.ip, request: caller.request ?? '', about });
  }

  private missed(error: unknown): void {
    this.logger.error({ err: error, event: 'not-written' });
  }
}
