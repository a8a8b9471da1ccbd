import { Injectable, Logger } from '@nestjs/common';
import type { Language } from '../../contract/errors.js';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { Refusal } from '../../platform/http/refusal.js';
import { MessageOutlet } from '../../platform/messages/message-outlet.js';
import { type Contact, dialCodeOf, LimitsStore, UsersStore } from '../users/index.js';
import { codeMessage, knownContactMessage } from './code-words.js';
import { VerificationCodes } from './verification-codes.js';

/**
 * What a code may be for. `register` and `forget` prove a contact, `confirm` proves that a user is at hand, `contact`
 * that a user reads the contact that is to become his.
 */
export type CodePurpose = 'register' | 'forget' | 'confirm' | 'contact';

export interface CodeRequest {
  contact: Contact;
  purpose: CodePurpose;
  /** Whose step it confirms; null for a guest. */
  userId: string | null;
  ip: string;
  language: Language;
}

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

/** The target that a code is bound to: a guest's contact, or a user whatever its contacts are. */
export function codeTarget(request: Pick<CodeRequest, 'contact' | 'purpose' | 'userId'>): string {
  if (request.purpose === 'contact') return `user:${request.userId} ${request.contact.key}`;
  return request.userId === null ? request.contact.key : `user:${request.userId}`;
}

/** Sends a code to an e-mail address or a phone. */
@Injectable()
export class SendCode {
  private readonly logger = new Logger('Codes');

  constructor(
    private readonly codes: VerificationCodes,
    private readonly limits: LimitsStore,
    private readonly users: UsersStore,
    private readonly outlet: MessageOutlet,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers the same whether the contact is known or not. Whoever takes a contact that is known is told so in the
   * message, which only its owner reads; a forgotten password of an unknown contact sends nothing.
   * @throws Refusal `account.code-too-many`, `account.phone-invalid` where no text messages go.
   */
  async execute(request: CodeRequest): Promise<void> {
    const { contact, purpose, language } = request;
    this.assertServed(contact);
    await this.takePlaces(request);
    const known = purpose === 'confirm' ? null : await this.users.byName({ contact, username: null });
    const code = await this.codes.issue({ target: codeTarget(request), purpose });
    if (purpose === 'forget' && !known) return;
    // A tagged address may be somebody else's mailbox: the code for a known account goes where the account says.
    const to = (contact.kind === 'email' ? known?.email : known?.phone) ?? contact.value;
    const word = known?.antiPhishingWord ?? null;
    this.outlet.post(
      (purpose === 'register' || purpose === 'contact') && known
        ? knownContactMessage({ to, language, word })
        : codeMessage({ to, language, word, code, purpose: purpose === 'contact' ? 'confirm' : purpose }),
    );
  }

  private assertServed(contact: Contact): void {
    const { SMS_DIAL_CODES } = this.config.values;
    if (contact.kind === 'email' || SMS_DIAL_CODES.length === 0) return;
    if (!SMS_DIAL_CODES.includes(dialCodeOf(contact.value))) throw new Refusal('account.phone-invalid');
  }

  private async takePlaces({ contact, ip }: CodeRequest): Promise<void> {
    const { CODES_PER_ADDRESS: asked, CODES_PER_DAY, NODE_ENV } = this.config.values;
    const fallback = NODE_ENV === 'production' ? CODES_PER_ADDRESS : CODES_PER_ADDRESS_IN_DEVELOPMENT;
    const now = new Date(this.clock.now());
    const places = [
      { limited: { kind: 'code-contact', subject: contact.key }, windows: CONTACT_WINDOWS },
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
