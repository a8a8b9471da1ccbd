import { Injectable } from '@nestjs/common';
import type {
  AdvancedVerificationView,
  BasicVerificationView,
  VerificationLevel,
  VerificationLevelView,
  VerificationView,
} from '../../../contract/account/verification.dto.js';
import { isUnknownCountry } from '../../../contract/rules/document-country.rules.js';
import { SecretBox } from '../users/index.js';
import { idNumberContext } from './id-number.js';
import { maskedIdNumber, reviewStatusOf } from './verification.rules.js';
import { type CaseWithPerson, VerificationStore } from './verification.store.js';

/** The user's own verification, with everything that is needed to go on where it was left. */
@Injectable()
export class GetVerification {
  constructor(
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
  ) {}

  async execute(userId: string): Promise<VerificationView> {
    const cases = await this.store.casesOf(userId);
    const find = (level: VerificationLevel) => cases.find((known) => known.level === level);
    return { basic: this.basicView(find('basic')), advanced: await this.advancedView(find('advanced')) };
  }

  private basicView(known: CaseWithPerson | undefined): BasicVerificationView {
    const sealed = known?.idNumberSealed;
    const number = known && sealed ? this.secrets.open(sealed, idNumberContext(known.userId)).toString() : null;
    return {
      ...levelView(known),
      country: known && !isUnknownCountry(known.country) ? (known.country ?? '') : '',
      name: known?.name ?? '',
      certificate_type: known?.idKind ?? '',
      card_id: number === null ? '' : maskedIdNumber(number),
      address: known?.address ?? '',
    };
  }

  private async advancedView(known: CaseWithPerson | undefined): Promise<AdvancedVerificationView> {
    const photos = known ? await this.store.photos(known.id) : [];
    return {
      ...levelView(known),
      photos: photos.map(({ kind, uploadId, status, reason }) => ({ kind, reference: uploadId, status, reason })),
    };
  }
}

function levelView(known: CaseWithPerson | undefined): VerificationLevelView {
  const status = known?.status ?? 'none';
  return {
    review_status: reviewStatusOf(status),
    status,
    reason: known?.reason ?? null,
    version: known?.version ?? 0,
  };
}
