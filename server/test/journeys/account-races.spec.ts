import { randomBytes } from 'node:crypto';
import { AccountWorld, anEmail, aPhone, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { codeTo, mailbox, messageTo } from '../mailbox.js';

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('races', () => {
  it('one code used twenty times at once registers one user', async () => {
    for (let round = 0; round < 5; round += 1) {
      const phone = aPhone();
      await world.call.post('sms_send', { user_string: phone, area_code: '86' });
      await world.database.query('delete from account_limit');
      const code = await codeTo(world.app, `+86${phone}`);
      const form = {
        type: 'mobile',
        areacode: '86',
        user_string: phone,
        code,
        password: PASSWORD,
        re_password: PASSWORD,
      };
      const replies = await Promise.all(Array.from({ length: 20 }, () => world.call.post('user/register', form)));
      expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
      expect(new Set(replies.filter(({ type }) => type !== 'ok').map(({ code }) => code))).toEqual(
        new Set(['account.code-wrong']),
      );
      const users = await world.database.query('select count(*)::int as users from account_user where phone = $1', [
        `+86${phone}`,
      ]);
      expect(users.rows).toEqual([{ users: 1 }]);
    }
  }, 60_000);

  it('one user name registered twenty times at once is one user', async () => {
    const form = {
      type: 'username',
      user_string: `Max${randomBytes(4).toString('hex')}`,
      password: PASSWORD,
      re_password: PASSWORD,
    };
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.call.post('user/register', form)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    const others = replies.filter(({ type }) => type !== 'ok').map(({ code }) => code);
    expect(others).toEqual(Array.from({ length: 19 }, () => 'account.username-taken'));
  });

  it('one code used ten times at once sets one new password', async () => {
    const { email } = await world.aSignedInUser();
    await world.database.query('delete from account_limit');
    const before = (await mailbox(world.app)).filter(({ to }) => to === email).length;
    await world.call.post('sms_mail', { user_string: email, type: 'forget' });
    const code = await codeTo(world.app, email, before + 1);
    const forms = Array.from({ length: 10 }, (_nothing, index) => {
      const password = `battery staple ${index}`;
      return { account: email, password, repassword: password, code };
    });
    const replies = await Promise.all(forms.map((form) => world.call.post('user/forget', form)));
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(replies.filter(({ code: refusal }) => refusal === 'account.code-wrong')).toHaveLength(9);
    await world.logIn(email, `battery staple ${replies.findIndex(({ type }) => type === 'ok')}`);
  });

  it('of twenty requests for a code at once one sends', async () => {
    const email = anEmail();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.call.post('sms_mail', { user_string: email })),
    );
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    await messageTo(world.app, email);
    expect((await mailbox(world.app)).filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('a login beside a change of the password never outlives it', async () => {
    const { email, token } = await world.aSignedInUser();
    const [, ...logins] = await Promise.all([
      world.call.post('user/e_pwd', { old_password: PASSWORD, password: OTHER_PASSWORD }, { token }),
      ...Array.from({ length: 4 }, () => world.call.post('user/login', { user_string: email, password: PASSWORD })),
    ]);
    for (const { type, message } of logins) {
      if (type === 'ok')
        expect(await world.call.get('user/center', { token: String(message) })).toMatchObject({ type: '999' });
    }
    await world.logIn(email, OTHER_PASSWORD);
  });
});
