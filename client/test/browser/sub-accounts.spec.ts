import { fund } from '../../../server/test/factories/ledger.js';
import { aUser } from '../../../server/test/factories/users.js';
import { faultsOf } from './layout.js';
import { button, field, link, MoneyWorld } from './money-world.js';
import { openSignedIn } from './signed-in.js';

const LIST = '/pages/sub-accounts/index';

describe('a sub-account', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);
  afterAll(() => world?.close());

  const open = async (language: string) => {
    const user = await aUser(world.app.database.url);
    await fund(world.source, user.userId, '5000');
    return openSignedIn(world.browser, world.app, user, { language });
  };

  it('is opened, gets money, is frozen and thawed, and its lists are saved by its owner', async () => {
    const { page, context } = await open('en');
    await world.go(page, LIST);
    await page.getByText('There is no sub-account yet.').waitFor();
    await button(page, 'Open a sub-account').click();
    await button(page, 'Save').click();
    await page.getByText('1 to', { exact: false }).waitFor();
    await field(page, 'Name').fill('Grid bot');
    await button(page, 'Save').click();
    await link(page, /Grid bot/).click();
    const pages = [LIST, page.url().slice(world.app.url.length)];

    await button(page, 'Transfer').click();
    await field(page, 'Amount').fill('9999');
    await button(page, 'Transfer').click();
    // What was typed stays, and nothing has moved.
    await page.getByText('Transfer balance insufficient').waitFor();
    expect(await field(page, 'Amount').inputValue()).toBe('9999');
    await field(page, 'Amount').fill('125.5');
    await button(page, 'Transfer').click();
    await page.getByText('USDT · Spot').waitFor();
    await page.getByText('125.5', { exact: false }).first().waitFor();

    await button(page, 'Freeze').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
    await page.getByText('Frozen', { exact: true }).waitFor();
    expect(await button(page, 'Transfer').isDisabled()).toBe(true);
    await button(page, 'Unfreeze').click();
    await page.getByText('Active', { exact: true }).waitFor();

    await link(page, 'Lists as files').click();
    await page.getByRole('heading', { name: 'Grid bot' }).waitFor();
    pages.push(page.url().slice(world.app.url.length));
    const saved = page.waitForEvent('download');
    await button(page, 'Save').click();
    expect((await saved).suggestedFilename()).toMatch(/^wallet-statement_.*csv$/);

    const addresses = pages.map((path) => world.app.url + path);
    expect(await faultsOf(page, addresses, { language: 'en', ruled: true })).toEqual([]);
    await context.close();
  }, 180_000);

  it('shows no fault in Chinese, with a name as long as names may be', async () => {
    const { page, context } = await open('zh');
    await world.go(page, LIST);
    await button(page, '开立子账户').click();
    await field(page, '名称').fill('网'.repeat(32));
    await button(page, '保存').click();
    await link(page, /网网网/).click();
    await button(page, '划转').waitFor();
    const addresses = [world.app.url + LIST, page.url()];
    expect(await faultsOf(page, addresses, { language: 'zh', ruled: true })).toEqual([]);
    await context.close();
  }, 120_000);
});
