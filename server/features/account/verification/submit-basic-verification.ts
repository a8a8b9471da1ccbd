import { Injectable } from '@nestjs/common';
import { PHOTO_KINDS } from '../../../contract/account/verification.dto.js';
import { isUnknownCountry, UNKNOWN_COUNTRY } from '../../../contract/rules/document-country.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CaseLog, type Submitter } from './case-log.js';
import { Countries } from './countries.js';
import { DocumentNumbers } from './document-numbers.js';
import { PutPhotos } from './put-photos.js';
import { idKindOf, idNumberOf, type PhotoTexts } from './verification.rules.js';
import { type PersonDetails, VerificationStore } from './verification.store.js';

/** Who a user says to be, as the client sent it. */
export interface PersonToVerify {
  /** Left out by clients that have no such field: they send photos instead, and the reviewer says which it is. */
  country: string | undefined;
  name: string;
  idKind: string | undefined;
  idNumber: string;
  address: string | undefined;
  photos: PhotoTexts;
}

/**
 * Hands in who the user is. A number of an ID that somebody else has used too is no refusal, because nobody is to learn
 * here whose numbers we know: the reviewer sees it, and it cannot be verified twice.
 */
@Injectable()
export class SubmitBasicVerification {
  constructor(
    private readonly store: VerificationStore,
    private readonly log: CaseLog,
    private readonly numbers: DocumentNumbers,
    private readonly countries: Countries,
    private readonly putPhotos: PutPhotos,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal for a field, `uploads.unknown`, or `verification.under-review`, `verification.already-verified`.
   */
  async execute(tx: Transaction, { userId, caller }: Submitter, person: PersonToVerify): Promise<void> {
    const at = new Date(this.clock.now());
    const details = await this.read(tx, userId, person);
    const submitted = await this.store.submit(tx, { userId, level: 'basic', at }, details);
    if (!submitted) throw await this.whyNot(tx, userId);
    const photos = PHOTO_KINDS.flatMap((kind) => {
      const uploadId = person.photos[kind];
      return uploadId === undefined ? [] : [{ kind, uploadId }];
    });
    await this.putPhotos.execute(tx, submitted, photos);
    await this.log.record(tx, submitted, { operatorId: null, caller, photoReasons: {}, at });
  }

  private async read(tx: Transaction, userId: string, person: PersonToVerify): Promise<PersonDetails> {
    const country = this.countryOf(person);
    const name = textOf(person.name, 'name');
    const address =
      isUnknownCountry(country) && person.address === undefined ? null : textOf(person.address, 'address');
    const idKind = idKindOf(person.idKind);
    if (!idKind) throw new Refusal('request.invalid', { field: 'certificate_type' });
    const number = idNumberOf(person.idNumber);
    if (!number) throw new Refusal('verification.id-number-invalid');
    const idNumberDigest = await this.numbers.digestOf(tx, country, number);
    const idNumberSealed = this.numbers.seal(userId, number);
    return { country, name, idKind, idNumberSealed, idNumberDigest, address };
  }

  private countryOf({ country, photos }: PersonToVerify): string {
    if (country !== undefined) {
      const code = this.countries.codeOf(country);
      if (!code) throw new Refusal('verification.country-unknown');
      return code;
    }
    if (photos.front === undefined || photos.back === undefined)
      throw new Refusal('request.invalid', { field: 'country' });
    return UNKNOWN_COUNTRY;
  }

  private async whyNot(tx: Transaction, userId: string): Promise<Refusal> {
    const known = (await this.store.casesOf(userId, tx)).find(({ level }) => level === 'basic');
    return new Refusal(known?.status === 'verified' ? 'verification.already-verified' : 'verification.under-review');
  }
}

function textOf(text: string | undefined, field: string): string {
  const plain = (text ?? '').normalize('NFC').trim();
  if (plain === '') throw new Refusal('request.invalid', { field });
  return plain;
}
