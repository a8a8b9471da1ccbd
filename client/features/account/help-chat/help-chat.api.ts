import { queryOptions } from '@tanstack/react-query';
import type {
  HelpChatView,
  HelpCheckView,
  HelpHereView,
  HelpLineView,
} from '../../../../server/contract/account/help-chat.dto';
import type { AccountEvent } from '../../../../server/contract/events.dto';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

export const helpChat = queryOptions({
  queryKey: [OWN, 'help-chat'],
  queryFn: ({ signal }) => get<HelpChatView>('help/chat', {}, { ...QUIET, signal }),
});

export function olderLines(before: string): Promise<HelpChatView> {
  return get<HelpChatView>('help/chat', { before }, QUIET);
}

export interface Written {
  text: string;
  picture: string | null;
}

export function sayLine({ text, picture }: Written, key: string): Promise<HelpLineView> {
  const fields = { text, ...(picture === null ? {} : { picture }) };
  return post<HelpLineView>('help/chat/line', fields, { ...QUIET, idempotencyKey: key });
}

export function sawLines(number: number): Promise<unknown> {
  return post('help/chat/read', { number }, QUIET);
}

export function amHere(typing: boolean): Promise<HelpHereView> {
  return post<HelpHereView>('help/chat/here', { typing: String(typing) }, QUIET);
}

export function closeChat(): Promise<unknown> {
  return post('help/chat/close', {}, QUIET);
}

export function checkCode(code: string): Promise<HelpCheckView> {
  return post<HelpCheckView>('help/check', { code }, QUIET);
}

/** The chat with a line of it, in its place; one that is there already changes nothing. */
export function withLine(chat: HelpChatView, line: HelpLineView): HelpChatView {
  if (chat.lines.some(({ id }) => id === line.id)) return chat;
  const lines = [...chat.lines, line].sort((one, other) => Number(one.id) - Number(other.id));
  return { ...chat, lines };
}

/** The chat after an event of it. What is older than the chat that is known says nothing of its state. */
export function afterEvent(chat: HelpChatView, { payload }: AccountEvent<'help'>): HelpChatView {
  const { chatId, state, line, entityVersion: version, readByAgent, readByUser } = payload;
  const updated = line ? withLine(chat, line) : chat;
  const isNewer = chat.chatId === null || Number(chatId) > Number(chat.chatId);
  const isSame = chatId === chat.chatId && version > chat.version;
  return isNewer || isSame ? { ...updated, chatId, state, version, readByAgent, readByUser } : updated;
}
