import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Contact, LimitsStore } from '../users/index.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const CONTACT_WINDOWS = [
  { seconds: MINUTE, most: 1 },
  { seconds: HOUR, most: 5 },
  { seconds: DAY, most: 20 },
];
const CODES_PER_ADDRESS = 10;
/** Developers share one address with all their test users. */
const CODES_PER_ADDRESS_IN_DEVELOPMENT = 10_000;

/** How many codes are sent: to a contact, for an address, and in a day. */
@Injectable()
export class CodePlaces {
  private readonly logger = new Logger('Codes');

  constructor(
    private readonly limits: LimitsStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by whose requests for the contact count together, so that strangers use up none of the owner's.
   * @throws Refusal `account.code-too-many`.
   */
  async take(contact: Contact, ip: string, by: string): Promise<void> {
    const { CODES_PER_ADDRESS: asked, CODES_PER_DAY, NODE_ENV } = this.config.values;
    const fallback = NODE_ENV === 'production' ? CODES_PER_ADDRESS : CODES_PER_ADDRESS_IN_DEVELOPMENT;
    const now = new Date(this.clock.now());
    const places = [
      { limited: { kind: 'code-contact', subject: `${contact.key} ${by}` }, windows: CONTACT_WINDOWS },
      { limited: { kind: 'code-address', subject: ip }, windows: [{ seconds: HOUR, most: asked || fallback }] },
    ];
    for (const { limited, windows } of places) {
      if ((await this.limits.take(limited, windows, now)) > 0) throw new Refusal('account.code-too-many');
    }
    await this.takeBudget(CODES_PER_DAY, now);
  }

  /** Counted by the calendar day, not by instants: so many instants would not fit into a row. */
  private async takeBudget(most: number, now: Date): Promise<void> {
    const day = now.toISOString().slice(0, 10);
    if ((await this.limits.count({ kind: 'code-budget', subject: day }, now)) <= most) return;
    this.logger.error(`The day's ${most} codes are used up; no more are sent`);
    throw new Refusal('account.code-too-many');
  }
}
