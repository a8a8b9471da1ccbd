import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { LineFeeds } from '../account/help-chat.dto.js';
import { LANGUAGES, type Language } from '../errors.js';
import { PageRequest } from '../pages.dto.js';
import {
  INCIDENT_KINDS,
  INCIDENT_STATES,
  INCIDENT_TEXT_MAX,
  INCIDENT_TITLE_MAX,
  type IncidentKind,
  type IncidentState,
  SERVICE_PARTS,
  type ServicePart,
} from '../rules/service-status.rules.js';
import { PlainText, WrittenText } from '../text-fields.js';

/** The last instant of the year 9999. */
const LATEST_MS = 253_402_300_799_000;

export class IncidentsRequest extends PageRequest {}

export class IncidentTextRequest {
  @IsIn(LANGUAGES)
  language: Language;

  /** At most 2,000 characters, read by everybody. */
  @LineFeeds()
  @WrittenText(INCIDENT_TEXT_MAX)
  text: string;
}

export class IncidentOpeningTextRequest extends IncidentTextRequest {
  @PlainText(INCIDENT_TITLE_MAX)
  @Matches(/\S/)
  title: string;
}

export class OpenIncidentRequest {
  @IsIn(INCIDENT_KINDS)
  kind: IncidentKind;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SERVICE_PARTS.length)
  @ArrayUnique()
  @IsIn(SERVICE_PARTS, { each: true })
  parts: ServicePart[];

  /** `investigating`, `identified` or `monitoring`; of planned work `planned` or `under-way`. */
  @IsIn(INCIDENT_STATES)
  state: IncidentState;

  /** Of planned work alone. Unix milliseconds. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  beginsAt?: number | null;

  /** Of planned work alone, after its beginning. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  endsAt?: number | null;

  /** Each language once; who reads another one gets the English text, or the first. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => IncidentOpeningTextRequest)
  texts: IncidentOpeningTextRequest[];
}

export class UpdateIncidentRequest {
  /** `resolved` ends it. */
  @IsIn(INCIDENT_STATES)
  state: IncidentState;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => IncidentTextRequest)
  texts: IncidentTextRequest[];
}

export class IncidentTextView {
  language: Language;
  text: string;
}

export class IncidentUpdateCaseView {
  state: IncidentState;
  texts: IncidentTextView[];
  /** Login of who wrote it. */
  writtenBy: string;
  at: number;
}

export class IncidentCaseView {
  id: string;
  kind: IncidentKind;
  parts: ServicePart[];
  state: IncidentState;
  titles: IncidentTextView[];
  beginsAt: number;
  endsAt: number | null;
  closedAt: number | null;
  /** The newest first. */
  updates: IncidentUpdateCaseView[];
}

export class IncidentPage {
  /** Those that go on first, then the newest. */
  list: IncidentCaseView[];
  total: number;
  page: number;
  limit: number;
}

export class IncidentOpenedView {
  id: string;
}
