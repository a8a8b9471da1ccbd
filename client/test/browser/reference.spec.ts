import type { Page } from 'playwright-core';
import { aUser } from '../../../server/test/factories/users.js';
import { Caller } from '../../../server/test/calls.js';
import { aPhoto } from '../../../server/test/factories/pictures.js';
import { BOUNDARY, formBytes } from '../../../server/test/factories/upload-form.js';
import { button, field, link, MoneyWorld } from './money-world.js';

/** What old clients need of the desk: a rate in yuan, banks to choose from, and the country of a document that named none. */
describe('reference data at the desk, in the browser', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  async function proposeRate(page: Page): Promise<void> {
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Rates in yuan' }) });
    await panel.getByText('in force').first().waitFor();
    await panel.getByLabel('Yuan for one').fill('7.25');
    await panel.getByLabel('Reason').fill('Of this morning');
    await button(page, 'Propose a rate').click();
    await page.getByText('Proposed. Another operator has to approve.').waitFor();
  }

  it('a rate takes two people, a bank one', async () => {
    const { page, context, complaints } = await world.desk('/reference', 'settings');
    await proposeRate(page);
    await field(page, 'Name of the bank').fill('Bank of Elsewhere');
    const banks = page.locator('section', { has: page.getByRole('heading', { name: 'Banks' }) });
    await banks.getByLabel('Reason').fill('Asked for');
    await button(page, 'Save the bank').click();
    await banks.getByRole('cell', { name: 'Bank of Elsewhere' }).waitFor();
    const { page: second, context: seconds } = await world.desk('/proposals', 'treasurer');
    await link(second, /^Set a rate in yuan/).click();
    await second.locator('.desk-detail').getByText('7.25').first().waitFor();
    await button(second, 'Approve').click();
    await second.getByText('Approved and done').waitFor();
    await world.go(second, '/ops/reference');
    await second.getByRole('cell', { name: '7.25' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    await seconds.close();
  });

  it('a reviewer says of which country a document is', async () => {
    const user = await aUser(world.app.database.url);
    const call = new Caller(world.app);
    const upload = async () => {
      const reply = await fetch(`${world.app.url}/api/upload`, {
        method: 'POST',
        body: new Uint8Array(formBytes([{ name: 'file', body: await aPhoto({ width: 320, height: 200 }) }])),
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: user.token },
      });
      return ((await reply.json()) as { message: string }).message;
    };
    const form = {
      name: '张三',
      card_id: '110101199001011234',
      front_pic: await upload(),
      reverse_pic: await upload(),
    };
    expect(await call.post('user/real_name', form, { token: user.token })).toMatchObject({ type: 'ok' });
    const { page, context, complaints } = await world.desk('/verification', 'reviewer');
    await page.locator('.desk-row').filter({ hasText: '张三' }).click();
    await page.getByText('not stated').waitFor();
    await button(page, 'Claim').click();
    await page.getByText(/^Yours for another/).waitFor();
    await field(page, 'Country of the document').fill('Atlantis');
    await button(page, 'Approve the person').click();
    await page.getByText('Please choose a country from the list').waitFor();
    await field(page, 'Country of the document').fill('China');
    await button(page, 'Approve the person').click();
    await page.locator('.desk-detail').getByText('To check → Verified').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
