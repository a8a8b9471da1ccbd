import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type Contact, type Limited, LimitsStore, type LimitWindow } from '../users/index.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const CONTACT_WINDOWS = [
  { seconds: MINUTE, most: 1 },
  { seconds: HOUR, most: 5 },
  { seconds: DAY, most: 20 },
];
/** Of one contact, whoever asks that is not its owner: many accounts together flood no phone. */
const OTHERS_WINDOWS = CONTACT_WINDOWS.filter(({ seconds }) => seconds > MINUTE);
/** Of all that is known to its owner together: more than one of them has, so that none takes the places of the others. */
const KNOWN_WINDOWS = [
  { seconds: HOUR, most: 15 },
  { seconds: DAY, most: 60 },
];
/**
 * Each has a day's codes of its own. Anybody can have codes sent to addresses that nobody has, so whoever needs one to come back to an account
 * waits for none of those, and who is on a device or at an address that the account knows for nobody else.
 */
const BUDGETS = ['code-budget', 'code-budget-forget', 'code-budget-known', 'code-budget-user'] as const;
const CODES_PER_ADDRESS = 10;
/** Developers share one address with all their test users. */
const CODES_PER_ADDRESS_IN_DEVELOPMENT = 10_000;

export interface CodeAsked {
  contact: Contact;
  /** By what the contact was named, where its dial code was left out; else the contact itself. */
  said?: string;
  ip: string;
  /** Whose requests for the contact count together, so that strangers use up none of the owner's. */
  by: string;
  /** Of a session; null for a guest. */
  userId: string | null;
  /** Whether it is for a new password. */
  isReset: boolean;
  /** Whether it is the account with that contact that asks, or one of its known devices and addresses. */
  isOwner: boolean;
  /** False where the answer only looks as if one was sent. */
  isSent: boolean;
}

/** How many codes are sent: to a contact, for an address, and in a day. */
@Injectable()
export class CodePlaces {
  private readonly logger = new Logger('Codes');

  constructor(
    private readonly limits: LimitsStore,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    // A series that begins at its first refusal has no increase that a rule could see.
    for (const budget of BUDGETS) metrics.codesUsedUp.inc({ budget }, 0);
  }

  /**
   * Who is signed in has places and a budget apart, which no guest can use up, and the owner of a contact places and a budget that
   * nobody else can; all others share those of the contact, and a budget for new passwords and one for the rest. Places are refused by the name that was said; those of a contact that was
   * found by it are used up without a word.
   * @returns whether it is sent.
   * @throws Refusal `account.code-too-many`.
   */
  async take(asked: CodeAsked): Promise<boolean> {
    const { contact, said = contact.key, ip, userId, isOwner } = asked;
    const { CODES_PER_ADDRESS: set, CODES_PER_DAY, NODE_ENV } = this.config.values;
    const fallback = NODE_ENV === 'production' ? CODES_PER_ADDRESS : CODES_PER_ADDRESS_IN_DEVELOPMENT;
    const now = new Date(this.clock.now());
    const isGuest = userId === null;
    const perAddress = [{ seconds: HOUR, most: set || fallback }];
    const [own, shared] = placesOf(said, asked);
    await this.takeAll([own], now);
    if (isGuest || !isOwner) {
      const seconds = await this.limits.takeFrom(ip, isGuest ? 'code-address' : 'code-address-user', perAddress, now);
      if (seconds > 0) throw tooMany(seconds);
    }
    // Last: who was refused before has used up none of it.
    await this.takeAll(shared, now);
    // Whether there is an account or not: the same work.
    const isFree = said === contact.key || (await this.takeUnsaid(asked, now));
    const isSent = asked.isSent && isFree;
    await this.takeBudget({ kind: budgetOf(asked), isSent, most: CODES_PER_DAY }, now);
    return isSent;
  }

  private async takeAll(places: readonly Place[], now: Date): Promise<void> {
    for (const { limited, windows } of places) {
      const seconds = await this.limits.take(limited, windows, now);
      if (seconds > 0) throw tooMany(seconds);
    }
  }

  /** Of the contact that was found by what was said: it gets no more messages than if it had been named. */
  private async takeUnsaid(asked: CodeAsked, now: Date): Promise<boolean> {
    const [own, shared] = placesOf(asked.contact.key, asked);
    for (const { limited, windows } of [own, ...shared]) {
      if ((await this.limits.take(limited, windows, now)) > 0) return false;
    }
    return true;
  }

  /**
   * Counted by the calendar day, not by instants: so many instants would not fit into a row. What is not sent does not
   * count, but is refused as if it were: nobody learns of it whether there is an account.
   */
  private async takeBudget(
    { kind, isSent, most }: { kind: string; isSent: boolean; most: number },
    now: Date,
  ): Promise<void> {
    const limited = { kind, subject: now.toISOString().slice(0, 10) };
    const used = isSent ? await this.limits.count(limited, now) : (await this.limits.counted(limited)) + 1;
    if (used <= most) return;
    this.metrics.codesUsedUp.inc({ budget: kind });
    this.logger.error(`The day's ${most} codes are used up (${kind}); no more are sent`);
    throw tooMany(DAY - (Math.floor(now.getTime() / 1000) % DAY));
  }
}

interface Place {
  limited: Limited;
  windows: readonly LimitWindow[];
}

function budgetOf({ userId, isOwner, isReset }: CodeAsked): (typeof BUDGETS)[number] {
  if (userId !== null) return 'code-budget-user';
  if (isOwner) return 'code-budget-known';
  return isReset ? 'code-budget-forget' : 'code-budget';
}

/**
 * Those of who asks, and those that it shares: of all that is known to the owner of the contact (a device is known for a year, whoever it was
 * that logged in on it), or of everybody else, which take none of the owner's.
 */
function placesOf(name: string, { by, userId, isOwner }: CodeAsked): [Place, Place[]] {
  const asker = userId === null ? by : `user ${userId}`;
  const own = { limited: { kind: 'code-contact', subject: `${name} ${asker}` }, windows: CONTACT_WINDOWS };
  if (isOwner && userId !== null) return [own, []];
  const shared = isOwner
    ? { limited: { kind: 'code-contact-known', subject: name }, windows: KNOWN_WINDOWS }
    : { limited: { kind: 'code-contact-others', subject: name }, windows: OTHERS_WINDOWS };
  return [own, [shared]];
}

/** Says how long to wait, in whole minutes: the code that was sent before is as good as it was. */
function tooMany(seconds: number): Refusal {
  return new Refusal('account.code-too-many', { minutes: String(Math.ceil(seconds / MINUTE)) });
}
