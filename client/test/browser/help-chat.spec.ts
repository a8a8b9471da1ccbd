import { join } from 'node:path';
import { anOperator } from '../../../server/test/factories/operators.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { followedPage, soon, STILL } from './product.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

const WORDS = {
  en: {
    write: 'Write a message',
    send: 'Send',
    secret: /looks like a password or a code/,
    masked: /Hidden, because it looked like/,
    joined: 'Somebody from support has joined.',
    seen: /Seen/,
    code: /^Code /,
    check: 'Check',
    ours: 'Yes, this is from us',
    notOurs: 'No, this is not from us to you',
    codeField: 'Code',
    end: 'End the chat',
    ended: 'You ended the chat.',
    guest: /Log in to write to our support/,
  },
  zh: {
    write: '输入消息',
    send: '发送',
    secret: /看起来像密码或验证码/,
    masked: /内容疑似密码或验证码/,
    joined: '客服已加入对话。',
    seen: /已读/,
    code: /^编码 /,
    check: '查询',
    ours: '是的，这是我们发给您的',
    notOurs: '不，这不是我们发给您的',
    codeField: '编码',
    end: '结束对话',
    ended: '您已结束对话。',
    guest: /请登录后联系客服/,
  },
} as const;
const DESK = {
  en: { claim: 'Take this chat', answer: 'Answer', send: 'Send', picture: 'Lines' },
  zh: { claim: '接手此对话', answer: '回复', send: '发送', picture: '消息' },
} as const;
const SHOTS = process.env.HELP_PICTURES;
const DESKTOP = { width: 1280, height: 800 };

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ ROLES: 'gateway' });
}, 240_000);
afterAll(() => world?.close());

async function desk(language: string) {
  const context = await world.browser.newContext({ viewport: DESKTOP, ...STILL });
  const { token } = await anOperator(world.source, 'support');
  await context.addCookies([{ name: 'desk', value: token, url: `${world.app.url}/ops/api`, httpOnly: true }]);
  await context.addInitScript(
    (spoken) => window.localStorage.setItem('preferences', JSON.stringify({ language: spoken })),
    language,
  );
  return { context, ...(await followedPage(context)) };
}

/** A question in the chat, answered from the desk, at phone size. */
describe.each(JOURNEY_LANGUAGES)('the help chat in %s', (language) => {
  const words = WORDS[language];
  const atDesk = DESK[language];

  it('is asked, claimed, answered, checked and ended, and both sides see each line without a reload', async () => {
    const user = await world.aUser();
    const { page, context } = await world.openAs(user, language);
    const { page: ops, context: opsContext, complaints } = await desk(language);
    const shot = async (name: string, of = page) => {
      if (SHOTS) await of.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
    };
    const field = page.getByLabel(words.write);
    const send = page.getByRole('button', { name: words.send, exact: true });
    await world.go(page, '/pages/help/center/chat');
    await shot('empty');
    await field.fill('Where is my deposit?');
    await send.click();
    // The field still holds the words until the reply is here.
    await page.getByRole('log').getByText('Where is my deposit?').waitFor();
    await soon(async () => expect(await field.inputValue()).toBe(''));

    await ops.goto(`${world.app.url}/ops/help?userId=${user.userId}`);
    await ops.locator('.desk-cards a').first().click();
    await ops.getByText('Where is my deposit?').waitFor();
    await ops.getByRole('button', { name: atDesk.claim }).click();
    await page.getByText(words.joined).waitFor();
    await ops.getByLabel(atDesk.answer, { exact: true }).fill('It has 3 of 6 confirmations.');
    await ops.getByRole('button', { name: atDesk.send, exact: true }).click();
    await page.getByText('It has 3 of 6 confirmations.').waitFor();
    await page.getByText(words.seen).waitFor();

    await field.fill('my password is hunter2!');
    await page.getByText(words.secret).waitFor();
    await shot('secret');
    await send.click();
    await page.getByText('my password is ••••••').waitFor();
    await page.getByText(words.masked).waitFor();
    await ops.getByText('my password is ••••••').waitFor();
    await shot('desk', ops);
    await shot('chat');

    await page.getByRole('link', { name: words.code }).first().click();
    await page.getByRole('button', { name: words.check, exact: true }).click();
    await page.getByText(words.ours).waitFor();
    await page.getByText('It has 3 of 6 confirmations.').waitFor();
    await shot('ours');
    await page.getByLabel(words.codeField, { exact: true }).fill('ABCD-EFGH');
    await page.getByRole('button', { name: words.check, exact: true }).click();
    await page.getByText(words.notOurs).waitFor();
    await shot('not-ours');

    await world.go(page, '/pages/help/center/chat');
    await page.getByRole('button', { name: words.end }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: words.end }).click();
    await page.getByText(words.ended).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await opsContext.close();
  }, 240_000);

  it('tells a visitor what to do', async () => {
    const context = await world.browser.newContext({ viewport: { width: 390, height: 844 }, ...STILL });
    await context.addInitScript(
      (spoken) => window.localStorage.setItem('preferences', JSON.stringify({ language: spoken })),
      language,
    );
    const { page } = await followedPage(context);
    await world.go(page, '/pages/help/center/chat');
    await page.getByText(words.guest).waitFor();
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-guest.png`) });
    await context.close();
  }, 120_000);
});

it.each(LAID_OUT_LANGUAGES)(
  'fits 320 px and is accessible by the rules a machine can check, in %s',
  async (language) => {
    const user = await world.aUser();
    await world.call.post('help/chat/line', { text: 'W'.repeat(300) }, { token: user.token });
    await world.call.post('help/chat/line', { text: 'password: secret' }, { token: user.token });
    const { page, context } = await world.openAs(user, language);
    await page.setViewportSize({ width: 320, height: 700 });
    const addresses = ['/pages/help/center/chat', '/pages/help/center/check?code=ABCDEFGH'].map(
      (path) => world.app.url + path,
    );
    expect(await faultsOf(page, addresses, { language })).toEqual([]);
    const { page: ops, context: opsContext } = await desk(language);
    const [chat]: { id: string }[] = await world.source.query('select id from help_chat where user_id = $1', [
      user.userId,
    ]);
    const desks = ['help', `help/${chat?.id}`].map((path) => `${world.app.url}/ops/${path}`);
    expect(await faultsOf(ops, desks, { language })).toEqual([]);
    await context.close();
    await opsContext.close();
  },
  240_000,
);
