import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecretBox } from '../users/index.js';
import { CaseLog } from './case-log.js';
import { Countries } from './countries.js';
import { idKindOf, idNumberOf } from './verification.rules.js';
import { type PersonDetails, VerificationStore } from './verification.store.js';

/** Who a user says to be, as the client sent it. */
export interface PersonToVerify {
  country: string;
  name: string;
  idKind: string | undefined;
  idNumber: string;
  address: string;
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
    private readonly secrets: SecretBox,
    private readonly countries: Countries,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal for a field, or `verification.under-review`, `verification.already-verified`. */
  async execute(tx: Transaction, userId: string, person: PersonToVerify): Promise<void> {
    const at = new Date(this.clock.now());
    const details = this.read(userId, person);
    const submitted = await this.store.submit(tx, { userId, level: 'basic', at }, details);
    if (!submitted) throw await this.whyNot(tx, userId);
    await this.log.record(tx, submitted, { operatorId: null, photoReasons: {}, at });
  }

  private read(userId: string, person: PersonToVerify): PersonDetails {
    const country = this.countries.codeOf(person.country);
    if (!country) throw new Refusal('verification.country-unknown');
    const name = textOf(person.name, 'name');
    const address = textOf(person.address, 'address');
    const idKind = idKindOf(person.idKind);
    if (!idKind) throw new Refusal('request.invalid', { field: 'certificate_type' });
    const number = idNumberOf(person.idNumber);
    if (!number) throw new Refusal('verification.id-number-invalid');
    const idNumberSealed = this.secrets.seal(Buffer.from(number), idNumberContext(userId));
    const idNumberDigest = this.secrets.digest('verification.id-number', country, number);
    return { country, name, idKind, idNumberSealed, idNumberDigest, address };
  }

  private async whyNot(tx: Transaction, userId: string): Promise<Refusal> {
    const known = (await this.store.casesOf(userId, tx)).find(({ level }) => level === 'basic');
    return new Refusal(known?.status === 'verified' ? 'verification.already-verified' : 'verification.under-review');
  }
}

/** What a sealed number is bound to. */
export function idNumberContext(userId: string): string {
  return `verification.id-number:${userId}`;
}

function textOf(text: string, field: string): string {
  const plain = text.normalize('NFC').trim();
  if (plain === '') throw new Refusal('request.invalid', { field });
  return plain;
}
