import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import type { Page } from 'playwright-core';
import { SetUpDepositAddresses } from '../../../server/features/wallet/deposits/index.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { openDesk } from './desk-page.js';
import { layoutFaults } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const SHOTS = process.env.SHOTS_FOLDER;
const BITCOIN = { currency_id: '1', legal_id: '3' };

/** A node of a chain that knows its newest block and none of the transactions that it is asked for. */
async function anEmptyNode(): Promise<Server> {
  const node = createServer((request, reply) => {
    const isBlock = request.url === '/wallet/getnowblock';
    reply.end(JSON.stringify(isBlock ? { block_header: { raw_data: { number: 119 } } } : {}));
  });
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done));
  return node;
}

/** What the desk shows of one user who trades and deposits. */
describe('a user, at the desk', () => {
  let world: PageWorld;
  let node: Server;

  beforeAll(async () => {
    node = await anEmptyNode();
    const TRON_API_URL = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
    world = await PageWorld.open({ ROLES: 'gateway,worker,feed', TRON_API_URL }, ['BTC/USDT']);
    const key = HDKey.fromMasterSeed(randomBytes(32)).derive(`m/44'/195'/0'`).publicExtendedKey;
    await world.app.application.get(SetUpDepositAddresses).useKey('tron', 'tron', key);
  }, HANGING_MS);

  afterAll(async () => {
    await world?.close();
    node?.close();
  }, HANGING_MS);

  const shoot = (page: Page, name: string) =>
    SHOTS ? page.screenshot({ path: join(SHOTS, `${name}.png`) }) : Promise.resolve();
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  async function send({ token }: TestUser, path: string, fields: Record<string, string>): Promise<void> {
    expect(await world.call.post(path, { ...BITCOIN, ...fields }, { token })).toMatchObject({ type: 'ok' });
  }

  it(
    'is shown with what is held and ordered, found by name, one product at a time',
    async () => {
      const user = await world.aUser();
      await fund(world.source, user.userId, '1000');
      await fund(world.source, user.userId, '1000', { kind: 'contract' });
      await eventually(async () => (await world.call.get('currency/quotation_new')).type === 'ok', 'prices');
      await send(user, 'coin/trade', { type: '1', amount: '0.02', target_price: '1000.5' });
      await send(user, 'lever/submit', { share: '2', multiple: '5', type: '2', status: '1', target_price: '' });
      const [position] = await world.source.query<{ id: string; entry: string }[]>(
        'select id, trim_scale(entry_price)::text as entry from futures_position where user_id = $1',
        [user.userId],
      );
      const [order] = await world.source.query<{ id: string }[]>('select id from spot_order where user_id = $1', [
        user.userId,
      ]);

      const { page, context, complaints } = await openDesk(world.browser, world.app, 'support');
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, '/ops/users');
      await page.getByRole('searchbox', { name: /^Number, or the beginning of a name/ }).fill(user.email);
      await button(page, 'Search').click();
      await page
        .locator('.desk-row')
        .filter({ hasText: `#${user.userId}` })
        .click();
      await page.getByRole('tab', { name: 'Orders and movements' }).click();
      expect(new URL(page.url()).searchParams.get('tab')).toBe('records');
      const rows = page.getByRole('table').locator('tbody tr');
      const held = rows.filter({ hasText: `#${position?.id}` });
      await soon(async () =>
        expect(await held.innerText()).toMatch(/BTC\/USDT · short[^]*isolated 5x[^]*Held[^]*0\.02 BTC/),
      );
      expect((await held.innerText()).replaceAll(',', '')).toContain(position?.entry);
      await shoot(page, 'desk-positions');

      await page.getByLabel('Of what').selectOption({ label: 'Spot orders' });
      const ordered = rows.filter({ hasText: `#${order?.id}` });
      await soon(async () =>
        expect(await ordered.innerText()).toMatch(/BTC\/USDT · buy[^]*Open[^]*0\.02 BTC[^]*1,000\.5/),
      );
      await soon(async () => expect(await rows.count()).toBe(1));
      await shoot(page, 'desk-orders');
      // What ends is shown as ended, and is none of those that are open.
      await send(user, 'lever/close', { id: position?.id ?? '' });
      await world.go(page, `/ops/users/${user.userId}?tab=records`);
      await soon(async () => expect(await held.innerText()).toContain('Closed'));
      await page.getByLabel('Which').selectOption({ label: 'Open only' });
      await held.waitFor({ state: 'detached' });
      expect(await layoutFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'deposits by a hash that no block of the chain has: the desk says so, and credits nothing by one press or one person',
    async () => {
      const user = await world.aVerifiedUser();
      const phone = await world.openAs(user);
      await world.go(phone.page, '/pages/deposit/index');
      await phone.page.getByRole('tab', { name: 'Quick deposit' }).click();
      await phone.page.getByLabel('Amount sent').fill('75.25');
      await phone.page.getByLabel('Transaction hash').fill(randomBytes(32).toString('hex'));
      await button(phone.page, 'Submit').click();
      await phone.page.getByText('Under review').waitFor();
      await eventually(
        async () => {
          const [row] = await world.source.query('select chain_verdict as said from deposit where user_id = $1', [
            user.userId,
          ]);
          return row?.said === 'not-found';
        },
        'the chain is asked',
        PATIENCE_MS,
      );

      const { page, context, complaints } = await openDesk(world.browser, world.app, 'treasurer');
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, '/ops/deposits');
      await page.locator('.desk-row').filter({ hasText: '75.25 USDT' }).click();
      const warns = (words: string) => page.locator('.desk-checks [data-passes=false]').filter({ hasText: words });
      await warns('look here: 0 of 20 confirmations').waitFor();
      await warns('look here: The chain says: no such transaction').waitFor();
      await shoot(page, 'desk-deposit');
      await button(page, 'Claim').click();
      await page.getByText(/^The chain does not confirm this deposit: two operators have to approve it/).waitFor();
      await button(page, 'Approve and credit 75.25 USDT').click();
      await page.getByText('Please give the reason in words').waitFor();
      await page.getByLabel('Why credit it all the same').fill('The sender showed it');
      await button(page, 'Approve and credit 75.25 USDT').click();
      await page
        .getByRole('alert')
        .getByText('Nothing on a chain confirms 75.25 USDT. If you are sure that the money is there, press again.')
        .waitFor();
      await shoot(page, 'desk-deposit-again');
      await button(page, 'Credit 75.25 USDT all the same').click();
      await page.getByText('Recorded. Another operator has to approve it, too.').waitFor();
      const [row] = await world.source.query('select status, confirmations from deposit where user_id = $1', [
        user.userId,
      ]);
      expect(row).toEqual({ status: 'review', confirmations: 0 });
      expect([...complaints, ...phone.complaints]).toEqual([]);
      await context.close();
      await phone.context.close();
    },
    HANGING_MS,
  );
});
