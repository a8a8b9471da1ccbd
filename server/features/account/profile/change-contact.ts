import { Injectable } from '@nestjs/common';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Proof, RequireFreshProof } from '../security/index.js';
import { type Caller, type Contact, maskContact, UsersStore } from '../users/index.js';
import { newContactCode, VerificationCodes } from '../codes/index.js';
import { SecurityLog } from '../notices/index.js';
import { TakeContact } from './take-contact.js';

export interface ContactChange {
  userId: string;
  sessionId: string;
  /** The new one, in the place of the one of its kind, or beside one of the other kind. */
  contact: Contact;
  /** Of the new contact. */
  newCode: string;
  /** That it is the user who asks: the login, and a code of the authenticator or of the contact that there is. */
  proofs: Proof[];
  caller: Caller;
}

/** Postgres: a value that must be unique is there already. */
const TAKEN = '23505';
/** Who excluded itself keeps its contacts (`own_exclusion_hold`), so that nobody registers with them again. */
const EXCLUDED = 'OL006';

/**
 * Gives a user another e-mail address or phone. Both the old and the new one are proven by a code, the old one hears
 * of it, withdrawals wait for a while, and codes that were sent before prove nothing, because this is what somebody does who has taken an account over.
 */
@Injectable()
export class ChangeContact {
  constructor(
    private readonly users: UsersStore,
    private readonly codes: VerificationCodes,
    private readonly requireFreshProof: RequireFreshProof,
    private readonly log: SecurityLog,
    private readonly takeContact: TakeContact,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws Refusal `account.code-required`, `account.code-wrong` (also for a contact that is another user's),
   *   `account.contact-kept` while the user is excluded, `account.exclusion-lasts`, and those of {@link RequireFreshProof}.
   */
  async execute({ userId, sessionId, contact, newCode, proofs, caller }: ContactChange): Promise<void> {
    const name = newContactCode(userId, contact);
    await this.codes.check(name, newCode, { by: 'owner', userId, caller });
    const act = { act: 'contact', amount: '', coin: '', target: contact.value } as const;
    const { useUp } = await this.requireFreshProof.execute({ userId, sessionId, act, proofs, caller });
    await this.transactions
      .run(async (tx) => {
        const user = await this.users.lock(tx, userId);
        if (!user) throw new Refusal('session.required');
        await useUp(tx);
        await this.codes.use(tx, name, newCode);
        const isSet = await this.takeContact.execute(tx, userId, contact);
        if (!isSet) throw new Refusal('account.code-wrong');
        await this.log.record(tx, user, 'contact-changed', caller, maskContact(contact.value));
      })
      .catch((error: unknown) => {
        if (sqlStateOf(error) === EXCLUDED) throw new Refusal('account.contact-kept');
        // Two users took the same contact in the same instant.
        throw sqlStateOf(error) === TAKEN ? new Refusal('account.code-wrong') : error;
      });
  }
}
