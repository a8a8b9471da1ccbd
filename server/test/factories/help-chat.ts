import type { DataSource } from 'typeorm';
import type { HelpChatView, HelpLineView } from '../../contract/account/help-chat.dto.js';
import type { HelpCaseView } from '../../contract/operations/help.dto.js';
import type { Caller, Reply } from '../calls.js';
import { callDesk, type DeskReply, type TestOperator } from './operators.js';
import type { TestUser } from './users.js';

/** Both ends of the help chat, as their pages call it. */
export class HelpChat {
  constructor(
    private readonly url: string,
    private readonly caller: Caller,
  ) {}

  say({ token }: TestUser, text: string, fields: Record<string, string> = {}): Promise<Reply> {
    return this.caller.post('help/chat/line', { text, ...fields }, { token });
  }

  async chat({ token }: TestUser, before = ''): Promise<HelpChatView> {
    return (await this.caller.get(`help/chat?before=${before}`, { token })).message as HelpChatView;
  }

  close({ token }: TestUser): Promise<Reply> {
    return this.caller.post('help/chat/close', {}, { token });
  }

  desk(by: TestOperator, path: string, body?: object): Promise<DeskReply> {
    return callDesk(this.url, path, { by, ...(body === undefined ? {} : { body }) });
  }

  async answer(by: TestOperator, chatId: string, text: string): Promise<HelpLineView> {
    return (await this.desk(by, `help/${chatId}/line`, { text })).message as HelpLineView;
  }

  async seen(by: TestOperator, chatId: string): Promise<HelpCaseView> {
    return (await this.desk(by, `help/${chatId}`)).message as HelpCaseView;
  }

  /** The user's chat in the agent's hands. */
  async begun(user: TestUser, agent: TestOperator): Promise<string> {
    const said = await this.say(user, 'Hello');
    if (said.type !== 'ok') throw new Error(`The first line was refused: ${said.code}`);
    const chatId = (await this.chat(user)).chatId ?? '';
    await this.desk(agent, `help/${chatId}/claim`, {});
    return chatId;
  }
}

/** What no chat may be: numbers with a gap, or an open one of a user beside another. */
export async function wrongChats(source: DataSource): Promise<unknown[]> {
  return source.query(
    `select c.id, c.lines, count(l.id) as counted, max(l.number) as last
       from help_chat c left join help_line l on l.chat_id = c.id group by c.id
     having c.lines <> count(l.id) or c.lines <> coalesce(max(l.number), 0)`,
  );
}
