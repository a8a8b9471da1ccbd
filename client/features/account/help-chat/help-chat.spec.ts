import type { HelpChatView, HelpLineView } from '../../../../server/contract/account/help-chat.dto';
import type { AccountEvent } from '../../../../server/contract/events.dto';
import { afterEvent, withLine } from './help-chat.api';

const line = (id: string, number = Number(id), chatId = '1'): HelpLineView => ({
  id,
  chatId,
  number,
  author: 'user',
  text: `Line ${id}`,
  masked: false,
  note: null,
  code: null,
  picture: null,
  at: 0,
});
const chat = (part: Partial<HelpChatView> = {}): HelpChatView => ({
  chatId: '1',
  state: 'waiting',
  version: 3,
  readByAgent: 0,
  readByUser: 0,
  ahead: 0,
  lines: [line('1'), line('3')],
  hasMore: false,
  isOpen: true,
  opensAt: null,
  hasMail: true,
  ...part,
});
const event = (payload: Partial<AccountEvent<'help'>['payload']>): AccountEvent<'help'> => ({
  sequence: 1,
  kind: 'help',
  at: 0,
  payload: {
    entity: 'help-chat:1',
    entityVersion: 4,
    chatId: '1',
    state: 'open',
    readByAgent: 2,
    readByUser: 1,
    line: null,
    ...payload,
  },
});

describe('a chat as events tell of it', () => {
  it('has each line once and in its place, whenever it comes', () => {
    const known = withLine(withLine(withLine(chat(), line('10')), line('2')), line('10'));
    expect(known.lines.map(({ id }) => id)).toEqual(['1', '2', '3', '10']);
  });

  it('follows what is newer and not what is older, and keeps its lines', () => {
    expect(afterEvent(chat(), event({}))).toMatchObject({ state: 'open', readByAgent: 2, version: 4 });
    const late = afterEvent(chat({ version: 9, state: 'closed' }), event({ line: line('2') }));
    expect(late).toMatchObject({ state: 'closed', version: 9 });
    expect(late.lines.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('goes over to the next chat', () => {
    const next = event({ chatId: '2', entityVersion: 2, state: 'waiting', line: line('4', 1, '2') });
    expect(afterEvent(chat({ version: 9, state: 'closed' }), next)).toMatchObject({
      chatId: '2',
      state: 'waiting',
      version: 2,
    });
    expect(afterEvent(chat({ chatId: '2' }), event({ entityVersion: 99 }))).toMatchObject({ chatId: '2', version: 3 });
  });
});
