import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { HELP_LINE_LENGTH_MAX, HelpLineView, LinesText, type HelpState } from '../account/help-chat.dto.js';
import { LANGUAGES, type Language } from '../errors.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { HELP_FOLDERS, type HelpFolder } from './words.js';

const FILLED = /\S/;
const ROW_ID = /^[1-9][0-9]{0,17}$/;

export class HelpQueueRequest extends PageRequest {
  /** Empty: what waits. */
  @OptionalText(10)
  @IsIn(HELP_FOLDERS)
  folder?: HelpFolder;

  /** Only those of this user. */
  @OptionalText(18)
  @Matches(ROW_ID)
  userId?: string;
}

export class HelpCaseRequest {
  /** Lines before this one; left out: the newest. */
  @OptionalText(18)
  @Matches(ROW_ID)
  before?: string;
}

export class HelpAnswerLineRequest {
  /** A line that asks for a password or a code is not sent. */
  @LinesText(HELP_LINE_LENGTH_MAX)
  @Matches(FILLED)
  text: string;
}

export class HelpHandOverRequest {
  /** Whom it goes to; left out: back into the queue. */
  @OptionalText(18)
  @Matches(ROW_ID)
  to?: string;

  /** For whoever goes on with it; the user does not see it. */
  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

export class HelpTemplateRequest {
  /** Left out: a new one. */
  @OptionalText(18)
  @Matches(ROW_ID)
  id?: string;

  @IsIn(LANGUAGES)
  language: Language;

  @PlainText(80)
  @Matches(FILLED)
  title: string;

  @LinesText(HELP_LINE_LENGTH_MAX)
  @Matches(FILLED)
  text: string;
}

export class HelpHoursRequest {
  /** 0 Sunday to 6 Saturday. */
  @IsArray()
  @ArrayMaxSize(7)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(6, { each: true })
  days: number[];

  /** Minute of the day, UTC. */
  @IsInt()
  @Min(0)
  @Max(1439)
  opensAt: number;

  @IsInt()
  @Min(1)
  @Max(1440)
  closesAt: number;
}

export class HelpHoursView {
  days: number[];
  opensAt: number;
  closesAt: number;
  isOpen: boolean;
}

export class HelpRowView {
  id: string;
  userId: string;
  state: HelpState;
  /** Whose it is; null: nobody's. */
  agent: string | null;
  mine: boolean;
  /** Since when it waits, or when it was last written to. */
  at: number;
  /** Lines of the user that no agent has seen. */
  unread: number;
}

export class HelpPage {
  list: HelpRowView[];
  total: number;
  page: number;
  limit: number;
}

export class HelpDeskLineView extends HelpLineView {
  /** Login of the agent. */
  agent: string | null;
}

export class HelpHandOverView {
  from: string;
  /** Null: back into the queue. */
  to: string | null;
  reason: string;
  at: number;
}

export class HelpCaseView {
  id: string;
  userId: string;
  language: Language;
  state: HelpState;
  agent: string | null;
  mine: boolean;
  /** Whoever had it has said nothing for so long that somebody else may go on with it. */
  isLeft: boolean;
  version: number;
  readByUser: number;
  readByAgent: number;
  /** The oldest of these first. */
  lines: HelpDeskLineView[];
  hasMore: boolean;
  handedOver: HelpHandOverView[];
}

/** What is going on in a chat; typing is a hint. */
export class HelpPulseView {
  version: number;
  typing: boolean;
}

export class HelpTemplateView {
  id: string;
  language: Language;
  title: string;
  text: string;
}

export class HelpAgentView {
  id: string;
  login: string;
}
