import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ExcludedPeople, SecretBox } from '../users/index.js';
import { idNumberContext, idNumberDigests } from './id-number.js';
import { openNumber } from './queued-case.js';
import { type CaseWithPerson, VerificationStore } from './verification.store.js';

/** The numbers of documents: sealed, so that only a reviewer reads them, and as digests, so that two that are the same are found. */
@Injectable()
export class DocumentNumbers {
  constructor(
    private readonly secrets: SecretBox,
    private readonly excluded: ExcludedPeople,
    private readonly store: VerificationStore,
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
    await this.excluded.assertDigests(tx, digests);
    return this.store.knownDigest(tx, digests);
  }

  /**
   * Asks again once a case is decided: the account of an excluded person may have been erased since the same document was handed in
   * under another.
   * @throws Refusal `account.exclusion-lasts`.
   */
  async assertNotExcluded(tx: Transaction, known: CaseWithPerson): Promise<void> {
    const number = openNumber(known, this.secrets);
    if (number === null || known.country === null) return;
    await this.excluded.assertDigests(tx, idNumberDigests(this.secrets, known.country, number));
  }
}
