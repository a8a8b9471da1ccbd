import { type TOTP, URI } from 'otpauth';
import { bootApp, type TestApp } from '../../../test/app.js';
import { callDesk } from '../../../test/factories/operators.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { LogInOperator } from './log-in-operator.js';
import { ManageOperators } from './manage-operators.js';
import { OperatorCredentials } from './operator-credentials.js';
import { OperatorSessions } from './operator-sessions.js';
import { OperatorsStore, type OperatorRow } from './operators.store.js';
import { OwnAccess } from './own-access.js';

const OWN = 'a horse of one own color';
const FIRST = 'another horse, which was here first';
const SECOND = 'another horse, which came in second';

let app: TestApp;
let logins = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());
afterEach(() => jest.restoreAllMocks());

const manage = () => app.application.get(ManageOperators);

/** Somebody with an own password, of whose authenticator no code was used. */
async function aPerson(): Promise<{ id: string; totp: TOTP }> {
  const login = `changes-${++logins}`;
  const { operator, oneTimePassword: password } = await manage().add(COMMAND_LINE, login, ['auditor']);
  const { message } = await callDesk(app.url, 'enrol', { body: { login, password } });
  const totp = URI.parse((message as { totpUri: string }).totpUri) as TOTP;
  const body = { login, password, newPassword: OWN, totp: totp.generate() };
  expect(await callDesk(app.url, 'login', { body })).toMatchObject({ type: 'ok' });
  await app.owner.query('update operator set totp_last_step = 0 where id = $1', [operator.id]);
  return { id: operator.id, totp };
}

const sessionOf = async (operatorId: string) =>
  (
    await app.serving.transaction((tx) =>
      app.application.get(OperatorSessions).open(tx, { operatorId, ip: '127.0.0.1', userAgent: 'test' }),
    )
  ).sessionId;

/** Changes the own password with the code of so many seconds from now; answers the refusal, or `changed`. */
async function change(
  { id, totp }: { id: string; totp: TOTP },
  newPassword: string,
  { seconds = 0, session = '' } = {},
): Promise<string> {
  const actor = { ...COMMAND_LINE, operatorId: id, sessionId: session || (await sessionOf(id)) };
  const given = { password: OWN, newPassword, totp: totp.generate({ timestamp: Date.now() + seconds * 1000 }) };
  return app.application
    .get(OwnAccess)
    .changePassword(actor, given)
    .then(
      () => 'changed',
      ({ code }: { code: string }) => code,
    );
}

/** What happens to the next change between its proof and its act. */
function meanwhile(act: () => Promise<unknown>): void {
  const logIn = app.application.get(LogInOperator);
  const hash = logIn.hashOwn.bind(logIn);
  jest.spyOn(logIn, 'hashOwn').mockImplementationOnce(async (...given) => {
    await act();
    return hash(...given);
  });
}

const rowOf = async (id: string) => (await app.application.get(OperatorsStore).byId(id)) as OperatorRow;
const isPassword = async (id: string, password: string) =>
  app.application.get(OperatorCredentials).isPassword(await rowOf(id), password);

it('a change that was proven before a reset is refused, and the reset stands', async () => {
  const person = await aPerson();
  let handedOver = '';
  meanwhile(async () => {
    handedOver = (await manage().reset(COMMAND_LINE, person.id)).oneTimePassword;
  });
  expect(await change(person, SECOND)).toBe('operations.login-wrong');
  expect(await rowOf(person.id)).toMatchObject({ oneTimeUntil: expect.any(Date) as Date, totpSecret: null });
  expect(await isPassword(person.id, handedOver)).toBe(true);
});

it('a change that was proven before the operator was disabled is refused', async () => {
  const person = await aPerson();
  meanwhile(() => manage().setDisabled(COMMAND_LINE, person.id, true));
  expect(await change(person, SECOND)).toBe('operations.login-wrong');
  expect(await isPassword(person.id, OWN)).toBe(true);
});

it('of two changes with the same old password one is done', async () => {
  const person = await aPerson();
  meanwhile(async () => expect(await change(person, FIRST)).toBe('changed'));
  expect(await change(person, SECOND, { seconds: 30 })).toBe('operations.login-wrong');
  expect(await isPassword(person.id, FIRST)).toBe(true);
});

it('a change in a session that was ended meanwhile is refused', async () => {
  const person = await aPerson();
  const session = await sessionOf(person.id);
  meanwhile(() => app.serving.transaction((tx) => app.application.get(OperatorSessions).endAll(tx, person.id)));
  expect(await change(person, SECOND, { session })).toBe('session.required');
  expect(await isPassword(person.id, OWN)).toBe(true);
});

it('a change between which nothing happens is done', async () => {
  const person = await aPerson();
  expect(await change(person, FIRST)).toBe('changed');
  expect(await isPassword(person.id, FIRST)).toBe(true);
});
