import type { Page } from 'playwright-core';
import { SecretBox } from '../../../server/features/account/users/index.js';
import { idNumberContext } from '../../../server/features/account/verification/id-number.js';
import { Caller } from '../../../server/test/calls.js';
import { Post } from '../../../server/test/fakes/post.js';
import { SendMessages } from '../../../server/platform/messages/send-messages.js';
import { aUser } from '../../../server/test/factories/users.js';
import { fillCode, filledCode } from './code-boxes.js';
import { button, field, link, MoneyWorld, PASSWORD, PIN } from './money-world.js';
import { eventually, soon } from './product.js';
import { openSignedIn } from './signed-in.js';

const NEW_CODE = 'Code sent to the new contact';

/** How an account gains an e-mail address or a phone, and what that lets it do. */
describe('a contact, in the browser', () => {
  let world: MoneyWorld;
  /** Where text messages arrive; mail stays in the product's own mailbox. */
  let post: Post;

  beforeAll(async () => {
    post = await Post.open();
    world = await MoneyWorld.open({ SMS_URL: post.smsUrl });
  }, 120_000);

  afterAll(async () => {
    await world?.close();
    await post?.close();
  });

  /** An account known by its user name alone, of a verified person, on the way to a withdrawal. */
  async function loggedInByName(page: Page, name: string): Promise<void> {
    const fields = { user_string: name, type: 'username', password: PASSWORD, re_password: PASSWORD, agree: '1' };
    expect(await new Caller(world.app).post('user/register', fields)).toMatchObject({ type: 'ok' });
    const userId = await world.idOf('account_user');
    const sealed = world.app.application.get(SecretBox).seal(Buffer.from('P7654321'), idNumberContext(userId));
    await world.source.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at)
       values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
      [userId, sealed],
    );
    await world.source.query(`update verification_case set status = 'verified', version = 2, decided_at = now()`);
    await world.go(page, '/pages/user/login/login?backpage=/pages/withdraw/index');
    await page.getByRole('tab', { name: 'Username' }).click();
    await field(page, 'Username').fill(name);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    // The page that is left names the next one in its address.
    await page.waitForURL(({ pathname }) => pathname === '/pages/withdraw/index');
  }

  async function setFirstFundPassword(page: Page): Promise<void> {
    await link(page, 'Set it now').click();
    await field(page, 'Fund password').fill(PIN);
    await field(page, 'Confirm fund password').fill(PIN);
    await button(page, 'Save').click();
    await page.getByText('Please fill this in').waitFor();
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Save').click();
    await page.waitForURL('**/pages/withdraw/index');
  }

  async function bindEmail(page: Page, email: string): Promise<void> {
    await link(page, 'Bind e-mail or phone').click();
    await page.getByText('Withdrawals wait for 72 hours afterwards.').waitFor();
    await button(page, 'Send code').click();
    await page.getByText('Please fill this in').waitFor();
    await field(page, 'E-mail').fill(email);
    await world.enterCode(page, NEW_CODE);
    await field(page, 'Login password').fill('not-the-password');
    await button(page, 'Bind').click();
    await page.getByText('The old password is wrong').waitFor();
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Bind').click();
    await page.getByText('E-mail bound').waitFor();
    await page.getByText('Withdrawals wait for 72 hours. After that it can receive codes for withdrawals.').waitFor();
    await button(page, 'Done').click();
    await page.waitForURL('**/pages/withdraw/index');
  }

  async function bindCard(page: Page): Promise<void> {
    await world.go(page, '/pages/user/address/bank');
    await field(page, 'Account holder').fill('Somebody Else');
    await field(page, 'Bank name').fill('Second Bank');
    await field(page, 'Card number').fill('4111 1111 1111 1111');
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Confirm').click();
    await page.locator('[data-path=realName][aria-invalid=true]').waitFor();
    await field(page, 'Account holder').fill('Ann Example');
    await button(page, 'Confirm').click();
    await page.getByText('•••• 1111').waitFor();
  }

  it('an account known by its user name sets a fund password, gains an e-mail, and is told what waits', async () => {
    const { page, context, complaints } = await world.phone();
    await loggedInByName(page, 'ann_by_name');
    await setFirstFundPassword(page);
    await page.getByText('Bind an e-mail or phone first').waitFor();
    await link(page, 'Set up the authenticator').waitFor();
    await bindEmail(page, 'Ann.By.Name@Example.com');
    await page.getByText('Your new e-mail or phone has to wait').waitFor();
    await bindCard(page);
    await world.go(page, '/pages/settings/security/index');
    await page.getByText('ann.by.name@example.com').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 180_000);

  /** A phone of Germany, in the field for one. */
  async function enterPhone(page: Page, number: string): Promise<void> {
    await page.getByRole('button', { name: /^Country code/ }).click();
    await page.getByPlaceholder('Country or code').fill('+49');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Germany/ })
      .click();
    await field(page, 'Phone').fill(number);
  }

  it('a phone is bound by the code of a text message, and logs in', async () => {
    const { page, context, complaints } = await world.phone();
    await loggedInByName(page, 'ben_by_name');
    await world.go(page, '/pages/settings/account/index');
    await link(page, 'Phone Not bound').click();
    await page.getByText('Withdrawals wait for 72 hours afterwards.').waitFor();
    await enterPhone(page, '12');
    await button(page, 'Send code').click();
    await page.getByText('This is not a phone number').waitFor();
    await field(page, 'Phone').fill('1512 3456789');
    await button(page, 'Send code').click();
    await page.getByText('Sent to +49 15123456789. Valid for 10 minutes.').waitFor();
    await eventually(async () => {
      // A gateway alone leaves it to workers.
      await world.app.application.get(SendMessages).execute();
      return post.codesTo('+4915123456789') > 0;
    }, 'a code in a text message');
    const code = await post.code('+4915123456789');
    await fillCode(page, code === '000000' ? '000001' : '000000', NEW_CODE);
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Bind').click();
    await page.getByText('The verification code is wrong or no longer valid').waitFor();
    await fillCode(page, code, NEW_CODE);
    await button(page, 'Bind').click();
    await page.getByText('Phone bound').waitFor();
    await page.getByText('Withdrawals wait for 72 hours. After that it can receive codes for withdrawals.').waitFor();
    await button(page, 'Done').click();
    await link(page, 'Phone +4915123456789').waitFor();
    const rows = await world.source.query(`select phone, email from account_user where username = 'ben_by_name'`);
    expect(rows).toEqual([{ phone: '+4915123456789', email: null }]);
    expect(post.to('+4915123456789')).toHaveLength(1);
    await context.close();

    const other = await world.phone();
    await world.go(other.page, '/pages/user/login/login?backpage=/pages/settings/account/index');
    await other.page.getByRole('tab', { name: 'Phone' }).click();
    await enterPhone(other.page, '0151 23456789');
    await field(other.page, 'Password').fill(PASSWORD);
    await button(other.page, 'Log in').click();
    await link(other.page, 'Phone +4915123456789').waitFor();
    await soon(async () => expect([...complaints, ...other.complaints]).toEqual([]));
    await other.context.close();
  }, 180_000);

  it('another e-mail takes the place of the old one with a code of each, and the old one is told', async () => {
    const user = await aUser(world.app.database.url);
    const { page, context, complaints } = await openSignedIn(world.browser, world.app, user);
    await world.go(page, '/pages/settings/account/index');
    await link(page, `E-mail ${user.email}`).click();
    await page.getByText(`Now: ${user.email}`).waitFor();
    await page.getByText('Your present e-mail and phone will be notified.').waitFor();
    await field(page, 'E-mail').fill('the-next@example.com');
    await world.enterCode(page, NEW_CODE);
    await world.enterCode(page, 'Code sent to your current contact');
    const right = await filledCode(page, NEW_CODE);
    await fillCode(page, right === '000000' ? '000001' : '000000', NEW_CODE);
    await button(page, 'Replace').click();
    await page.getByText('One of the two codes is wrong').waitFor();
    await fillCode(page, right, NEW_CODE);
    await button(page, 'Replace').click();
    await page.getByText('Your previous e-mail and phone were notified.').waitFor();
    await button(page, 'Done').click();
    await link(page, 'E-mail the-next@example.com').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});
