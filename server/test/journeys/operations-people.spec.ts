import type { VerificationDetailView } from '../../contract/operations/cases.dto.js';
import type { VerificationView } from '../../contract/account/verification.dto.js';
import { DeliverNotices } from '../../features/operations/administration/deliver-notices.js';
import { maskContact } from '../../features/account/users/index.js';
import { DeskWorld, PEOPLE_SUBJECTS } from '../factories/desk-world.js';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { connectBare } from '../gateway.js';
import { fund } from '../factories/ledger.js';
import { anOperator, type TestOperator } from '../factories/operators.js';
import { aUser } from '../factories/users.js';

let world: DeskWorld;

beforeAll(async () => {
  world = await DeskWorld.open();
}, 60_000);

afterAll(() => world?.close());

it('a verification: rejected per photo, handed in again, approved', async () => {
  const person = await aUser(world.app.database.url);
  await world.verifyBasic(person);
  const photos = async (...names: string[]) => {
    const given = await Promise.all(names.map(async (name) => [name, await world.upload(person)]));
    return world.post('user/real_name2', Object.fromEntries(given), person);
  };
  expect(await photos('front_pic', 'reverse_pic', 'hand_pic')).toMatchObject({ type: 'ok' });
  const id = await world.caseOf(person, 'advanced');
  const second = await anOperator(world.source, 'reviewer');
  expect(await world.desk(world.reviewer, `verification/${id}/claim`, { version: 1 })).toMatchObject({
    message: { mine: true },
  });
  expect(await world.desk(second, `verification/${id}/claim`, { version: 1 })).toMatchObject({
    code: 'verification.case-claimed',
  });
  expect((await world.desk(second, 'verification?claim=free')).message).toMatchObject({ total: 0 });
  expect((await world.desk(second, 'verification')).message).toMatchObject({
    list: [{ id, claim: { login: world.reviewer.login, mine: false } }],
  });

  const photo = await fetch(`${world.app.url}/ops/api/verification/${id}/photos/front`, {
    headers: { authorization: world.reviewer.token },
  });
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(photo.headers.get('cache-control')).toBe('no-store');
  expect(photo.headers.get('x-content-type-options')).toBe('nosniff');
  expect(photo.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z.-]+"$/);
  expect(photo.headers.get('content-security-policy')).toContain('sandbox');
  expect(photo.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(await world.desk(world.reviewer, `verification/${id}/photos/selfie`)).toMatchObject({ status: 404 });
  expect(
    await world.desk(world.reviewer, `verification/${id}/reject`, { version: 1, reason: 'Blurred' }),
  ).toMatchObject({
    code: 'verification.reasons-needed',
  });
  const rejection = { version: 1, reason: 'Please take one again', photoReasons: { hand: 'The face is not seen' } };
  expect(await world.desk(second, `verification/${id}/reject`, rejection)).toMatchObject({
    code: 'verification.case-claimed',
  });
  expect(await world.desk(world.reviewer, `verification/${id}/reject`, rejection)).toMatchObject({ type: 'ok' });
  const own = (await world.call.get('user/verification', { token: person.token })).message as VerificationView;
  expect(own.advanced).toMatchObject({ status: 'rejected', reason: 'Please take one again' });
  expect(own.advanced.photos).toMatchObject([
    { kind: 'back', status: 'accepted' },
    { kind: 'front', status: 'accepted' },
    { kind: 'hand', status: 'rejected', reason: 'The face is not seen' },
  ]);

  expect(await photos('hand_pic')).toMatchObject({ type: 'ok' });
  expect(await world.desk(second, `verification/${id}/claim`, { version: 1 })).toMatchObject({
    code: 'verification.case-changed',
  });
  await world.desk(second, `verification/${id}/claim`, { version: 3 });
  await world.desk(second, `verification/${id}/release`, {});
  expect(await world.desk(world.reviewer, `verification/${id}/claim`, { version: 3 })).toMatchObject({
    message: { mine: true },
  });
  const opened = (await world.desk(world.reviewer, `verification/${id}`)).message as VerificationDetailView;
  expect(opened.steps.map(({ to, operator }) => [to, operator])).toEqual([
    ['under-review', null],
    ['rejected', world.reviewer.login],
    ['under-review', null],
  ]);
  expect(opened.photos.map(({ removedAt }) => removedAt)).toEqual([null, null, null]);
  // What was typed stands beside the photos, in the order in which a document is looked at; that it was read is on record.
  expect(opened.photos.map(({ kind }) => kind)).toEqual(['front', 'back', 'hand']);
  expect(opened.otherLevel).toMatchObject({
    case: { level: 'basic', status: 'verified', name: expect.stringMatching(/\S/) },
    idNumber: expect.stringMatching(/^\S{4,}$/),
    photos: [],
  });
  const basicId = opened.otherLevel?.case.id ?? '';
  expect(await world.lines('verification', basicId)).toContain(`${world.reviewer.login} verification.view`);
  const basic = (await world.desk(world.reviewer, `verification/${basicId}`)).message as VerificationDetailView;
  expect(basic.otherLevel?.photos.map(({ kind }) => kind)).toEqual(['front', 'back', 'hand']);
  const approve = (body: object) => world.desk(world.reviewer, `verification/${id}/approve`, body);
  for (const body of [{}, { version: 0 }, { version: 1.5 }, { version: '3' }, { version: 9_999_999_999 }])
    expect(await approve(body)).toMatchObject({ code: 'request.invalid' });
  // The screen of before the photo was taken again.
  expect(await approve({ version: 1 })).toMatchObject({ code: 'verification.case-changed' });
  expect(await world.desk(world.reviewer, `verification/${id}/reject`, rejection)).toMatchObject({
    code: 'verification.case-changed',
  });
  expect(await approve({ version: opened.case.version })).toMatchObject({ message: { outcome: 'done' } });
  expect((await world.eventsOf(person, 'kyc')).map(({ level, status }) => [level, status].join(' ')).slice(-3)).toEqual(
    ['advanced rejected', 'advanced under-review', 'advanced verified'],
  );
  expect(await world.lines('verification', id)).toEqual(
    expect.arrayContaining([
      `${world.reviewer.login} verification.photo`,
      `${world.reviewer.login} verification.reject`,
    ]),
  );
  const looks = (await world.desk(world.auditor, `audit/uploads?user=${person.userId}`)).message;
  expect(looks).toMatchObject({ total: 1, list: [{ operator: world.reviewer.login, purpose: 'verification' }] });
});

it('a notice that two agreed on reaches everybody once, each in the own language', async () => {
  await world.source.query(`update account_user set language = 'zh' where id = $1`, [world.user.userId]);
  const reader = await aUser(world.app.database.url);
  const texts = [
    { language: 'en', title: 'Maintenance', text: 'On Sunday.\nFor an hour.' },
    { language: 'zh', title: '维护', text: '周日' },
  ];
  expect(await world.desk(world.settings, 'notices', { texts: [] })).toMatchObject({ code: 'request.invalid' });
  expect(await world.desk(world.settings, 'notices', { texts: [texts[0], texts[0]] })).toMatchObject({
    code: 'request.invalid',
  });
  const proposed = await world.desk(world.settings, 'notices', { texts });
  const { id } = proposed.message as { id: string };
  const deliver = world.app.application.get(DeliverNotices);
  // Nobody speaks to everybody alone.
  await deliver.execute();
  const told = () => world.source.query(`select from account_notice where kind = 'announcement'`);
  expect(await told()).toEqual([]);
  expect(await world.desk(world.settings, `proposals/${id}/approve`, {})).toMatchObject({
    code: 'wallet.second-person',
  });
  expect(await world.desk(world.ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
  await deliver.execute();
  expect(await told()).toEqual([]);
  expect(await world.desk(world.bob, `proposals/${id}/approve`, {})).toMatchObject({ type: 'ok' });
  expect(await world.lines('proposal', id)).toEqual([
    `${world.settings.login} notice.propose`,
    `${world.bob.login} proposal.approve`,
  ]);
  const late = await aUser(world.app.database.url);
  await Promise.all([deliver.execute(), deliver.execute()]);
  await deliver.execute();
  expect(await world.eventsOf(reader, 'notice')).toMatchObject([
    { notice: 'announcement', parameters: { title: 'Maintenance' } },
  ]);
  expect(await world.eventsOf(world.user, 'notice')).toMatchObject([{ parameters: { title: '维护' } }]);
  expect(await world.eventsOf(late, 'notice')).toEqual([]);
  expect((await world.desk(world.settings, 'notices')).message).toMatchObject({
    list: [{ finished: true, publishedBy: world.settings.login, delivered: expect.any(Number) }],
  });
  const log = await world.call.get('user/userLog', { token: reader.token });
  expect(JSON.stringify(log.message ?? log)).toContain('For an hour.');
});

it('contacts are masked in every list; whole they are in the file, and who opened it is written down', async () => {
  const { email, userId } = world.user;
  const phone = '+4915112345678';
  await world.source.query('update account_user set phone = $2 where id = $1', [userId, phone]);
  await world.aDeposit('50');
  const support = await anOperator(world.source, 'support');
  const lists: [TestOperator, string][] = [
    [support, 'users'],
    [support, `users?search=${email}`],
    [support, `find?text=${email}`],
    [world.ann, 'deposits?status=all'],
    [world.ann, 'withdrawals?status=all'],
    [world.reviewer, 'verification?status=all'],
  ];
  let masked = 0;
  for (const [operator, path] of lists) {
    const reply = await world.desk(operator, path);
    expect({ path, type: reply.type }).toEqual({ path, type: 'ok' });
    const text = JSON.stringify(reply.message);
    expect({ path, shows: [email, phone].filter((contact) => text.includes(contact)) }).toEqual({ path, shows: [] });
    if (text.includes(maskContact(phone))) masked += 1;
  }
  expect(masked).toBeGreaterThan(3);
  const { message } = await world.desk(support, `users/${userId}`);
  expect(message).toMatchObject({ user: { email, phone } });
  expect(await world.lines('user', userId)).toContain(`${support.login} user.view`);
  await world.source.query('update account_user set phone = null where id = $1', [userId]);
});

it('users are found, looked at and logged out, each look on the record', async () => {
  const support = await anOperator(world.source, 'support');
  await world.verifyBasic(world.user);
  await fund(world.source, world.user.userId, '100');
  const found = (await world.desk(support, `users?search=${world.user.email.slice(0, 12)}`)).message;
  expect(found).toMatchObject({
    list: [{ id: world.user.userId, email: maskContact(world.user.email), verifiedLevel: 1 }],
  });
  expect((await world.desk(support, 'users?search=%25')).message).toMatchObject({ total: 0 });
  expect((await world.desk(support, `users/${world.user.userId}`)).message).toMatchObject({
    user: { id: world.user.userId },
    sessions: [{ id: world.user.sessionId }],
    verification: [{ level: 'basic', status: 'verified' }],
    balances: [{ account: 'spot', coin: 'USDT', frozen: '0' }],
  });
  expect((await world.desk(support, `users/${world.user.userId}/statement`)).message).toMatchObject({ total: 1 });
  expect(
    await world.desk(support, `users/${world.user.userId}/revoke-sessions`, { reason: 'asked for it' }),
  ).toMatchObject({
    type: 'ok',
  });
  expect(await world.post('wallet/list')).toMatchObject({ type: '999' });
  expect((await world.desk(support, `users/${world.user.userId}/records?kind=spot`)).message).toEqual({
    list: [],
    total: 0,
    page: 1,
    limit: 10,
  });
  expect(await world.desk(support, `users/${world.user.userId}/liquidations/1`)).toMatchObject({
    code: 'operations.not-found',
  });
  expect((await world.desk(support, `find?text=${world.user.email.toUpperCase()}`)).message).toMatchObject({
    list: [{ kind: 'user', id: world.user.userId }],
  });
  expect(await world.desk(support, 'users/1')).toMatchObject({ code: 'operations.not-found' });
  expect(await world.desk(support, 'users/x')).toMatchObject({ code: 'operations.not-found' });
  expect(await world.lines('user', world.user.userId)).toEqual(
    expect.arrayContaining([`${support.login} user.view`, `${support.login} user.revoke-sessions`]),
  );
});

it('all sessions of all users end at once, when two administrators agree, and their sockets with them', async () => {
  const [proposer, other] = [
    await anOperator(world.source, 'administrator'),
    await anOperator(world.source, 'administrator'),
  ];
  const treasurer = await anOperator(world.source, 'treasurer');
  const people = [await aUser(world.app.database.url), await aUser(world.app.database.url)];
  const isIn = async (token: string) => (await world.call.get('user/center', { token })).type === 'ok';
  const areIn = () => Promise.all(people.map(({ token }) => isIn(token)));
  const socket = await connectBare(world.app.url, {}, { protocol: REALTIME_PROTOCOL, token: people[0]?.token });
  const closed = new Promise((done) => socket.socket.once('disconnect', done));
  const reason = { reason: 'Tokens of a stolen backup' };
  expect(await world.desk(treasurer, 'sessions/end-all', reason)).toMatchObject({ code: 'access.forbidden' });
  expect(await world.desk(proposer, 'sessions/end-all', { reason: '' })).toMatchObject({ type: 'error' });
  const proposed = (await world.desk(proposer, 'sessions/end-all', reason)).message as { id: string };
  expect(await world.desk(other, 'sessions/end-all', reason)).toMatchObject({ code: 'operations.proposal-open' });
  // Nobody is logged out by one.
  expect(await areIn()).toEqual([true, true]);
  const approve = (operator: typeof proposer) => world.desk(operator, `proposals/${proposed.id}/approve`, {});
  expect(await approve(proposer)).toMatchObject({ code: 'wallet.second-person' });
  expect(await approve(treasurer)).toMatchObject({ code: 'access.forbidden' });
  expect(await areIn()).toEqual([true, true]);
  expect(await approve(other)).toMatchObject({ type: 'ok' });
  expect(await areIn()).toEqual([false, false]);
  await closed;
  expect(await world.call.get('user/center', { token: people[1]?.token })).toMatchObject({ type: '999' });
  expect(await approve(other)).toMatchObject({ code: 'operations.proposal-decided' });
  // Operators stay, and what was ended stays so, whoever owns the tables.
  expect((await world.desk(proposer, 'operators')).type).toBe('ok');
  for (const change of ['delete from account_session_cut', `update account_session_cut set at = '-infinity'`]) {
    await expect(world.source.query(change)).rejects.toThrow('written once');
  }
  // Whoever logs in after it is in.
  await world.source.query('select pg_sleep(1.1)');
  expect(await isIn((await aUser(world.app.database.url)).token)).toBe(true);
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => PEOPLE_SUBJECTS.includes(subject)));
