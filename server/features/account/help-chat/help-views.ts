import { z } from 'zod';
import { HELP_AUTHORS, HELP_NOTES, type HelpLineView } from '../../../contract/account/help-chat.dto.js';
import type { ChatRow, LineRow } from './help-chat.store.js';

/** What a command that was done answers, when it is read back. */
export const helpLineReply = z.object({
  id: z.string(),
  chatId: z.string(),
  number: z.number(),
  author: z.enum(HELP_AUTHORS),
  text: z.string(),
  masked: z.boolean(),
  note: z.enum(HELP_NOTES).nullable(),
  code: z.string().nullable(),
  picture: z.string().nullable(),
  at: z.number(),
}) satisfies z.ZodType<HelpLineView>;

/** A line as its user reads it; who of the desk wrote it stays with the desk. */
export function helpLineView({ agentId: _agent, at, ...line }: LineRow): HelpLineView {
  return { ...line, at: at.getTime() };
}

/** What the user's pages are told of a change. */
export function helpEvent({ id, version, state, readByAgent, readByUser }: ChatRow, line: LineRow | null) {
  return {
    entity: `help-chat:${id}`,
    entityVersion: version,
    chatId: id,
    state,
    readByAgent,
    readByUser,
    line: line && helpLineView(line),
  };
}
