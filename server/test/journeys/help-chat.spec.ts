import type { HelpCheckView, HelpLineView } from '../../contract/account/help-chat.dto.js';
import type { HelpHoursView, HelpPage, HelpPulseView, HelpTemplateView } from '../../contract/operations/help.dto.js';
import { LANGUAGES } from '../../contract/errors.js';
import { MASK } from '../../contract/rules/help-secrets.rules.js';
import { EndIdlePictures } from '../../features/account/help-chat/end-idle-pictures.js';
import { MailHelpAnswers } from '../../features/account/help-chat/mail-help-answers.js';
import { Clock } from '../../platform/clock/clock.js';
import { MessageOutlet } from '../../platform/messages/message-outlet.js';
import type { Message } from '../../platform/messages/messages.js';
import { DeskWorld, HELP_SUBJECTS } from '../factories/desk-world.js';
import { HelpChat, wrongChats } from '../factories/help-chat.js';
import { anOperator, type TestOperator } from '../factories/operators.js';
import { aUser, type TestUser } from '../factories/users.js';

const MINUTE_MS = 60_000;
let world: DeskWorld;
let help: HelpChat;
let ann: TestOperator;
let bob: TestOperator;
let user: TestUser;
let passed = 0;
/** The instant at which the clock stands; null while it goes. */
let stopped: number | null = null;
const sent: Message[] = [];

beforeAll(async () => {
  world = await DeskWorld.open();
  const clock = world.app.application.get(Clock);
  const now = clock.now.bind(clock);
  clock.now = () => (stopped ?? now()) + passed;
  world.app.application.get(MessageOutlet).post = (message) => Promise.resolve(void sent.push(message));
  help = new HelpChat(world.app.url, world.call);
  ann = await anOperator(world.source, 'support');
  bob = await anOperator(world.source, 'support');
}, 120_000);
afterAll(async () => {
  expect(await wrongChats(world.source)).toEqual([]);
  await world.expectActsOf((subject) => HELP_SUBJECTS.includes(subject));
  await world.close();
}, 60_000);
beforeEach(async () => {
  [passed, stopped] = [0, null];
  user = await aUser(world.source);
});

const texts = async (by = user) => (await help.chat(by)).lines.map(({ text, note }) => note ?? text);

it('a complaint is looked at and answered by the desk, and its user reads the answer', async () => {
  const form = { subject: 'spot', text: 'My order was filled at another price.' };
  const made = await world.call.post('complaints/write', form, { token: user.token });
  const { id } = made.message as { id: string };
  expect((await help.desk(ann, 'complaints')).message).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ id, userId: user.userId, state: 'received' })]),
  });
  expect(await help.desk(ann, `complaints/${id}`)).toMatchObject({ type: 'ok' });
  expect(await help.desk(ann, `complaints/${id}/answer`, { text: 'We looked again.' })).toMatchObject({ type: 'ok' });
  expect(await world.call.get(`complaints/detail?id=${id}`, { token: user.token })).toMatchObject({
    message: { state: 'answered', entries: [{ author: 'user' }, { author: 'desk', text: 'We looked again.' }] },
  });
});

it('an incident is told by the desk, read by everybody, and ended', async () => {
  const texts = [{ language: 'en', title: 'Deposits are late', text: 'We look into it.' }];
  const opened = { kind: 'incident', parts: ['deposits'], state: 'investigating', texts };
  const { id } = (await help.desk(ann, 'incidents', opened)).message as { id: string };
  expect((await help.desk(bob, 'incidents')).message).toMatchObject({ list: [{ id, closedAt: null }] });
  const read = async () => (await world.call.get('status')).message;
  expect(await read()).toMatchObject({ incidents: [{ id, title: 'Deposits are late', state: 'investigating' }] });
  expect((await world.call.get('status/notes')).message).toMatchObject({ notes: [{ id }] });
  const end = { state: 'resolved', texts: [{ language: 'en', text: 'It is over.' }] };
  expect(await help.desk(ann, `incidents/${id}/update`, end)).toMatchObject({ type: 'ok' });
  expect(await help.desk(bob, `incidents/${id}/update`, end)).toMatchObject({ code: 'incidents.closed' });
  expect((await help.desk(bob, 'incidents')).message).toMatchObject({ list: [{ id, closedAt: expect.any(Number) }] });
});

describe('asking and being answered', () => {
  it('goes from the queue into one agent’s hands, is answered, and ends', async () => {
    expect(await help.chat(user)).toMatchObject({ chatId: null, state: null, lines: [], isOpen: true });
    expect(await help.say(user, 'Where is my deposit?')).toMatchObject({ type: 'ok' });
    const { chatId, state } = await help.chat(user);
    expect(state).toBe('waiting');
    const queue = (await help.desk(ann, `help?userId=${user.userId}`)).message as HelpPage;
    expect(queue.list).toMatchObject([{ id: chatId, userId: user.userId, state: 'waiting', unread: 1, agent: null }]);
    expect(await help.desk(ann, `help/${chatId}/claim`, {})).toMatchObject({ type: 'ok' });
    const line = await help.answer(ann, chatId ?? '', 'It has 3 of 6 confirmations.');
    expect(line).toMatchObject({ author: 'agent', number: 3, code: expect.stringMatching(/^[0-9A-Z]{8}$/) });
    expect(await texts()).toEqual(['Where is my deposit?', 'claimed', 'It has 3 of 6 confirmations.']);
    expect((await help.chat(user)).readByAgent).toBe(2);
    await help.say(user, 'Thank you');
    expect(await help.desk(ann, `help/${chatId}/close`, {})).toMatchObject({ type: 'ok' });
    expect((await texts()).slice(-2)).toEqual(['Thank you', 'closed-by-agent']);
    expect(await help.desk(ann, `help/${chatId}/line`, { text: 'More' })).toMatchObject({ code: 'help.closed' });
    await help.say(user, 'One more thing');
    expect((await help.chat(user)).chatId).not.toBe(chatId);
    expect((await texts()).length).toBe(6);
  });

  it('reaches the user’s stream line by line, in order', async () => {
    const chatId = await help.begun(user, ann);
    await help.answer(ann, chatId, 'One');
    await help.answer(ann, chatId, 'Two');
    const events = await world.eventsOf(user, 'help');
    const lines = events.flatMap(({ line }) => (line ? [(line as HelpLineView).number] : []));
    expect(lines).toEqual([1, 2, 3, 4]);
    const versions = events.map(({ entityVersion }) => entityVersion as number);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    expect(JSON.stringify(events)).not.toContain(ann.login);
  });

  it('sent twice with one key is one line', async () => {
    const send = () =>
      world.call.post(
        'help/chat/line',
        { text: 'Once' },
        { token: user.token, headers: { 'idempotency-key': 'help-line-once' } },
      );
    const [one, two] = [await send(), await send()];
    expect(two.message).toEqual(one.message);
    expect(await texts()).toEqual(['Once']);
  });

  it('is read in pages, however long it is', async () => {
    const chatId = await help.begun(user, ann);
    for (let number = 3; number <= 55; number += 1) await help.answer(ann, chatId, `Nr ${number}`);
    const last = await help.chat(user);
    expect([last.lines.length, last.hasMore, last.lines[0]?.number]).toEqual([50, true, 6]);
    const first = await help.chat(user, last.lines[0]?.id);
    expect([first.lines.length, first.hasMore]).toEqual([5, false]);
    expect((await help.seen(ann, chatId)).lines.length).toBe(50);
  });

  it.each([
    ['', {}],
    ['  \n ', {}],
  ])('of nothing is refused: %j', async (text, fields) => {
    expect(await help.say(user, text, fields)).toMatchObject({ type: 'error', code: 'help.empty' });
    expect(await help.chat(user)).toMatchObject({ chatId: null });
  });

  it.each(['x'.repeat(2001), 'a\u202Eb', 'a\u0007b'])('of what is no text is refused', async (text) => {
    expect(await help.say(user, text)).toMatchObject({ code: 'request.invalid' });
  });

  it('keeps markup as the text that it is', async () => {
    await help.say(user, '<img src=x onerror=alert(1)>\n[a](javascript:alert(1))');
    expect(await texts()).toEqual(['<img src=x onerror=alert(1)>\n[a](javascript:alert(1))']);
  });

  it('is slowed down after twenty lines in a minute', async () => {
    for (let count = 0; count < 20; count += 1) await help.say(user, `Nr ${count}`);
    expect(await help.say(user, 'Too much')).toMatchObject({ code: 'help.too-many' });
    passed = MINUTE_MS + 1000;
    expect(await help.say(user, 'Later')).toMatchObject({ type: 'ok' });
  });
});

describe('the newest chat', () => {
  it('is the one with the highest number, with a digit more than the one before', async () => {
    await world.app.owner.query('alter table help_chat alter column id restart with 99999');
    await help.say(user, 'First');
    expect(await help.chat(user)).toMatchObject({ chatId: '99999' });
    await help.close(user);
    await help.say(user, 'Second');
    expect(await help.chat(user)).toMatchObject({ chatId: '100000', state: 'waiting' });
  });
});

describe('lines', () => {
  it('are twenty in a minute, however many come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 24 }, (_, at) => help.say(user, `Nr ${at}`)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(20);
    expect(new Set(replies.flatMap(({ code }) => code ?? []))).toEqual(new Set(['help.too-many']));
  });
});

describe('a line', () => {
  let lines = 0;
  const said = async (count: number) => {
    const outcomes: string[] = [];
    for (let at = 0; at < count; at += 1) {
      // The same words again would be the same line.
      const { type, code } = await help.say(user, `Line ${(lines += 1)}`);
      outcomes.push(code ?? type);
    }
    return outcomes;
  };

  /** The user has written so many, an hour ago. */
  const withLines = async (count: number) => {
    await help.say(user, 'Line');
    await world.source.query(
      `insert into help_line (chat_id, number, author, text, masked, at)
       select c.id, place, 'user', 'x', false, c.last_at from help_chat c, generate_series(2, $2) place where c.user_id = $1`,
      [user.userId, count],
    );
    await world.source.query('update help_chat set lines = $2 where user_id = $1', [user.userId, count]);
    passed = 60 * MINUTE_MS;
  };

  it('may be the 19th and the 20th of a minute, not the 21st', async () => {
    stopped = Date.now();
    expect(await said(18)).toEqual(Array(18).fill('ok'));
    expect(await said(3)).toEqual(['ok', 'ok', 'help.too-many']);
    passed = MINUTE_MS;
    expect(await said(1)).toEqual(['ok']);
  });

  it('may be the 299th and the 300th of a day, not the 301st', async () => {
    await withLines(298);
    expect(await said(3)).toEqual(['ok', 'ok', 'help.too-many']);
  });

  it('are three hundred in a day, however many come at once', async () => {
    await withLines(299);
    const replies = await Promise.all(Array.from({ length: 4 }, (_, at) => help.say(user, `Nr ${at}`)));
    expect(replies.map(({ code, type }) => code ?? type).toSorted()).toEqual([...Array(3).fill('help.too-many'), 'ok']);
  });
});

describe('a password or a code', () => {
  it('that the user writes is masked before it is stored, and nowhere else either', async () => {
    const secret = 'Tr0ub4dor&3';
    const { message } = await help.say(user, `my password is ${secret}`);
    expect(message).toMatchObject({ text: `my password is ${MASK}`, masked: true });
    for (const table of ['help_line', 'outbox', 'idempotent_command']) {
      const rows: { found: number }[] = await world.source.query(
        `select count(*)::integer as found from ${table} t where t::text like '%' || $1 || '%'`,
        [secret],
      );
      expect([table, rows[0]?.found]).toEqual([table, 0]);
    }
  });

  it('is never asked for by an agent', async () => {
    const chatId = await help.begun(user, ann);
    const ask = { text: 'Please send me your password' };
    expect(await help.desk(ann, `help/${chatId}/line`, ask)).toMatchObject({ code: 'help.asks-for-secret' });
    const template = { language: 'zh', title: '验证', text: '请提供您的验证码' };
    expect(await help.desk(ann, 'help-templates', template)).toMatchObject({ code: 'help.asks-for-secret' });
    expect(await texts()).toEqual(['Hello', 'claimed']);
  });
});

describe('the code of a line', () => {
  const check = async (by: TestUser, code: string) =>
    (await world.call.post('help/check', { code }, { token: by.token })).message as HelpCheckView;

  it('says to whom it was written, and to nobody else, that it is ours', async () => {
    const other = await aUser(world.source);
    const { code, text } = await help.answer(ann, await help.begun(user, ann), 'All is well');
    const typed = `${code?.slice(0, 4).toLowerCase()} - ${code?.slice(4)}`;
    expect(await check(user, typed)).toMatchObject({ isOurs: true, text });
    expect(await check(other, code ?? '')).toEqual({ isOurs: false, text: null, at: null });
    expect(await check(user, 'ABCD-EFGH')).toEqual({ isOurs: false, text: null, at: null });
    expect(await check(user, 'x')).toEqual({ isOurs: false, text: null, at: null });
    expect(await world.call.post('help/check', { code: code ?? '' })).toMatchObject({ type: '999' });
  });
});

describe('a chat', () => {
  it('is one agent’s: nobody else writes, reads for it or ends it', async () => {
    const chatId = await help.begun(user, ann);
    expect(await help.desk(bob, `help/${chatId}/claim`, {})).toMatchObject({ code: 'operations.case-claimed' });
    expect(await help.desk(bob, `help/${chatId}/line`, { text: 'I too' })).toMatchObject({
      code: 'operations.claim-needed',
    });
    expect(await help.desk(bob, `help/${chatId}/close`, {})).toMatchObject({ code: 'operations.claim-needed' });
    expect(await help.desk(bob, `help/${chatId}/hand-over`, { reason: 'Mine' })).toMatchObject({
      code: 'operations.claim-needed',
    });
    await help.say(user, 'More');
    await help.desk(bob, `help/${chatId}/read`, { number: 9 });
    expect((await help.chat(user)).readByAgent).toBe(0);
    await help.desk(ann, `help/${chatId}/read`, { number: 999 });
    expect((await help.chat(user)).readByAgent).toBe(3);
    expect(await help.desk(world.settings, `help/${chatId}`)).toMatchObject({ code: 'access.forbidden' });
    expect(await help.desk(world.auditor, `help/${chatId}/claim`, {})).toMatchObject({ code: 'access.forbidden' });
  });

  it('is handed over to somebody, or back into the queue, with a reason for the desk alone', async () => {
    const chatId = await help.begun(user, ann);
    const over = (by: TestOperator, to?: string) =>
      help.desk(by, `help/${chatId}/hand-over`, { ...(to ? { to } : {}), reason: 'Knows deposits' });
    expect(await over(ann, world.settings.operatorId)).toMatchObject({ code: 'request.invalid' });
    expect(await over(ann, ann.operatorId)).toMatchObject({ code: 'request.invalid' });
    expect(await over(ann, bob.operatorId)).toMatchObject({ type: 'ok' });
    expect(await help.seen(bob, chatId)).toMatchObject({
      mine: true,
      agent: bob.login,
      handedOver: [{ from: ann.login, to: bob.login, reason: 'Knows deposits' }],
    });
    await help.answer(bob, chatId, 'Hello, I go on');
    expect(await over(bob)).toMatchObject({ type: 'ok' });
    expect(await help.chat(user)).toMatchObject({ state: 'waiting' });
    expect(JSON.stringify(await help.chat(user))).not.toContain('Knows deposits');
  });

  it('that its agent has left alone for a quarter of an hour may be taken by another one', async () => {
    const chatId = await help.begun(user, ann);
    passed = 15 * MINUTE_MS + 1000;
    expect(await help.seen(bob, chatId)).toMatchObject({ isLeft: true, mine: false });
    expect(await help.desk(bob, `help/${chatId}/claim`, {})).toMatchObject({ type: 'ok' });
    expect(await help.desk(ann, `help/${chatId}/line`, { text: 'Back' })).toMatchObject({
      code: 'operations.claim-needed',
    });
  });

  it('is a record that nobody edits', async () => {
    const chatId = await help.begun(user, ann);
    for (const text of [
      `update help_line set text = 'x' where chat_id = $1`,
      'delete from help_line where chat_id = $1',
    ])
      await expect(world.source.query(text, [chatId])).rejects.toThrow('written once');
  });

  it('has a place in the queue', async () => {
    const [first, second] = [await aUser(world.source), await aUser(world.source)];
    await help.say(first, 'First');
    const before = (await help.chat(first)).ahead;
    await help.say(second, 'Second');
    expect((await help.chat(second)).ahead).toBe(before + 1);
  });

  it('is looked at with a line in the audit log, one for ten minutes', async () => {
    const chatId = await help.begun(user, ann);
    for (let count = 0; count < 3; count += 1) await help.seen(bob, chatId);
    const rows: { count: number }[] = await world.source.query(
      `select count(*)::integer as count from audit_entry where action = 'help.view' and operator = $1 and user_id = $2`,
      [bob.login, user.userId],
    );
    expect(rows[0]?.count).toBe(1);
  });
});

describe('typing', () => {
  it('is a hint to the other side', async () => {
    const chatId = await help.begun(user, ann);
    const userHere = async (typing: string) =>
      (await world.call.post('help/chat/here', { typing }, { token: user.token })).message as { typing: boolean };
    const agentHere = async (by: TestOperator, typing: boolean) =>
      (await help.desk(by, `help/${chatId}/pulse?typing=${typing}`)).message as HelpPulseView;
    expect(await userHere('true')).toEqual({ typing: false });
    expect(await agentHere(ann, true)).toMatchObject({ typing: true });
    expect(await userHere('false')).toEqual({ typing: true });
    const { version } = await agentHere(bob, true);
    await help.say(user, 'There');
    expect((await agentHere(ann, false)).version).toBeGreaterThan(version);
  });
});

describe('pictures', () => {
  const hand = async (by: TestUser) => world.upload(by);

  it('are the user’s own, used once, and seen by the desk with a line in the log', async () => {
    const picture = await hand(user);
    const other = await aUser(world.source);
    expect(await help.say(other, 'Mine', { picture })).toMatchObject({ code: 'uploads.unknown' });
    expect(await help.say(user, '', { picture })).toMatchObject({ type: 'ok', message: { picture } });
    expect(await help.say(user, 'Again', { picture })).toMatchObject({ code: 'uploads.unknown' });
    const chatId = (await help.chat(user)).chatId ?? '';
    await help.desk(ann, `help/${chatId}/claim`, {});
    const look = (by: TestOperator, reference: string) =>
      fetch(`${world.app.url}/ops/api/help/${chatId}/picture/${reference}`, { headers: { authorization: by.token } });
    const shown = await look(ann, picture);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await (await look(ann, await hand(user))).json()).toMatchObject({ code: 'operations.not-found' });
    expect(await (await look(ann, '%00')).json()).toMatchObject({ code: 'operations.not-found' });
    expect(await (await look(world.auditor, picture)).json()).toMatchObject({ code: 'access.forbidden' });
    await help.desk(ann, `help/${chatId}/close`, {});
    const rows: { closed: boolean }[] = await world.source.query(
      'select closed_at is not null as closed from upload where id = $1',
      [picture],
    );
    expect(rows).toEqual([{ closed: true }]);
  });

  it('have served, too, where nobody closes the chat and nobody has written in it for a month', async () => {
    const picture = await hand(user);
    await help.say(user, 'Look', { picture });
    const chatId = (await help.chat(user)).chatId ?? '';
    const closed = async () =>
      (await world.source.query('select closed_at is not null as closed from upload where id = $1', [picture]))[0];
    const idle = () => world.app.application.get(EndIdlePictures).execute();
    await idle();
    expect(await closed()).toEqual({ closed: false });
    await world.source.query(`update help_chat set last_at = last_at - interval '30 days' where id = $1`, [chatId]);
    expect(await idle()).toBe(1);
    expect(await closed()).toEqual({ closed: true });
    expect(await idle()).toBe(0);
    expect((await help.chat(user)).lines.at(-1)).toMatchObject({ text: 'Look', picture });
  });
});

describe('a mail when answered', () => {
  const mail = () => world.app.application.get(MailHelpAnswers).execute();
  const mine = () => sent.filter(({ to }) => to === `help-${user.userId}@example.com`);
  const withMail = (language: string) =>
    world.source.query(
      `update account_user set email = $2, email_key = $2, language = $3, anti_phishing_word = 'Otter' where id = $1`,
      [user.userId, `help-${user.userId}@example.com`, language],
    );

  it.each(LANGUAGES)('in %s is sent once, a minute later, to whoever has not looked', async (language) => {
    await withMail(language);
    const chatId = await help.begun(user, ann);
    await help.answer(ann, chatId, 'Secret details of the deposit');
    await mail();
    expect(mine()).toEqual([]);
    passed = MINUTE_MS + 1000;
    await Promise.all([mail(), mail()]);
    await help.answer(ann, chatId, 'And more');
    passed = 3 * MINUTE_MS;
    await mail();
    expect(mine().length).toBe(1);
    expect(mine()[0]?.text).toContain('Otter');
    expect(mine()[0]?.text).not.toContain('Secret details');
  });

  it('is not sent to whoever looks, and again after looking', async () => {
    await withMail('en');
    const chatId = await help.begun(user, ann);
    const { number } = await help.answer(ann, chatId, 'One');
    await world.call.post('help/chat/read', { number: String(number) }, { token: user.token });
    passed = MINUTE_MS + 1000;
    await mail();
    expect(mine()).toEqual([]);
    await help.answer(ann, chatId, 'Two');
    passed = 3 * MINUTE_MS;
    await mail();
    expect(mine().length).toBe(1);
  });
});

describe('the desk’s settings', () => {
  it('say when somebody is there, and the user is told when next', async () => {
    const day = (new Date().getUTCDay() + 3) % 7;
    expect(await help.desk(ann, 'help-hours', { days: [day], opensAt: 540, closesAt: 540 })).toMatchObject({
      code: 'request.invalid',
    });
    expect(await help.desk(ann, 'help-hours', { days: [7], opensAt: 0, closesAt: 540 })).toMatchObject({
      code: 'request.invalid',
    });
    await help.desk(world.settings, 'help-hours', { days: [day], opensAt: 540, closesAt: 1080 });
    expect((await help.desk(ann, 'help-hours')).message as HelpHoursView).toMatchObject({ isOpen: false, days: [day] });
    const { isOpen, opensAt } = await help.chat(user);
    expect([isOpen, new Date(opensAt ?? 0).getUTCDay(), new Date(opensAt ?? 0).getUTCHours()]).toEqual([false, day, 9]);
    await help.desk(ann, 'help-hours', { days: [0, 1, 2, 3, 4, 5, 6], opensAt: 0, closesAt: 1440 });
    expect((await help.chat(user)).isOpen).toBe(true);
  });

  it('have two hundred ready answers at most, with two at once', async () => {
    const { source } = world;
    await source.query(
      `insert into help_template (language, title, text, changed_by, changed_at)
       select 'en', 'Filler', 'x', $1, now() from generate_series(
         (select count(*) from help_template where removed_at is null) + 1, 199)`,
      [ann.operatorId],
    );
    const given = { language: 'en', title: 'Hello', text: 'Hello, how can we help?' };
    const replies = await Promise.all([ann, bob, ann, bob].map((by) => help.desk(by, 'help-templates', given)));
    expect(replies.map(({ type, code }) => code ?? type).sort()).toEqual([
      'help.too-many',
      'help.too-many',
      'help.too-many',
      'ok',
    ]);
    await source.query('update help_template set removed_at = now() where removed_at is null');
  });

  it('have the 199th and the 200th ready answer, not the 201st, and one more where one is removed', async () => {
    await world.source.query(
      `insert into help_template (language, title, text, changed_by, changed_at)
       select 'en', 'Filler', 'x', $1, now() from generate_series(
         (select count(*) from help_template where removed_at is null) + 1, 198)`,
      [ann.operatorId],
    );
    const given = { language: 'en', title: 'Hello', text: 'Hello, how can we help?' };
    const outcomes: string[] = [];
    const add = async () => {
      const { type, code, message } = await help.desk(ann, 'help-templates', given);
      outcomes.push(code ?? type);
      return String(message);
    };
    const id = await add();
    await add();
    await add();
    await help.desk(ann, `help-templates/${id}/remove`, {});
    await add();
    expect(outcomes).toEqual(['ok', 'ok', 'help.too-many', 'ok']);
    await world.source.query('update help_template set removed_at = now() where removed_at is null');
  });

  it('have ready answers', async () => {
    const given = { language: 'en', title: 'Hello', text: 'Hello, how can we help?' };
    const id = String((await help.desk(ann, 'help-templates', given)).message);
    expect(await help.desk(bob, 'help-templates', { ...given, id, title: 'Greeting' })).toMatchObject({ message: id });
    const list = async () => (await help.desk(ann, 'help-templates')).message as HelpTemplateView[];
    expect(await list()).toContainEqual({ ...given, id, title: 'Greeting' });
    await help.desk(ann, `help-templates/${id}/remove`, {});
    expect((await list()).map((one) => one.id)).not.toContain(id);
    expect(await help.desk(ann, 'help-templates', { ...given, id })).toMatchObject({ code: 'operations.not-found' });
  });
});
