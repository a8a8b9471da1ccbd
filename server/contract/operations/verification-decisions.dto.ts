import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
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

export class ApproveVerificationRequest {
  /** Of the document, its name or two letters: needed where the user's form had no such field, refused elsewhere. */
  @OptionalText(100)
  country?: string;
}

export class RejectVerificationRequest extends ReasonRequest {
  /** Advanced level: why each of these photos is to be taken again; the others are kept as accepted. */
  @IsOptional()
  @ValidateNested()
  @Type(() => PhotoReasonsRequest)
  photoReasons?: PhotoReasonsRequest;
}
