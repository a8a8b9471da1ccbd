import { OptionalText, PlainText } from '../text-fields.js';

export const VERIFICATION_LEVELS = ['basic', 'advanced'] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];

export const VERIFICATION_STATUSES = ['none', 'under-review', 'verified', 'rejected'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const ID_KINDS = ['id-card', 'passport', 'driving-licence', 'ssn'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** The ID's front, its back, and the person holding it. */
export const PHOTO_KINDS = ['front', 'back', 'hand'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export class BasicVerificationRequest {
  /**
   * Name of a country from `area_code` in any of our languages, or its two letters. Left out by clients that have no such
   * field: then the front and back of the ID are needed, and the reviewer says which country it is.
   */
  @OptionalText(100)
  country?: string;
  /** As the ID says. */
  @PlainText(100)
  name: string;
  /** `id-card`, `passport`, `driving-licence` or `ssn`; left out: `id-card`. */
  @OptionalText(20)
  certificate_type?: string;
  /** Number of the ID: 4 to 30 letters and digits; blanks and hyphens do not count. */
  @PlainText(60)
  card_id: string;
  /** Contact address; needed beside a country. */
  @OptionalText(300)
  address?: string;
  /** References from `upload`, where one form has everything. */
  @OptionalText(100)
  front_pic?: string;
  @OptionalText(100)
  reverse_pic?: string;
  @OptionalText(100)
  hand_pic?: string;
}

/** References from `upload`. After a rejection only those photos are needed that were rejected. */
export class AdvancedVerificationRequest {
  /** The ID's front. */
  @OptionalText(100)
  front_pic?: string;
  /** The ID's back. */
  @OptionalText(100)
  reverse_pic?: string;
  /** The person holding the ID. */
  @OptionalText(100)
  hand_pic?: string;
}

/** One photo of the advanced verification. */
export class VerificationPhotoView {
  /** `front`, `back` or `hand`. */
  kind: PhotoKind;
  /** For `GET upload/{reference}`. */
  reference: string;
  status: 'under-review' | 'accepted' | 'rejected';
  /** When `rejected`: why, in the reviewer's words. */
  reason: string | null;
}

/** One level of a user's verification. */
export class VerificationLevelView {
  /** 0 none or rejected, 1 under review, 2 verified. */
  review_status: 0 | 1 | 2;
  status: VerificationStatus;
  /** When `rejected`: why, in the reviewer's words. */
  reason: string | null;
  /** Grows with every change; 0 before the first submission. */
  version: number;
}

export class BasicVerificationView extends VerificationLevelView {
  /** Two letters; empty before the first submission, and where the form had no such field. */
  country: string;
  name: string;
  certificate_type: string;
  /** Masked: two characters, stars, two characters. */
  card_id: string;
  address: string;
}

export class AdvancedVerificationView extends VerificationLevelView {
  photos: VerificationPhotoView[];
}

export class VerificationView {
  basic: BasicVerificationView;
  advanced: AdvancedVerificationView;
}
