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
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' });
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

  it(
    'asks at the worth and at the limit of a contract order, and counts lots by nothing before',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '5000', { kind: 'contract' });
      const { page, context, complaints } = await world.openAs(user, 'es');
      await world.go(page, '/pages/contract/index?symbol=ETH%2FUSDT');
      await button(page, 'Largo').click();
      const ticket = page.getByRole('dialog');
      const confirmation = ticket.getByRole('heading', { name: 'Confirmar largo' });
      // Lots are whole: a thousand and a half are none, and one and a half neither.
      const lots = ticket.getByLabel('Lotes', { exact: true });
      await lots.fill('1.500');
      await ticket.getByText(/^Lotes enteros, de 1 a /).waitFor();
      await button(page, 'Siguiente').click();
      expect(await confirmation.count()).toBe(0);

      await button(page, 'Escribirlo en USDT').click();
      await ticket.getByLabel('Valor nocional').fill('1.500');
      await ticket.getByText(QUESTION).waitFor();
      await shoot(page, 'amount-question-contract');
      await button(page, 'Siguiente').click();
      expect([await confirmation.count(), await ticket.getByText(/^= \d+ lotes/).count()]).toEqual([0, 0]);
      await button(page, '1.500 USDT').click();
      await ticket.getByText(QUESTION).waitFor({ state: 'detached' });
      await ticket.getByText(/^= \d lotes · 0,\d ETH$/).waitFor();
      // The other of the two is worth less than a lot.
      await ticket.getByLabel('Valor nocional').fill('1.500');
      await button(page, '1,5 USDT').click();
      await ticket.getByText(/^Un lote vale \d+,\d+ USDT\.$/).waitFor();
      await button(page, 'Siguiente').click();
      expect(await confirmation.count()).toBe(0);

      await button(page, 'Escribirlo en Lotes').click();
      await lots.fill('2');
      await ticket.getByRole('radio', { name: 'Límite' }).check();
      await ticket.getByLabel('Precio límite').fill('1.500');
      await ticket.getByText(QUESTION).waitFor();
      await button(page, 'Siguiente').click();
      expect(await confirmation.count()).toBe(0);
      const lists = (path: string) => world.call.get(path, { token: user.token });
      expect((await lists('futures/positions')).message).toMatchObject({ positions: [] });
      await button(page, '1.500 USDT').click();
      await ticket.locator('dl > div').filter({ hasText: 'Disponible después' }).filter({ hasText: /\d/ }).waitFor();
      await button(page, 'Siguiente').click();
      await confirmation.waitFor();
      await button(page, 'Abrir largo').click();
      await ticket.waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: 'Pendientes 1' }).click();
      await page.locator('[data-order]').getByText('1.500,00').waitFor();
      expect((await lists('futures/positions')).message).toMatchObject({
        positions: [{ state: 'pending', lots: 2, limitPrice: '1500' }],
      });
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'asks at the stake of an option, which no direction is bought with before',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(world.source, user.userId, '5000', { kind: 'option' });
      const { page, context, complaints } = await world.openAs(user, 'es');
      await world.go(page, '/pages/option/index?symbol=BTC%2FUSDT');
      const stake = page.getByLabel('Importe', { exact: true });
      const confirmation = page.locator('[data-part="confirm-option"]');
      const rise = page.getByRole('button', { name: /^Sube/ });
      await soon(async () => expect(await rise.isEnabled()).toBe(true));
      await stake.fill('1.500');
      await page.getByText(QUESTION).waitFor();
      await shoot(page, 'amount-question-option');
      await rise.click();
      await page.getByText(QUESTION).waitFor();
      expect(await confirmation.count()).toBe(0);
      // One and a half is less than anybody may put in.
      await button(page, '1,5 USDT').click();
      await rise.click();
      await page.getByText('Como mínimo 10 USDT').waitFor();
      expect(await confirmation.count()).toBe(0);
      await stake.fill('1.500');
      await button(page, '1.500 USDT').click();
      await page.getByText(QUESTION).waitFor({ state: 'detached' });
      await rise.click();
      await confirmation.getByText('1.515').first().waitFor();
      expect(await world.source.query('select 1 from option_order where user_id = $1', [user.userId])).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
