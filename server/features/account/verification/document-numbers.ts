import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ExcludedPeople, SecretBox } from '../users/index.js';
import { getCountries } from 'libphonenumber-js';
import { UNKNOWN_COUNTRY } from '../../../contract/rules/document-country.rules.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { idNumberContext, idNumberDigests, spelledDigests } from './id-number.js';
import { openNumber } from './queued-case.js';
import { type CaseWithPerson, type SameNumberRow, VerificationStore } from './verification.store.js';

/** What is known of a number beside the case that it is in. */
export interface NumberElsewhere {
  others: SameNumberRow[];
  /** An excluded person's, under this or another country. */
  isExcluded: boolean;
}

/** The numbers of documents: sealed, so that only a reviewer reads them, and as digests, so that two that are the same are found. */
@Injectable()
export class DocumentNumbers {
  constructor(
    private readonly secrets: SecretBox,
    private readonly excluded: ExcludedPeople,
    private readonly store: VerificationStore,
    private readonly transactions: Transactions,
  ) {}

  seal(userId: string, number: string): Buffer {
    return this.secrets.seal(Buffer.from(number), idNumberContext(userId));
  }

  /**
   * The digest that stands for the number of a country.
   * @throws Refusal `account.exclusion-lasts` where the document is an excluded person's.
   */
  async digestOf(tx: Transaction, country: string, number: string): Promise<Buffer> {
    const digests = idNumberDigests(this.secrets, country, number);
    const spelled = spelledDigests(this.secrets, country, number);
    await this.excluded.assertDigests(tx, [...digests, ...spelled]);
    return this.store.knownDigest(tx, digests, spelled);
  }

  /**
   * Before a case is approved: one that was handed in before look-alike letters were one has a digest of before, which collides with
   * nobody's. The caller holds the lock.
   * @throws Refusal `account.exclusion-lasts`.
   */
  async digestAnew(tx: Transaction, caseId: string): Promise<void> {
    const known = await this.store.byId(caseId, tx);
    const number = known && openNumber(known, this.secrets);
    if (!known || number === null || known.country === null) return;
    const { country, idNumberDigest } = known;
    const digest = await this.digestOf(tx, country, number);
    if (idNumberDigest?.equals(digest) !== true) await this.store.setCountry(tx, caseId, { country, digest });
  }

  /**
   * Who else has the number, under whichever country, and whether an excluded person had: numbers of two countries may be the same, so
   * that nobody is refused by it alone, and a document is one whatever its owner says of its country.
   */
  async elsewhere(known: CaseWithPerson): Promise<NumberElsewhere> {
    const number = openNumber(known, this.secrets);
    if (number === null) return { others: [], isExcluded: false };
    const digests = [UNKNOWN_COUNTRY, ...getCountries()].flatMap((country) => this.everyDigest(country, number));
    return {
      others: await this.store.othersWith(digests, known.userId),
      isExcluded: (await this.transactions.run((tx) => this.excluded.until(tx, digests))) !== null,
    };
  }

  /**
   * Asks again once a case is decided: the account of an excluded person may have been erased since the same document was handed in
   * under another.
   * @throws Refusal `account.exclusion-lasts`.
   */
  async assertNotExcluded(tx: Transaction, known: CaseWithPerson): Promise<void> {
    const number = openNumber(known, this.secrets);
    if (number === null || known.country === null) return;
    await this.excluded.assertDigests(tx, this.everyDigest(known.country, number));
  }

  private everyDigest(country: string, number: string): Buffer[] {
    return [...idNumberDigests(this.secrets, country, number), ...spelledDigests(this.secrets, country, number)];
  }
}
