import type { HelpLineView } from '../../../contract/account/help-chat.dto.js';
import type { ChatRow, LineRow } from './help-chat.store.js';

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
