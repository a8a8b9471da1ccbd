import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { OptionalText } from '../text-fields.js';
import { ReasonRequest } from './cases.dto.js';

export class PhotoReasonsRequest {
  @OptionalText(500)
  front?: string;
  @OptionalText(500)
  back?: string;
  @OptionalText(500)
  hand?: string;
}

const VERSION_MAX = 2_147_483_647;

/** The case as it was looked at: handed in again meanwhile, it is another. */
export class ClaimVerificationRequest {
  /** `version` of the case that was opened. */
  @IsInt()
  @Min(1)
  @Max(VERSION_MAX)
  version: number;
}

export class ApproveVerificationRequest extends ClaimVerificationRequest {
  /** Of the document, its name or two letters: needed where the user's form had no such field, refused elsewhere. */
  @OptionalText(100)
  country?: string;
}

export class RejectVerificationRequest extends ReasonRequest {
  /** `version` of the case that was opened. */
  @IsInt()
  @Min(1)
  @Max(VERSION_MAX)
  version: number;

  /** Advanced level: why each of these photos is to be taken again; the others are kept as accepted. */
  @IsOptional()
  @ValidateNested()
  @Type(() => PhotoReasonsRequest)
  photoReasons?: PhotoReasonsRequest;
}
