import { bootApp, type TestApp } from '../../../test/app.js';
import { aUser } from '../../../test/factories/users.js';
import { codeTo } from '../../../test/mailbox.js';
import { type Contact, readEmail, UsersStore } from '../users/index.js';
import { TakeContact } from '../profile/take-contact.js';
import { ConfirmationCodes } from './confirmation-codes.js';
import type { ConfirmedAct } from './confirmed-act.rules.js';
import { SendOwnCode } from './send-own-code.js';
import { VerificationCodes } from './verification-codes.js';

const ACT: ConfirmedAct = { act: 'address', amount: '', coin: '', target: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' };

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());
afterEach(() => jest.restoreAllMocks());

const caller = { ip: '203.0.113.9', userAgent: '' };

/** A user with an e-mail address and a phone, both old. */
async function aReachableUser() {
  const { userId, email } = await aUser(app.owner);
  const phone = `+4479${userId.padStart(8, '0')}`;
  await app.owner.query('update account_user set phone = $2 where id = $1', [userId, phone]);
  const ask = (act: ConfirmedAct | null) =>
    app.application.get(SendOwnCode).execute({ userId, act, caller, language: 'en' });
  const typed = async (code: string) => {
    const user = await app.application.get(UsersStore).byId(userId);
    if (!user) throw new Error('The user is there');
    const look = { act: ACT, caller, takesPlain: true };
    return app.application
      .get(ConfirmationCodes)
      .check(user, code, look)
      .then(
        () => 'right',
        ({ code: refused }: { code: string }) => refused,
      );
  };
  return { userId, email, ask, typed };
}

/** The address is changed after the next code has been given the former one, and before it is kept. */
function changedMeanwhile(userId: string): void {
  const codes = app.application.get(VerificationCodes);
  const issue = codes.issue.bind(codes);
  jest.spyOn(codes, 'issue').mockImplementationOnce(async (...given) => {
    const contact = readEmail(`changed-${userId}@example.com`) as Contact;
    await app.serving.transaction((tx) => app.application.get(TakeContact).execute(tx, userId, contact));
    return issue(...given);
  });
}

it.each([
  ['an act', ACT],
  ['nothing, as of an old client', null],
])(
  'a code for %s that was asked for while the contact was changed proves nothing by the former one',
  async (_name, act) => {
    const { userId, email, ask, typed } = await aReachableUser();
    changedMeanwhile(userId);
    await ask(act);
    expect(await typed(await codeTo(app, email))).toBe('account.code-wrong');
  },
);

it('one that was asked for while nothing happened proves it', async () => {
  const { email, ask, typed } = await aReachableUser();
  await ask(ACT);
  expect(await typed(await codeTo(app, email))).toBe('right');
});
