import { Injectable } from '@nestjs/common';
import { isUnknownCountry } from '../../../contract/rules/document-country.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecretBox } from '../users/index.js';
import { Countries } from './countries.js';
import { DocumentNumbers } from './document-numbers.js';
import { openNumber } from './queued-case.js';
import { VerificationStore } from './verification.store.js';

/** Says of which country a document is, where the form did not: without it nobody is verified. */
@Injectable()
export class SetDocumentCountry {
  constructor(
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
    private readonly numbers: DocumentNumbers,
    private readonly countries: Countries,
  ) {}

  /**
   * @param given what the reviewer read on the document; a country that the user named is not changed.
   * @throws Refusal `verification.country-needed` where there is none, `verification.country-unknown`,
   *   `account.exclusion-lasts` where the document is an excluded person's.
   */
  async execute(tx: Transaction, caseId: string, given: string | null): Promise<void> {
    const known = await this.store.byId(caseId, tx);
    if (!known || known.level !== 'basic') return;
    if (!isUnknownCountry(known.country)) {
      if (given !== null) throw new Refusal('request.invalid', { field: 'country' });
      return;
    }
    if (given === null) throw new Refusal('verification.country-needed');
    const country = this.countries.codeOf(given);
    if (!country) throw new Refusal('verification.country-unknown');
    const number = openNumber(known, this.secrets) ?? '';
    const digest = await this.numbers.digestOf(tx, country, number);
    await this.store.setCountry(tx, caseId, { country, digest });
  }
}
