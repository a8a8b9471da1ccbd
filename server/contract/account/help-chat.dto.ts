import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Transform } from 'class-transformer';
import { OptionalText, PlainText } from '../text-fields.js';

export const HELP_LINE_LENGTH_MAX = 2000;
/** Lines of one reading. */
export const HELP_LINES = 50;

/** Who wrote a line: the user, an agent of the desk, or the chat itself. */
export const HELP_AUTHORS = ['user', 'agent', 'chat'] as const;
export type HelpAuthor = (typeof HELP_AUTHORS)[number];

/** What the chat itself notes. */
export const HELP_NOTES = ['claimed', 'handed-over', 'closed-by-user', 'closed-by-agent'] as const;
export type HelpNote = (typeof HELP_NOTES)[number];

/** In the queue, in an agent's hands, or over. */
export const HELP_STATES = ['waiting', 'open', 'closed'] as const;
export type HelpState = (typeof HELP_STATES)[number];

/** Lines of text: no control characters but the end of a line, nothing that turns the direction of the writing around. */
const LINES = /^(?:\n|[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069])*$/u;

/** Ends of lines as one character, whatever a form sends. */
export function LineFeeds(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
  );
}

/** Text of several lines. */
export function LinesText(length: number): PropertyDecorator {
  return (target, key) => {
    LineFeeds()(target, key);
    IsString()(target, key);
    MaxLength(length)(target, key);
    Matches(LINES)(target, key);
  };
}

const WholeNumber = (): PropertyDecorator => (target, key) => {
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number.parseInt(value, 10) : value,
  )(target, key);
  IsInt()(target, key);
  Min(0)(target, key);
  Max(Number.MAX_SAFE_INTEGER)(target, key);
};

export class HelpChatRequest {
  /** Lines before this one; left out: the newest. */
  @OptionalText(18)
  @Matches(/^[1-9][0-9]*$/)
  before?: string;
}

export class HelpLineRequest {
  /** At most 2,000 characters; what looks like a password or a code is masked before it is stored. May be empty beside a picture. */
  @LinesText(HELP_LINE_LENGTH_MAX)
  text: string;

  /** Reference of a picture from `upload` with the purpose `help`. */
  @OptionalText(32)
  @Matches(/^[0-9a-f]{32}$/)
  picture?: string;
}

export class HelpReadRequest {
  /** The highest line number of the chat that was seen. */
  @WholeNumber()
  number: number;
}

export class HelpHereRequest {
  /** Whether the caller is writing. */
  @Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
  )
  @IsOptional()
  @IsBoolean()
  typing?: boolean;
}

export class HelpCheckRequest {
  /** As it stands beside a line; blanks, hyphens and case do not count. */
  @PlainText(20)
  code: string;
}

export class HelpLineView {
  /** Number of the line over all chats: what is written later has a higher one. */
  id: string;
  chatId: string;
  /** 1, 2, 3 … in its chat. */
  number: number;
  author: HelpAuthor;
  text: string;
  /** Something that looked like a password or a code was masked before it was stored. */
  masked: boolean;
  /** What the chat itself notes; null for what somebody wrote. */
  note: HelpNote | null;
  /** Of an agent's line: by which its reader can check that it is from us. */
  code: string | null;
  /** Reference of a picture, for `GET upload/{reference}`. */
  picture: string | null;
  /** Unix milliseconds. */
  at: number;
}

export class HelpChatView {
  /** The chat that is going on; null: the next line begins one. */
  chatId: string | null;
  state: HelpState | null;
  /** Grows with every change. */
  version: number;
  /** The last line of the user's that an agent has seen. */
  readByAgent: number;
  /** The last line that the user has seen. */
  readByUser: number;
  /** How many wait before this chat; 0 where it is not waiting. */
  ahead: number;
  /** Of this user's chats, the oldest of these first. */
  lines: HelpLineView[];
  /** There are older ones. */
  hasMore: boolean;
  /** Whether somebody is at the help desk now. */
  isOpen: boolean;
  /** When somebody is there next, Unix milliseconds; null: now, or nobody knows. */
  opensAt: number | null;
  /** The user has an address that answers are announced to. */
  hasMail: boolean;
}

/** A hint; nothing depends on it. */
export class HelpHereView {
  /** The other side is writing. */
  typing: boolean;
}

export class HelpCheckView {
  /** Written by us, to the caller. */
  isOurs: boolean;
  /** When it is ours: what was written, and when. */
  text: string | null;
  at: number | null;
}
