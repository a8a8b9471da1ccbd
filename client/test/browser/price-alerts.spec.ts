import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { layoutFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { atRest } from './rest.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

const PATH = '/pages/alerts/index';
const WORDS = {
  en: {
    menu: 'Price alerts',
    bell: 'Price alert for BTC/USDT',
    none: 'You have no price alerts yet.',
    noneDone: 'No alert has gone off yet.',
    add: 'New alert',
    value: 'Price',
    kind: 'Tell me when',
    percent: 'Percent',
    note: /^Note/,
    create: 'Set alert',
    save: 'Save',
    there: /It is there already/,
    decimals: 'At most 2 decimals',
    same: 'You have this alert already',
    line: 'Rises to 9,000,000.00',
    change: 'Falls by 5% within 1 hour',
    pause: /^Pause: BTC\/USDT/,
    resume: /^Resume: BTC\/USDT/,
    edit: /^Change alert: BTC\/USDT, Rises/,
    remove: /^Delete: BTC\/USDT, Rises/,
    delete: 'Delete',
    paused: 'Paused',
    done: 'Gone off',
    went: /Went off 1 time/,
    set: 'The alert is set',
  },
  zh: {
    menu: '价格提醒',
    bell: 'BTC/USDT 价格提醒',
    none: '您还没有价格提醒。',
    noneDone: '还没有触发过的提醒。',
    add: '新建提醒',
    value: '价格',
    kind: '提醒条件',
    percent: '百分比',
    note: /^备注/,
    create: '设置提醒',
    save: '保存',
    there: /当前已达到/,
    decimals: '最多 2 位小数',
    same: '您已设置过相同的提醒',
    line: '涨至 9,000,000.00',
    change: '1小时内下跌 5%',
    pause: /^暂停: BTC\/USDT/,
    resume: /^恢复: BTC\/USDT/,
    edit: /^修改提醒: BTC\/USDT, 涨/,
    remove: /^删除: BTC\/USDT, 涨/,
    delete: '删除',
    paused: '已暂停',
    done: '已触发',
    went: /已触发 1 次/,
    set: '提醒已设置',
  },
} as const;
const LONG =
  'Sell a third of what I have and think about the rest once more, with a look at the funding rate, the news and the calendar of the week to come';
const SHOTS = process.env.ALERT_PICTURES;

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ ROLES: 'gateway,worker,feed' });
  // The first second of the tape is what alerts begin with.
  await soon(async () => {
    const [row] = await world.source.query<{ count: number }[]>(
      `select count(*)::integer as count from price_sample s join market m on m.id = s.market_id
        where m.symbol = 'BTC/USDT' and s.index_state = 'ok'`,
    );
    expect(row?.count ?? 0).toBeGreaterThan(0);
  });
}, 240_000);
afterAll(() => world?.close());

describe.each(JOURNEY_LANGUAGES)('price alerts, in %s', (language) => {
  const words = WORDS[language];
  const shot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
  };
  const looksRight = async (page: Page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await atRest(page);
    expect(await sticksOut(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await atRest(page);
    expect(await layoutFaults(page)).toEqual([]);
  };

  it('are set from a market’s page with its price filled in, listed, changed, paused and deleted', async () => {
    const user = await world.aUser();
    const { page, context, complaints } = await world.openAs(user, language);
    await world.go(page, '/pages/trade/index?symbol=BTC/USDT');
    await shot(page, 'market');
    await page.getByRole('link', { name: words.bell }).click();
    await page.waitForURL(new RegExp(PATH));
    const sheet = page.getByRole('dialog');
    const value = sheet.getByLabel(words.value, { exact: true });
    await value.waitFor();
    expect(await value.inputValue()).toMatch(/^[\d,]+\.\d{2}$/);
    await atRest(page);
    await shot(page, 'form');

    // What is there already, or is no price of the market, is said at the field, and what was typed stays.
    await value.fill('1');
    await sheet.getByRole('button', { name: words.create }).click();
    await sheet.getByText(words.there).waitFor();
    await shot(page, 'there');
    await value.fill('9000000.001');
    await sheet.getByRole('button', { name: words.create }).click();
    await sheet.getByText(words.decimals).waitFor();
    expect(await value.inputValue()).toContain('.001');
    await value.fill('9000000');
    await sheet.getByLabel(words.note).fill(LONG.slice(0, 140));
    await sheet.getByRole('button', { name: words.create }).click();
    await page.getByText(words.set).waitFor();
    await page.getByText(words.line).waitFor();
    await shot(page, 'one');

    await page.getByRole('button', { name: words.add }).click();
    await value.fill('9000000');
    await sheet.getByRole('button', { name: words.create }).click();
    await sheet.getByText(words.same).waitFor();
    await sheet.getByLabel(words.kind).selectOption('percent-down');
    await sheet.getByLabel(words.percent, { exact: true }).fill('5');
    await atRest(page);
    await shot(page, 'percent');
    await sheet.getByRole('button', { name: words.create }).click();
    await page.getByText(words.change).waitFor();

    await page.getByRole('button', { name: words.pause }).first().click();
    await page.getByText(words.paused).waitFor();
    await shot(page, 'list');
    await page.getByRole('button', { name: words.resume }).click();
    await page.getByText(words.paused).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: words.edit }).click();
    await value.waitFor();
    expect(await value.inputValue()).toBe('9,000,000');
    // From here on the text has twice its size.
    expect(await layoutFaults(page)).toEqual([]);
    await value.fill('9000001');
    await sheet.getByRole('button', { name: words.save }).click();
    await page.getByRole('article').filter({ hasText: '9,000,001.00' }).waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: words.remove }).click();
    await sheet.getByRole('button', { name: words.delete }).click();
    await page.getByRole('article').filter({ hasText: '9,000,001.00' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);

  it('are for the market that was asked for, also while only others have arrived', async () => {
    const user = await world.aUser();
    const { page, context, complaints } = await world.openAs(user, language);
    let others = () => {};
    const arrived = new Promise<void>((resolve) => {
      others = resolve;
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/usstock/quotation*', async (route) => {
      await route.fulfill({ response: await route.fetch() });
      others();
    });
    await page.route('**/api/currency/quotation_new*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${world.app.url}${PATH}?symbol=BTC/USDT`);
    await arrived;
    await page.getByRole('button', { name: words.add }).waitFor();
    // Time for a wrong form to stand there.
    for (let look = 0; look < 5; look += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    const chosen = page.getByRole('dialog').locator('select').first();
    await chosen.waitFor();
    expect(await chosen.inputValue()).toBe('BTC/USDT');
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);

  it('that go off move to their list while the page is open, and can be set again', async () => {
    const user = await world.aUser();
    const { page, context, complaints } = await world.openAs(user, language);
    await world.go(page, '/pages/my/index');
    await page.getByRole('link', { name: words.menu }).click();
    await page.waitForURL(new RegExp(PATH));
    await page.getByText(words.none).waitFor();
    await shot(page, 'none');
    await looksRight(page);
    // As if it had been made a minute ago below the price of now.
    const [row] = await world.source.query<{ id: string }[]>(
      `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, created_at, changed_at)
       select $1, m.id, 'rise', 1, 'index', '', 'active', 'up', now() - interval '1 minute', now(), now() from market m
        where m.symbol = 'BTC/USDT' returning id`,
      [user.userId],
    );
    await soon(async () => {
      const found = await world.source.query<{ state: string }[]>('select state from price_alert where id = $1', [
        row?.id,
      ]);
      expect(found[0]?.state).toBe('done');
    });
    await page.getByRole('tab', { name: words.done }).click();
    await page.getByText(words.went).waitFor();
    await shot(page, 'done');
    await looksRight(page);
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);
});
