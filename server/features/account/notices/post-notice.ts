import { Injectable, Logger } from '@nestjs/common';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { type Lane, LANES, laneOf } from '../../../platform/messages/messages.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type LimitWindow, LimitsStore, takesTextMessages, type UserRow } from '../users/index.js';
import { NOTICE_WEIGHTS, type NoticeWeight, weightOf } from './notice-weight.rules.js';
import { type NoticeKind, noticeMessage } from './notice-words.js';

const HOUR = 3600;
const DAY = 86_400;
/** Of one user. A text message costs money, and each waits in the same row as everybody's codes. */
const PLACES: Record<NoticeWeight, Record<Lane, readonly LimitWindow[]>> = {
  important: {
    sms: [
      { seconds: HOUR, most: 5 },
      { seconds: DAY, most: 20 },
    ],
    mail: [
      { seconds: HOUR, most: 20 },
      { seconds: DAY, most: 60 },
    ],
  },
  ordinary: {
    sms: [
      { seconds: HOUR, most: 2 },
      { seconds: DAY, most: 5 },
    ],
    mail: [
      { seconds: HOUR, most: 5 },
      { seconds: DAY, most: 20 },
    ],
  },
};

/**
 * Sends a notice of security to the contacts of its user, as long as there are places: of the user, and of the day over all. What
 * has none stands among the user's notices all the same (decision 171).
 */
@Injectable()
export class PostNotice {
  private readonly logger = new Logger('Notices');

  constructor(
    private readonly outlet: MessageOutlet,
    private readonly limits: LimitsStore,
    private readonly config: Config,
    private readonly commits: AfterCommit,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    // A series that begins at its first refusal has no increase that a rule could see.
    for (const lane of LANES)
      for (const weight of NOTICE_WEIGHTS) metrics.noticesUsedUp.inc({ budget: budgetOf(lane, weight) }, 0);
  }

  /** Call it behind the notice itself, which holds the user's stream of events: so the places of one user are taken in turn. */
  async execute(tx: Transaction, user: UserRow, kind: NoticeKind, parameters: Record<string, string>): Promise<void> {
    const language = languageOf(user.language) ?? DEFAULT_LANGUAGE;
    for (const to of [user.email, user.phone]) {
      if (to === null || !(await this.take(tx, user.id, { to, weight: weightOf(kind) }))) continue;
      await this.outlet.post(noticeMessage({ to, language, word: user.antiPhishingWord }, kind, parameters), tx);
    }
  }

  private async take(
    tx: Transaction,
    userId: string,
    { to, weight }: { to: string; weight: NoticeWeight },
  ): Promise<boolean> {
    const { NOTICES_PER_DAY: most, SMS_DIAL_CODES } = this.config.values;
    const lane = laneOf({ to });
    if (lane === 'sms' && !takesTextMessages(to, SMS_DIAL_CODES)) return false;
    const now = new Date(this.clock.now());
    const budget = { kind: budgetOf(lane, weight), subject: now.toISOString().slice(0, 10) };
    if ((await this.limits.counted(budget, tx)) >= most) {
      this.metrics.noticesUsedUp.inc({ budget: budget.kind });
      this.logger.error(`The day's ${most} notices are used up (${budget.kind}); no more are sent`);
      return false;
    }
    const place = { kind: `notice-${lane}-${weight}`, subject: userId };
    if ((await this.limits.take(place, PLACES[weight][lane], now, tx)) > 0) return false;
    // Behind the commit: else all transactions that tell anybody of anything would wait for each other at one row.
    this.commits.run(tx, () => void this.count(budget, now));
    return true;
  }

  /** A process that dies before it has counted lets one more go. */
  private async count(budget: { kind: string; subject: string }, now: Date): Promise<void> {
    try {
      await this.limits.count(budget, now);
    } catch (error) {
      this.logger.error({ err: error, event: 'not-counted' });
    }
  }
}

function budgetOf(lane: Lane, weight: NoticeWeight): string {
  return `notice-budget-${lane}-${weight}`;
}
