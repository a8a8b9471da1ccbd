import { Injectable, Logger } from '@nestjs/common';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { DependencyAway, RefusedByDependency } from '../../../platform/health/breaker.js';
import { MailSender, messageKey } from '../../../platform/messages/messages.js';
import { LimitsStore, UsersStore } from '../users/index.js';
import { DeliveriesStore, type DueDelivery } from './deliveries.store.js';
import { noticeMail } from './notice-mail.js';
import { heldUntil } from './plan-delivery.rules.js';

const USERS_AT_ONCE = 50;
/** What one mail tells. More follows in the next. */
const NOTICES_IN_MAIL = 50;
/** Mails of notices to one user in an hour: what happens beyond them is told together in the next. */
const MAILS_PER_HOUR = 6;
const WINDOW = [{ seconds: 3600, most: MAILS_PER_HOUR }];
const CLAIM_MS = 60_000;
const AWAY_MS = 30_000;
const FIRST_PAUSE_MS = 30_000;
const TRIES_MAX = 6;

/**
 * Mails what users have chosen to be mailed. A mail tells all that is due, so that few go out when much happens. Noted once
 * the mail server has it: a worker that dies in between sends it a second time.
 */
@Injectable()
export class MailNotices {
  private readonly logger = new Logger('Notifications');

  constructor(
    private readonly store: DeliveriesStore,
    private readonly users: UsersStore,
    private readonly limits: LimitsStore,
    private readonly mail: MailSender,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns how many mails were sent. */
  async execute(): Promise<number> {
    let sent = 0;
    let last = '0';
    for (;;) {
      const users = await this.store.mailedUsers(this.now(), last, USERS_AT_ONCE);
      for (const userId of users) if (await this.mailUser(userId)) sent += 1;
      if (users.length < USERS_AT_ONCE) return sent;
      last = users.at(-1) ?? last;
    }
  }

  private async mailUser(userId: string): Promise<boolean> {
    const takenAt = this.now();
    const place = { kind: 'notice-mail', subject: userId };
    const wait = await this.limits.take(place, WINDOW, takenAt);
    if (wait > 0) {
      await this.store.putOffMails(userId, takenAt, this.now(wait * 1000));
      return false;
    }
    const ids = await this.store.claimMails(userId, takenAt, { until: this.now(CLAIM_MS), limit: NOTICES_IN_MAIL });
    const due = await this.worthSending(await this.store.read(ids));
    const isSent = due.length > 0 && (await this.send(userId, due));
    if (!isSent) await this.limits.giveBack(place, takenAt);
    return isSent;
  }

  /** What is of use no more ends, and what is not to be told in quiet hours waits for their end, if it is of use then. */
  private async worthSending(due: readonly DueDelivery[]): Promise<DueDelivery[]> {
    const now = this.now();
    const judged = due.map((one) => ({ one, held: heldUntil(one.group as NoticeGroup, one.quiet, now) }));
    const late = judged.filter(({ one, held }) => one.expiresAt <= (held ?? now));
    if (late.length > 0)
      await this.end(
        late.map(({ one }) => one),
        'expired',
      );
    // All are of one user, whose quiet hours have one end.
    const waits = judged.filter((each) => each.held !== null && !late.includes(each));
    const until = waits[0]?.held;
    if (until)
      await this.store.putOff(
        waits.map(({ one }) => one.id),
        until,
        false,
      );
    return judged.filter((each) => each.held === null && !late.includes(each)).map(({ one }) => one);
  }

  private async send(userId: string, due: DueDelivery[]): Promise<boolean> {
    const user = await this.users.byId(userId);
    if (!user || user.email === null || user.disabledAt !== null) {
      await this.end(due, 'refused');
      return false;
    }
    const language = languageOf(user.language) ?? DEFAULT_LANGUAGE;
    const addressee = { to: user.email, language, word: user.antiPhishingWord };
    try {
      // A mail of the same notices is the same mail.
      const key = messageKey('notices', ...due.flatMap(({ id, at }) => [id, at.toISOString()]));
      await this.mail.send(noticeMail(addressee, due, this.config.values.PUBLIC_URL), key);
      await this.end(due, 'sent');
      return true;
    } catch (error) {
      await this.notSent(due, error);
      return false;
    }
  }

  private async notSent(due: DueDelivery[], error: unknown): Promise<void> {
    const ids = due.map(({ id }) => id);
    if (error instanceof DependencyAway) return this.store.putOff(ids, this.now(AWAY_MS), false);
    this.logger.error(`A mail of notices was not sent: ${error instanceof Error ? error.message : 'unknown'}`);
    if (error instanceof RefusedByDependency) return this.end(due, 'refused');
    const tries = Math.max(...due.map((one) => one.tries));
    if (tries >= TRIES_MAX) return this.end(due, 'failed');
    return this.store.putOff(ids, this.now(FIRST_PAUSE_MS * 2 ** (tries - 1)), true);
  }

  private end(due: readonly DueDelivery[], outcome: 'sent' | 'expired' | 'refused' | 'failed'): Promise<void> {
    return this.store.end(
      due.map(({ id }) => id),
      outcome,
      this.now(),
    );
  }

  private now(laterMs = 0): Date {
    return new Date(this.clock.now() + laterMs);
  }
}
