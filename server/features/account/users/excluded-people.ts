import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Contact, emailKeysOf, readEmail, readPhone } from './contact.rules.js';
import { SecretBox } from './secret-box.js';
import type { UserRow } from './users.store.js';
import { wireTime } from './wire-names.js';

export interface Wallet {
  chain: string;
  address: string;
}

const CONTEXT = 'excluded-person';

/**
 * Who excluded themselves from trading and had the account erased all the same. What they registered with is known again as long
 * as the exclusion lasts, by keyed digests alone, and by the digest of their document's number.
 */
@Injectable()
export class ExcludedPeople {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Of all that the user registered with. */
  digestsOf({ email, phone }: UserRow, wallets: readonly Wallet[]): Buffer[] {
    const contacts = [email === null ? null : readEmail(email), phone === null ? null : readPhone(phone, '')];
    return [
      ...contacts.filter((one) => one !== null).map(({ kind, key }) => this.box.digest(CONTEXT, kind, key)),
      ...wallets.map(({ chain, address }) => this.box.digest(CONTEXT, chain, address)),
    ];
  }

  /** @throws Refusal `account.exclusion-lasts` for a contact that an excluded person had. */
  async assertContact(tx: Transaction, contact: Contact): Promise<void> {
    const keys = contact.kind === 'email' ? emailKeysOf(contact) : [contact.key];
    await this.assertDigests(
      tx,
      keys.flatMap((key) => this.box.digests(CONTEXT, contact.kind, key)),
    );
  }

  /** @throws Refusal `account.exclusion-lasts` for a wallet that an excluded person had. */
  async assertWallet(tx: Transaction, { chain, address }: Wallet): Promise<void> {
    await this.assertDigests(tx, this.box.digests(CONTEXT, chain, address));
  }

  /** @throws Refusal `account.exclusion-lasts` where one of the digests is an excluded person's. */
  async assertDigests(tx: Transaction, digests: readonly Buffer[]): Promise<void> {
    const until = await this.until(tx, digests);
    if (until !== null) throw new Refusal('account.exclusion-lasts', { until: wireTime(until) });
  }

  /** Until when an exclusion under one of the digests lasts; null: there is none. */
  async until(tx: Transaction, digests: readonly Buffer[]): Promise<Date | null> {
    const rows: { until: Date | null }[] = await tx.query(
      'select max(until) as until from excluded_person where digest = any($1) and until > database_now($2)',
      [digests, new Date(this.clock.now())],
    );
    return rows[0]?.until ?? null;
  }
}
