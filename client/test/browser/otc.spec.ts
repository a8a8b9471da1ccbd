import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { MoveOtcOrder } from '../../../server/features/trading/otc/move-otc-order.js';
import { fund } from '../../../server/test/factories/ledger.js';
import { anOperator } from '../../../server/test/factories/operators.js';
import { remindedOrder } from '../../../server/test/factories/otc-rows.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { approvePerson, giveFundPassword } from './known-person.js';
import { faultsOf, sticksOut } from './layout.js';
import { photoFile } from './money-world.js';
import { PageWorld } from './page-world.js';
import { openPhone, soon } from './product.js';
import { atRest } from './rest.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

const PIN = '582913';
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 300_000;
const SHOTS = process.env.OTC_PICTURES;
const WORDS = {
  en: {
    buy: 'Buy USDT',
    pay: 'Amount to pay',
    next: 'Next',
    place: 'Place the order',
    paid: 'I have paid',
    chat: 'Chat',
    message: 'Message',
    send: 'Send',
    appeal: 'Appeal',
    what: 'What happened',
    spot: 'The coins are on your spot account.',
    risk: 'Going on elsewhere loses the protection of this order.',
  },
  zh: {
    buy: '买入 USDT',
    pay: '付款金额',
    next: '下一步',
    place: '下单',
    paid: '我已付款',
    chat: '聊天',
    message: '消息',
    send: '发送',
    appeal: '申诉',
    what: '情况说明',
    spot: '币已转入您的现货账户。',
    risk: '转到别处交易将失去订单保障。',
  },
} as const;

const GATE = {
  en: { verify: 'Verify identity', title: 'Fund password needed', set: 'Set fund password' },
  zh: { verify: '前往认证', title: '需要交易密码', set: '设置交易密码' },
} as const;

const SALE = {
  en: {
    pin: 'Fund password',
    missing: 'Please enter the six digits of your fund password',
    wrong: /fund password/i,
    plain: /with the login password alone/,
  },
  zh: { pin: '交易密码', missing: '请输入 6 位交易密码', wrong: /交易密码/, plain: /仅凭登录密码设置/ },
} as const;

const CASH = {
  en: {
    way: 'Payment method',
    name: 'Name of the place',
    add: 'Add',
    missing: 'Please choose the place on the map',
    choose: 'Choose the meeting point on the map',
    degrees: 'Latitude, longitude',
    take: 'Meet here',
    open: 'Open on map',
    window: 'Cash is paid within 30 minutes.',
    warning: /Meet in a public place, in daylight/,
    tick: /I handed over the counted money in person/,
    cancelled: 'Cancelled',
  },
  zh: {
    way: '付款方式',
    name: '地点名称',
    add: '添加',
    missing: '请在地图上选择地点',
    choose: '在地图上选择见面地点',
    degrees: '纬度，经度',
    take: '在此见面',
    open: '在地图上打开',
    window: '现金须在 30 分钟内支付。',
    warning: /请在白天、公共场所见面/,
    tick: /已当面点清并交付现金/,
    cancelled: '已取消',
  },
} as const;

describe('coins between users, on the pages', () => {
  let world: PageWorld;
  let merchant: TestUser;
  let advert: string;

  beforeAll(async () => {
    world = await PageWorld.open();
    merchant = await person('Mei Merchant', '100000');
    await world.source.query(
      `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
       values ($1, 'Lotus trading house', 'lotustradinghouse', 'admitted', now(), now())`,
      [merchant.userId],
    );
    const payment = await call(merchant, 'ctc/payment/add', {
      way: 'bank',
      account: '6222 0000 1111 2222 333',
      bank: 'First International Commercial Bank of the Example',
      branch: 'Harbour road branch',
      pay_password: PIN,
    });
    const terms = { price: '7.1', total_number: '50000', min_number: '10', max_number: '50000', window: '30' };
    const made = await call(merchant, 'ctc/product/add', {
      type: 'sell',
      currency_id: '3',
      coin_code: 'CNY',
      payment_ids: payment.id,
      ...terms,
      pay_password: PIN,
      terms: 'Please pay within the time and write the reference. I answer from nine to nine.',
    });
    advert = made.id;
  }, 180_000);

  afterAll(() => world?.close());

  async function person(name: string, funds = '0'): Promise<TestUser> {
    const user = await world.aUser();
    await approvePerson(world.app, user.userId, name);
    await giveFundPassword(world.app, user.userId, PIN);
    if (funds !== '0') await fund(world.source, user.userId, funds);
    return user;
  }

  async function call(by: TestUser, path: string, fields: Record<string, string>): Promise<{ id: string }> {
    const { type, message, code } = await world.call.post(path, fields, { token: by.token });
    if (type !== 'ok') throw new Error(`${path}: ${code}`);
    return message as { id: string };
  }

  async function openDesk(): Promise<Page> {
    const operator = await anOperator(world.source, 'treasurer', 'settings');
    const { page, context } = await openPhone(world.browser, 'en');
    await page.setViewportSize({ width: 1280, height: 900 });
    await context.addCookies([{ name: 'desk', value: operator.token, url: `${world.app.url}/ops` }]);
    return page;
  }

  async function decide(id: string): Promise<Page> {
    const page = await openDesk();
    await world.go(page, `/ops/appeals/${id}`);
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    const panel = page.locator('.desk-decide');
    await panel.getByLabel('Decided for').selectOption('buyer');
    await panel.getByLabel('Reason').fill('The bank confirms the payment');
    await panel.getByRole('button', { name: 'Decide', exact: true }).click();
    await atRest(page);
    return page;
  }

  it.each(JOURNEY_LANGUAGES)(
    'are bought with a chat, a picture of the payment and an appeal that two operators decide (%s)',
    async (language) => {
      const words = WORDS[language];
      const buyer = await person('Bao Buyer');
      const { page, complaints, context } = await world.openAs(buyer, language);
      const shot = async (name: string, of = page) => {
        if (SHOTS) await of.screenshot({ path: join(SHOTS, `${language}-${name}.png`), fullPage: true });
      };
      await world.go(page, '/pages/otc/index');
      await page.getByText('Lotus trading house').waitFor();
      await shot('market');
      await page.getByRole('link', { name: words.buy }).click();
      await page.getByLabel(words.pay).fill('14200');
      await shot('take');
      await page.getByRole('button', { name: words.next, exact: true }).click();
      await page.getByRole('button', { name: words.place, exact: true }).waitFor();
      await atRest(page);
      await shot('review');
      await page.getByRole('button', { name: words.place, exact: true }).click();
      await page.waitForURL(/\/pages\/otc\/order\?id=/);
      const id = new URL(page.url()).searchParams.get('id') ?? '';
      await page.getByText('6222 0000 1111 2222 333').waitFor();
      await page.getByText('Mei Merchant').first().waitFor();
      await shot('order');

      await page.getByRole('link', { name: words.chat }).click();
      await page.getByLabel(words.message).fill('I pay from my own account.\nOne minute.');
      await page.getByRole('button', { name: words.send, exact: true }).click();
      await page.getByText('One minute.').waitFor();
      await page.locator('[data-otc-picture]').setInputFiles(await photoFile('#334455'));
      await page.locator('img').first().waitFor();
      await call(merchant, 'ctc/chat/send', { id, text: 'Add me on Telegram' });
      await page.getByText('Add me on Telegram').waitFor();
      await page.getByText(words.risk).waitFor();
      await shot('chat');

      await world.go(page, `/pages/otc/order?id=${id}`);
      await page.getByRole('button', { name: words.paid, exact: true }).first().click();
      await page.getByRole('dialog').locator('input:is([type=checkbox], [type=radio])').first().check();
      await shot('paid');
      await page.getByRole('dialog').getByRole('button', { name: words.paid, exact: true }).click();
      await soon(async () => expect(await page.getByRole('dialog').count()).toBe(0));
      await remindedOrder((sql, values) => world.source.query(sql, values), id);
      await world.go(page, `/pages/otc/order?id=${id}`);
      await page.getByRole('button', { name: words.appeal, exact: true }).first().click();
      await page.getByRole('textbox', { name: words.what }).fill('The money has left my account.');
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .first()
        .setInputFiles(await photoFile('#665544'));
      await soon(async () => expect(await page.getByRole('dialog').locator('img').count()).toBeGreaterThan(0));
      await atRest(page);
      await shot('appeal');
      await page.getByRole('dialog').getByRole('button', { name: words.send, exact: true }).click();
      await soon(async () => expect(await page.getByRole('dialog').count()).toBe(0));

      const first = await decide(id);
      await shot('desk-first', first);
      const second = await decide(id);
      await shot('desk-second', second);
      await page.getByText(words.spot).waitFor();
      await shot('released');
      expect(complaints).toEqual([]);
      for (const one of [first, second]) await one.context().close();
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'say that their line is cut, and are read again meanwhile',
    async () => {
      const buyer = await person('Bao Buyer');
      const made = await call(buyer, 'ctc/order/add', { id: advert, value: '710', means: 'money' });
      const { page, context } = await world.openAs(buyer, 'en');
      await page.routeWebSocket(/socket/, (socket) => void socket.close());
      await page.goto(`${world.app.url}/pages/otc/order?id=${made.id}`);
      await page.getByText('Connecting…').waitFor();
      await page.getByRole('button', { name: WORDS.en.paid, exact: true }).first().waitFor();
      const ended = { userId: buyer.userId, orderId: made.id, event: 'cancel', key: null } as const;
      await world.app.application.get(MoveOtcOrder).execute(ended);
      await page.getByText('Cancelled').first().waitFor();
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'are sold to whoever asks for them by the fund password, and by nothing else (%s)',
    async (language) => {
      const words = { ...WORDS[language], ...SALE[language] };
      const wanted = await call(merchant, 'ctc/product/add', {
        type: 'buy',
        currency_id: '3',
        coin_code: 'CNY',
        way: 'bank',
        price: '7.1',
        total_number: '5000',
        min_number: '10',
        max_number: '5000',
        window: '30',
        pay_password: PIN,
      });
      const seller = await person('Sun Seller', '1000');
      await call(seller, 'ctc/payment/add', {
        way: 'bank',
        account: '6222 0000 9999 8888 777',
        bank: 'First International Commercial Bank of the Example',
        pay_password: PIN,
      });
      const { page, context } = await world.openAs(seller, language);
      const shot = async (name: string) => {
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
      };
      const orders = async () =>
        (await world.source.query('select status from otc_order where seller_id = $1', [seller.userId])).length;
      await world.go(page, `/pages/otc/take?id=${wanted.id}`);
      await page.getByLabel(words.pay).fill('710');
      await page.locator('main select').last().selectOption({ index: 1 });
      await page.getByRole('button', { name: words.next, exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(words.pin, { exact: true }).waitFor();
      await atRest(page);
      await shot('sale');
      await sheet.getByRole('button', { name: words.place, exact: true }).click();
      await sheet.getByText(words.missing).waitFor();
      await shot('sale-missing');
      await sheet.getByLabel(words.pin, { exact: true }).fill('111111');
      await sheet.getByRole('button', { name: words.place, exact: true }).click();
      await sheet.getByRole('alert').filter({ hasText: words.wrong }).waitFor();
      await soon(async () => expect(await sheet.getByText(words.missing).count()).toBe(0));
      await shot('sale-wrong');
      const proven = (plainly: boolean) =>
        world.source.query('update account_fund_password set plainly_proven = $2 where user_id = $1', [
          seller.userId,
          plainly,
        ]);
      await proven(true);
      await sheet.getByLabel(words.pin, { exact: true }).fill(PIN);
      await sheet.getByRole('button', { name: words.place, exact: true }).click();
      await sheet.getByRole('alert').filter({ hasText: words.plain }).waitFor();
      await shot('sale-plain');
      await proven(false);
      expect(await orders()).toBe(0);
      await sheet.getByLabel(words.pin, { exact: true }).fill(PIN);
      await sheet.getByRole('button', { name: words.place, exact: true }).click();
      await page.waitForURL(/\/pages\/otc\/order\?id=/);
      expect(await orders()).toBe(1);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'are taken by nobody without a fund password, whom the page leads to where it is set and back (%s)',
    async (language) => {
      const words = GATE[language];
      const user = await world.aUser();
      const { page, complaints, context } = await world.openAs(user, language);
      const take = `/pages/otc/take?id=${advert}`;
      await world.go(page, take);
      await page.getByRole('button', { name: words.verify, exact: true }).waitFor();
      await approvePerson(world.app, user.userId, 'Nora Nopin');
      await world.go(page, take);
      await page.getByText(words.title, { exact: true }).waitFor();
      expect(await page.getByLabel(WORDS[language].pay).count()).toBe(0);
      await page.getByRole('button', { name: words.set, exact: true }).click();
      await page.waitForURL('**/pages/settings/security/changePayPassword');
      await giveFundPassword(world.app, user.userId, PIN);
      await page.goBack();
      await page.waitForURL(`**${take}`);
      await page.reload();
      await page.getByLabel(WORDS[language].pay).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it.each(JOURNEY_LANGUAGES)(
    'are paid for in cash at a place on the map, that the other side sees while the order is open (%s)',
    async (language) => {
      const words = CASH[language];
      const seller = await person('Carlos Cash', '5000');
      await world.source.query(
        `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
         values ($1, $2, $2, 'admitted', now(), now())`,
        [seller.userId, `cash${language}`],
      );
      const owner = await world.openAs(seller, language);
      const shot = async (name: string, of: Page) => {
        if (SHOTS) await of.screenshot({ path: join(SHOTS, `${language}-${name}.png`), fullPage: true });
      };
      const choose = (name: string) => owner.page.getByRole('button', { name, exact: true });
      await world.go(owner.page, '/pages/otc/payments');
      await owner.page.getByLabel(words.way, { exact: true }).selectOption('cash');
      await owner.page.getByLabel(words.name).fill('Main station, by the clock');
      await choose(words.add).click();
      await owner.page.getByText(words.missing).waitFor();
      await choose(words.choose).click();
      const sheet = owner.page.getByRole('dialog');
      await sheet.getByLabel(words.degrees).fill('48.13743, 11.57549');
      await sheet.getByLabel(words.degrees).press('Enter');
      await sheet.getByRole('button', { name: words.take, exact: true }).click();
      await soon(async () => expect(await sheet.count()).toBe(0));
      await shot('cash-form', owner.page);
      await choose(words.add).click();
      await owner.page.getByRole('alert').waitFor();
      await owner.page.locator('input[type=password]').fill(PIN);
      await choose(words.add).click();
      await owner.page.getByRole('link', { name: words.open }).waitFor();
      await shot('cash-payments', owner.page);
      await world.go(owner.page, '/pages/otc/advert');
      await owner.page.getByLabel('Main station').check();
      await owner.page.getByText(words.window).waitFor();
      await shot('cash-advert', owner.page);
      const [paymentRow]: [{ id: string }] = await world.source.query(
        'select id::text from otc_payment where user_id = $1',
        [seller.userId],
      );
      const terms = { price: '7.1', total_number: '500', min_number: '10', max_number: '5000', window: '30' };
      const made = await call(seller, 'ctc/product/add', {
        type: 'sell',
        currency_id: '3',
        coin_code: 'CNY',
        payment_ids: paymentRow.id,
        ...terms,
        pay_password: PIN,
      });

      const buyer = await person('Bao Buyer');
      const { page, complaints, context } = await world.openAs(buyer, language);
      await world.go(page, `/pages/otc/take?id=${made.id}`);
      await page.getByText(words.warning).waitFor();
      expect(await page.getByText('Main station').count()).toBe(0);
      await shot('cash-take', page);
      const taken = await call(buyer, 'ctc/order/add', { id: made.id, value: '710', means: 'money', way: 'cash' });
      await world.go(page, `/pages/otc/order?id=${taken.id}`);
      await page.getByText('Main station, by the clock').first().waitFor();
      await shot('cash-order', page);
      expect(await faultsOf(page, [page.url()], { language })).toEqual([]);
      await world.go(page, `/pages/otc/chat?id=${taken.id}`);
      await page.getByRole('link', { name: words.open }).waitFor();
      await shot('cash-chat', page);
      await page.getByRole('link', { name: words.open }).click();
      await page.waitForURL(/\/pages\/location\/open\?place=48\.13743/);
      await page.getByText('Main station, by the clock').first().waitFor();
      await shot('cash-map', page);
      await world.go(page, `/pages/otc/order?id=${taken.id}`);
      await page.getByRole('button', { name: WORDS[language].paid, exact: true }).first().click();
      await page.getByRole('dialog').getByText(words.tick).waitFor();
      await atRest(page);
      await shot('cash-paid', page);
      const ended = { userId: buyer.userId, orderId: taken.id, event: 'cancel', key: null } as const;
      await world.app.application.get(MoveOtcOrder).execute(ended);
      await world.go(page, `/pages/otc/order?id=${taken.id}`);
      await page.getByText(words.cancelled).first().waitFor();
      expect(await page.getByText('Main station').count()).toBe(0);
      expect([...complaints, ...owner.complaints]).toEqual([]);
      await context.close();
      await owner.context.close();
    },
    HANGING_MS,
  );

  it(
    'have coins and limits that one operator proposes to change and another one changes',
    async () => {
      const first = await openDesk();
      await world.go(first, '/ops/otc-coins');
      const coin = first.getByRole('article', { name: 'USDT', exact: true });
      await coin.getByRole('button', { name: 'Propose a change' }).click();
      await coin.getByLabel('Least of an order').fill('2000');
      await coin.getByLabel('Reason').fill('As the treasurer asked');
      await coin.getByRole('button', { name: 'Propose a change' }).click();
      await coin.getByRole('alert').waitFor();
      expect(await coin.getByLabel('Least of an order').inputValue()).toBe('2,000');
      if (SHOTS) await first.screenshot({ path: join(SHOTS, 'desk-coin-refused.png'), fullPage: true });
      await coin.getByLabel('Least of an order').fill('6');
      await coin.getByRole('button', { name: 'Propose a change' }).click();
      await coin.getByText('A second person is waited for').waitFor();
      const [proposal]: [{ id: string }] = await world.source.query(
        `select id::text from operator_proposal where kind = 'otc-coin' and status = 'open'`,
      );
      const second = await openDesk();
      await world.go(second, `/ops/proposals/${proposal.id}`);
      await second.getByText('Least of an order').waitFor();
      if (SHOTS) await second.screenshot({ path: join(SHOTS, 'desk-coin-proposal.png'), fullPage: true });
      await second.getByRole('button', { name: 'Approve', exact: true }).click();
      await soon(async () => {
        await world.go(first, '/ops/otc-coins?search=USDT');
        await coin.getByText('6 USDT', { exact: true }).waitFor({ timeout: 5000 });
      });
      await first.setViewportSize({ width: 390, height: 844 });
      await world.go(first, '/ops/otc-coins');
      await coin.waitFor();
      expect(await sticksOut(first)).toBe(0);
      if (SHOTS) await first.screenshot({ path: join(SHOTS, 'desk-coins.png'), fullPage: false });
      await world.go(first, '/ops/otc-coins?search=nosuch');
      await first.getByText('Nothing', { exact: false }).first().waitFor();
      for (const one of [first, second]) await one.context().close();
    },
    HANGING_MS,
  );

  it.each(LAID_OUT_LANGUAGES)(
    'have nothing that sticks out or is in the way of assistive technology (%s)',
    async (language) => {
      const buyer = await person('Bao Buyer');
      const made = await call(buyer, 'ctc/order/add', { id: advert, value: '710', means: 'money' });
      await call(buyer, 'ctc/chat/send', { id: made.id, text: 'Please release first, my WeChat is abc' });
      await call(buyer, 'ctc/payment/add', {
        way: 'bank',
        account: '12345678',
        bank: 'Second Bank',
        pay_password: PIN,
      });
      for (const [user, paths] of [
        [
          buyer,
          [
            '/pages/otc/index',
            `/pages/otc/take?id=${advert}`,
            '/pages/otc/orders',
            `/pages/otc/order?id=${made.id}`,
            `/pages/otc/chat?id=${made.id}`,
            '/pages/otc/merchant',
            '/pages/otc/payments',
          ],
        ],
        [merchant, ['/pages/otc/merchant', '/pages/otc/advert', `/pages/otc/chat?id=${made.id}`]],
      ] as const) {
        const { page, complaints, context } = await world.openAs(user, language);
        const addresses = paths.map((path) => world.app.url + path);
        expect(await faultsOf(page, addresses, { language })).toEqual([]);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          for (const path of paths) {
            await world.go(page, path);
            expect([path, width, await sticksOut(page)]).toEqual([path, width, 0]);
          }
        }
        expect(complaints).toEqual([]);
        await context.close();
      }
    },
    HANGING_MS,
  );
});
