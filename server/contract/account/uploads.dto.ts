import { ApiProperty } from '@nestjs/swagger';
import { OptionalText } from '../text-fields.js';

/** What a photo is for: it can be used for nothing else. */
export const UPLOAD_PURPOSES = ['verification', 'deposit', 'otc', 'help', 'payment'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The form of an upload: a file, and whatever else old clients send beside it. */
export class UploadForm {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'JPEG, PNG, WebP or HEIC; at most 10 MB, 40 megapixels and 12,000 pixels a side.',
  })
  file: string;
  /** `verification`, `deposit`, `otc`, `help` or `payment`; left out, the first use decides. */
  purpose?: string;
}

export class UploadViewsRequest {
  /** From 1; what is no page is the first. */
  @OptionalText(12)
  page?: string;
  /** 10 unless told, at most 100. */
  @OptionalText(12)
  limit?: string;
}

/** One look at a photo of the user's, or its removal. */
export class UploadLookView {
  /** Reference of the photo. */
  reference: string;
  purpose: string;
  /** `look`; `removed`: it was kept for long enough after the decision, and nobody can look at it any more. */
  act: 'look' | 'removed';
  /** `you`, `reviewer`, or, where nobody looked, `nobody`. */
  viewer: 'you' | 'reviewer' | 'nobody';
  /** Unix milliseconds. */
  at: number;
}

export class UploadViewsPage {
  list: UploadLookView[];
  count: number;
  page: number;
  limit: number;
}
