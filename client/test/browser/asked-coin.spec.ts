import type { Page } from 'playwright-core';
import { BTC, fund } from '../../../server/test/factories/ledger.js';
import { layoutFaults } from './layout.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;

const NOWHERE = {
  en: {
    text: 'Payment address not currently configured, contact customer support',
    support: 'Customer service',
    write: 'Write a message',
    send: 'Send',
  },
  zh: { text: '未配置支付地址，请联系客服', support: '联系客服', write: '输入消息', send: '发送' },
} as const;

/** Whoever asks for a coin sees that one or is told that it is not there, and never the address of another. */
describe('a coin that a page is opened for, in the browser', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  const isChosen = (page: Page, coin: string) =>
    page.getByRole('radio', { name: coin, exact: true, checked: true }).waitFor({ state: 'attached' });

  it(
    'is the one that the assets were asked for, and that older links mean',
    async () => {
      const user = await world.aPayee('582913');
      await fund(world.source, user.userId, '1', { currencyId: BTC });
      const { page, context, complaints } = await world.openAs(user);
      await world.go(page, '/pages/account/index');
      await page.getByRole('button', { name: /BTC/ }).first().click();
      await page.getByRole('dialog').getByRole('link', { name: 'Deposit', exact: true }).click();
      await page.waitForURL('**/pages/deposit/index?coin=BTC');
      await isChosen(page, 'BTC');
      for (const path of ['deposit', 'withdraw']) {
        for (const search of ['coin=BTC', 'currency=1', 'coin=btc']) {
          await world.go(page, `/pages/${path}/index?${search}`);
          await isChosen(page, 'BTC');
        }
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'is said to be unknown, and any other is chosen by hand',
    async () => {
      const user = await world.aPayee('582913');
      const { page, context } = await world.openAs(user);
      await world.go(page, '/pages/deposit/index?coin=NOPE');
      await page.getByText('NOPE cannot be deposited here.').waitFor();
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
      expect(await page.locator('[data-part="deposit-address"], canvas, svg[role="img"]').count()).toBe(0);
      expect(await layoutFaults(page)).toEqual([]);
      await page.getByRole('radio', { name: 'BTC', exact: true }).check();
      await page.waitForURL('**/pages/deposit/index?coin=BTC');
      await isChosen(page, 'BTC');
      await world.go(page, '/pages/withdraw/index?currency=9999');
      await page.getByText('9999 cannot be withdrawn here.').waitFor();
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'without an address to send it to leads to somebody who can help (%s)',
    async (language) => {
      const words = NOWHERE[language];
      const user = await world.aPayee('582913');
      const { page, context, complaints } = await world.openAs(user, language);
      await world.go(page, '/pages/deposit/index?coin=USDT');
      await page.getByRole('note').filter({ hasText: words.text }).waitFor();
      // No address of any kind stands there that money could be sent to.
      expect(await page.locator('[data-part="deposit-address"], canvas, svg[role="img"]').count()).toBe(0);
      await page.getByRole('note').getByRole('link', { name: words.support }).click();
      await page.waitForURL('**/pages/help/center/chat');
      await page.getByLabel(words.write).fill('Where do I send USDT to?');
      await page.getByRole('button', { name: words.send, exact: true }).click();
      await page.getByRole('log').getByText('Where do I send USDT to?').waitFor();
      await soon(async () =>
        expect(
          await world.source.query(
            'select l.text from help_line l join help_chat c on c.id = l.chat_id where c.user_id = $1',
            [user.userId],
          ),
        ).toEqual([{ text: 'Where do I send USDT to?' }]),
      );
      // The way back is the page that was left.
      await page.goBack();
      await page.getByRole('note').filter({ hasText: words.text }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
