import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fund, USDT } from '../../../server/test/factories/ledger.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const SHOTS = process.env.SHOTS_FOLDER;
const QUESTION = '¿Qué cantidad quiere decir?';

/** An amount that may be two is asked about before money moves by it. */
describe('amounts in Spanish, in the browser', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it(
    'transfers no thousandth of what was meant',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '2000');
      const { page, context, complaints } = await world.openAs(user, 'es');
      await world.go(page, '/pages/transfer/index?to=contract');
      const field = page.getByLabel('Importe', { exact: true });
      await field.fill('1.500');
      await page.getByText(QUESTION).waitFor();
      await button(page, 'Transferir').click();
      await page.getByRole('alert').or(page.getByText(QUESTION)).first().waitFor();
      expect(await layoutFaults(page)).toEqual([]);
      expect(await world.source.query('select 1 from wallet_transfer where user_id = $1', [user.userId])).toEqual([]);
      await button(page, '1.500 USDT').click();
      await page.getByText(QUESTION).waitFor({ state: 'detached' });
      await soon(async () => expect(await field.inputValue()).toBe('1.500'));
      await button(page, 'Transferir').click();
      await page.getByText('Disponible: 500 USDT').waitFor();
      // The other way round: one and a half, by one tap, and said.
      await field.fill('1.500');
      await button(page, '1,5 USDT').click();
      await button(page, 'Transferir').click();
      await page.getByText('Disponible: 498,5 USDT').waitFor();
      await field.fill('1.5');
      await page.getByText('Se lee como 1,5 USDT').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'asks at the price of an order, and writes the price that it begins with as the page does',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '2000');
      const { page, context } = await world.openAs(user, 'es');
      await world.go(page, '/pages/trade/index?symbol=BTC%2FUSDT');
      const ticket = page.getByRole('region', { name: 'Orden', exact: true });
      const price = ticket.getByLabel('Precio (USDT)');
      await button(page, 'Compra').click();
      await soon(async () => expect(await price.inputValue()).toMatch(/^\d{2,3}\.\d{3},\d+$/));
      await price.fill('50.000');
      await ticket.getByText(QUESTION).waitFor();
      await shoot(page, 'amount-question-spot');
      await ticket.getByLabel('Cantidad (BTC)').fill('0,01');
      await button(page, 'Comprar BTC').click();
      expect(await button(page, 'Confirmar').count()).toBe(0);
      await button(page, '50.000 USDT').click();
      await ticket.getByText(QUESTION).waitFor({ state: 'detached' });
      await button(page, 'Comprar BTC').click();
      await button(page, 'Confirmar').waitFor();
      await page.getByRole('dialog').getByText('50.000').last().waitFor();
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'asks at a withdrawal, whose review does not open before',
    async () => {
      const user = await world.aPayee('582913');
      await fund(world.source, user.userId, '2000');
      await world.source.query(
        `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
         select $1, id, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', now(), now() from coin_network
         where currency_id = $2 and network = 'TRC20'`,
        [user.userId, USDT],
      );
      const { page, context } = await world.openAs(user, 'es');
      await world.go(page, '/pages/withdraw/index');
      const field = page.getByLabel('Importe', { exact: true });
      await field.fill('1.500');
      await page.getByText(QUESTION).waitFor();
      await button(page, 'Continuar').click();
      await page.getByRole('alert').or(page.getByText(QUESTION)).first().waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await button(page, '1.500 USDT').click();
      // What arrives is told of the amount that was chosen.
      await page
        .getByText(/1\.49\d,\d/)
        .first()
        .waitFor();
      await context.close();
    },
    HANGING_MS,
  );
});
