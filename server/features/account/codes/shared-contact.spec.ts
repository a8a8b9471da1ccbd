import { AccountWorld, anEmail } from '../../../test/factories/account-world.js';
import { codeTo } from '../../../test/mailbox.js';
import { readEmail } from '../users/index.js';
import { GuestCodes } from './guest-codes.js';

/** What many who do not know each other can do to one contact. */

let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);
afterAll(() => world?.close());

it('six accounts have five codes sent to the contact of somebody else, who still gets the own', async () => {
  const owner = await world.aSignedInUser();
  // Before there was the account its contact had a code sent, as a stranger's.
  await world.database.query('delete from account_limit');
  const ask = async () => {
    const { token } = await world.aSignedInUser();
    return (await world.call.post('user/contact_code', { user_string: owner.email }, { token })).code ?? 'sent';
  };
  const answers: string[] = [];
  for (let asked = 0; asked < 6; asked += 1) answers.push(await ask());
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'sent'), 'account.code-too-many']);
  expect(await world.call.post('sms_other_mail', {}, { token: owner.token })).toMatchObject({ type: 'ok' });
  // A device or an address of the owner's is the owner, signed in or not.
  expect(await world.call.post('sms_mail', { user_string: owner.email, type: 'forget' })).toMatchObject({ type: 'ok' });
});

it('thirty networks have twenty-five tries at the code of a registration together', async () => {
  const email = anEmail();
  await world.call.post('sms_mail', { user_string: email, type: 'register' });
  const right = await codeTo(world.app, email);
  const wrong = right === '000000' ? '000001' : '000000';
  const contact = readEmail(email);
  if (!contact) throw new Error('It is an address');
  const check = (code: string, ip: string) =>
    world.app.application
      .get(GuestCodes)
      .check({ contact, purpose: 'register' }, code, { ip, userAgent: '' })
      .then(
        () => 'right',
        ({ code: refused }: { code: string }) => refused,
      );
  for (let network = 1; network <= 25; network += 1) expect(await check(wrong, `203.0.${network}.1`)).toMatch('wrong');
  expect(await check(right, '203.0.200.1')).toBe('account.code-wrong');
  // Whoever asked for it, from here, is kept from nothing.
  const form = {
    type: 'email',
    user_string: email,
    code: right,
    password: 'correct horse 7',
    re_password: 'correct horse 7',
  };
  expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
});
