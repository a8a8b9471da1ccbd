import type { Page } from 'playwright-core';
import { aUserId, fund } from '../../../server/test/factories/ledger.js';
import { aUser } from '../../../server/test/factories/users.js';
import { accessFaults, sticksOut } from './layout.js';
import { button, field, MoneyWorld } from './money-world.js';
import { openSignedIn } from './signed-in.js';

const SHOTS = process.env.SHOTS_FOLDER;

/** Demo money is stopped by a row that cannot be put right, let stand by two operators, and reopened by two. */
describe('the books at the desk', () => {
  let world: MoneyWorld;
  let user: string;

  beforeAll(async () => {
    world = await MoneyWorld.open();
    user = await aUserId(world.source);
    await fund(world.source, user, '100', { demo: true });
  }, 120_000);

  afterAll(() => world?.close());

  async function look(page: Page, name: string): Promise<void> {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
      expect([name, width, await sticksOut(page)]).toEqual([name, width, 0]);
      expect([name, width, await accessFaults(page)]).toEqual([name, width, []]);
    }
  }

  const tamper = (by: number) =>
    world.source.query(`update ledger_account set balance = balance + $2 where owner_id = $1 and demo`, [user, by]);

  async function approveLast(page: Page): Promise<void> {
    await page.goto(`${world.app.url}/ops/proposals`);
    await page.locator('.desk-rows a').first().click();
    await look(page, 'proposal');
    await button(page, 'Approve').click();
    await page.getByText('Approved and done').waitFor();
  }

  it('lets a row stand by two people, and reopens by two', async () => {
    await tamper(3);
    const first = await world.desk('/books', 'treasurer');
    await button(first.page, 'Verify the books now').click();
    await first.page.getByText('1 invariants do not hold.').waitFor();
    await first.page.getByRole('checkbox').check();
    await first.page
      .getByLabel(/^Reason/)
      .last()
      .fill('The row cannot be put right');
    await look(first.page, 'verified');
    await button(first.page, 'Propose quarantine').click();
    await first.page.getByText('Proposed. Another operator has to approve.').waitFor();

    const second = await world.desk('/proposals', 'administrator');
    await approveLast(second.page);
    await first.page.reload();
    await first.page.getByText('The row cannot be put right').waitFor();
    const phone = await openSignedIn(world.browser, world.app, await aUser(world.app.database.url));
    await phone.context.addInitScript(() => window.localStorage.setItem('account-type', 'simulation_account'));
    await world.go(phone.page, '/pages/option/index');
    await phone.page.getByText('Demo trading is paused. You can still cancel and close.').waitFor();
    if (SHOTS) await phone.page.screenshot({ path: `${SHOTS}/user.png` });
    await phone.context.close();

    await field(first.page, 'Reason').first().fill('One row stands by agreement');
    await look(first.page, 'stopped');
    await button(first.page, 'Propose to reopen').click();
    await first.page.getByText('Proposed. Another operator has to approve.').waitFor();
    await approveLast(second.page);
    await first.page.goto(`${world.app.url}/ops/books`);
    await first.page.getByText('Real money').first().waitFor();
    await first.page.getByText('Cancel-only').waitFor({ state: 'detached' });
    await tamper(-3);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  }, 180_000);
});
