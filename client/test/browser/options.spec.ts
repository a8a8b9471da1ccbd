import type { Locator, Page } from 'playwright-core';
import type { DataSource } from 'typeorm';
import { OptionProducts } from '../../../server/features/trading/options/option-products.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { PageWorld } from './page-world.js';
import { eventually, type PhonePage, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 600_000;
/** Of a step, likewise. */
const STEP_MS = 120_000;
const PAGE = '/pages/option/index?symbol=BTC/USDT';
/** The shortest that the books allow. */
const SECONDS = 30;

/** The product in this process on invented prices, with the built pages. */
describe('delivery options, on the pages', () => {
  let world: PageWorld;
  let source: DataSource;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true', ROLES: 'gateway,worker,feed' });
    source = world.source;
    await source.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values ($1, 0.8, 3, 0.0001, 0.0003, 10, 5000)`,
      [SECONDS],
    );
    await world.app.application.get(OptionProducts).reload();
    await eventually(
      async () => (await world.call.get('tape/slice?symbol=BTC/USDT&from=0&to=1')).type === 'ok',
      'the product answers',
    );
  }, 120_000);

  afterAll(() => world?.close());

  async function openAs(user: TestUser, language = 'en'): Promise<PhonePage> {
    const phone = await world.openAs(user, language);
    phone.page.setDefaultTimeout(STEP_MS);
    return phone;
  }

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const confirmation = (page: Page) => page.locator('[data-part="confirm-option"]');
  const openOrder = (page: Page) => page.locator('[data-part="open-option"]');
  const ordersOf = async ({ userId }: TestUser): Promise<{ result: string | null; stake: string }[]> =>
    source.query('select result, stake::text from option_order where user_id = $1 order by id', [userId]);

  /** Presses the button until it has led there: on a busy machine a quote may expire on its way. */
  async function press(page: Page, name: string, there: Locator): Promise<void> {
    await eventually(
      async () => {
        if (await there.isVisible()) return true;
        await button(page, new RegExp(`^(${name}|Get a new quote)$`))
          .click({ timeout: 1000 })
          .catch(() => undefined);
        return there.waitFor({ timeout: 500 }).then(
          () => true,
          () => false,
        );
      },
      `${name} leads on`,
      STEP_MS,
    );
  }

  /** What the socket brings from the purchase on waits until it may come. */
  async function lateEvents(page: Page): Promise<{ come: () => void }> {
    let waits = true;
    const late: (() => void)[] = [];
    await page.routeWebSocket(/\/socket\.io\//, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        const isLate = waits && (late.length > 0 || String(message).includes('option.opened'));
        if (isLate) late.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    return {
      come: () => {
        waits = false;
        for (const send of late.splice(0)) send();
      },
    };
  }

  async function fillTicket(page: Page, amount: string): Promise<void> {
    await page.goto(world.app.url + PAGE);
    await page.locator('[data-part="option-ticket"]').waitFor();
    await page.getByRole('radio', { name: `${SECONDS} s` }).check();
    await page.locator('input[inputmode="decimal"]').fill(amount);
  }

  // These two wait for the end of an option, which takes its time: they do so side by side.
  it.concurrent(
    'is bought once, watched, settled and verified by the page itself',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(source, user.userId, '1000', { kind: 'option' });
      const { page, context, complaints } = await openAs(user);
      const events = await lateEvents(page);
      await fillTicket(page, '12,5');
      await page.getByText('Reads as 12.5 USDT').waitFor();
      await button(page, /^Rise/).click();
      await confirmation(page).getByText('Valid for').first().waitFor();
      await soon(async () => expect(await confirmation(page).innerText()).toMatch(/The platform itself/));

      // The answer is lost on its way, and the second try is the same command. The events, which would tell the page meanwhile, come late.
      const keys: (string | undefined)[] = [];
      await page.route('**/api/microtrade/submit', async (route) => {
        const reply = await route.fetch();
        const isBought = (await reply.json()).type === 'ok';
        if (isBought) keys.push(route.request().headers()['idempotency-key']);
        if (keys.length === 2) events.come();
        return isBought && keys.length === 1 ? route.abort() : route.fulfill({ response: reply });
      });
      await press(page, 'Buy rise', page.getByText('the order cannot be placed twice'));
      // A press of before may have met the button only now, and has asked again already.
      await soon(async () => {
        if (keys.length < 2) await button(page, 'Ask again').click({ timeout: 1000 });
      });
      await openOrder(page).waitFor();
      expect(keys).toEqual([keys[0], keys[0]]);
      expect(await ordersOf(user)).toEqual([{ result: null, stake: expect.stringMatching(/^12\.5/) }]);

      await openOrder(page).locator('[data-part="side"]').waitFor();
      await openOrder(page).locator('[data-part="running-mean"]').waitFor({ timeout: STEP_MS });
      await openOrder(page)
        .getByText(/Needed to win|Wins whatever|Cannot win/)
        .waitFor();
      await page.locator('[data-part="option-result"]').waitFor({ timeout: STEP_MS });
      const [{ result } = { result: null }] = await ordersOf(user);
      expect(result).not.toBeNull();
      const word = { win: 'Profit', loss: 'Loss', tie: 'Returned', void: 'Void' }[result ?? ''] ?? '?';
      await soon(async () => expect(await page.locator('[data-part="option-result"]').innerText()).toContain(word));

      await page.getByRole('link', { name: 'Details and proof' }).click();
      await page.locator('[data-part="window-chart"]').waitFor();
      await button(page, 'Verify this settlement').click();
      await page.getByText(/^Verified/).waitFor();
      expect(complaints.filter((text) => !text.includes('/api/microtrade/submit'))).toEqual([]);

      // A receipt that says something else than the public tape is found out.
      await page.route('**/api/options/receipt**', async (route) => {
        const reply = await route.fetch();
        const body = await reply.json();
        const sample = body.message.samples[0];
        sample.index = String(Number(sample.index) + 1);
        await route.fulfill({ response: reply, json: body });
      });
      await page.reload();
      await button(page, 'Verify this settlement').click();
      await page.getByText('NOT verified').waitFor();
      await context.close();
    },
    HANGING_MS,
  );

  it.concurrent(
    'is right again after the page was without a network, and shows what was settled meanwhile',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(source, user.userId, '1000', { kind: 'option' });
      const { page, context } = await openAs(user);
      await fillTicket(page, '10');
      await button(page, /^Rise/).click();
      await press(page, 'Buy rise', openOrder(page));
      await context.setOffline(true);
      await eventually(async () => (await ordersOf(user))[0]?.result !== null, 'the order is settled', 90_000);
      await context.setOffline(false);
      await page.locator('[data-part="option-result"]').waitFor();
      await soon(async () => expect(await openOrder(page).count()).toBe(0));
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'says that the price has moved, keeps everything, and buys at a new quote only when it is confirmed anew',
    async () => {
      const user = await world.aVerifiedUser();
      await fund(source, user.userId, '1000', { kind: 'option' });
      const { page, context } = await openAs(user);
      await fillTicket(page, '25');
      await button(page, /^Fall/).click();
      await confirmation(page).getByText('Valid for').first().waitFor();
      let moves = true;
      await page.route('**/api/microtrade/submit', async (route) => {
        if (!moves) return route.continue();
        return route.fulfill({ json: { type: 'error', message: 'moved', code: 'options.price-moved' } });
      });
      await press(page, 'Buy fall', page.getByText('The price had moved, so nothing was bought'));
      moves = false;
      expect(await ordersOf(user)).toEqual([]);
      await confirmation(page).getByText('25 USDT').first().waitFor();
      await press(page, 'Buy fall', openOrder(page));
      expect(await ordersOf(user)).toHaveLength(1);
      await context.close();
    },
    HANGING_MS,
  );

  it(
    'asks people who are not verified whether to go to the verification, and lets them practise in the demo',
    async () => {
      const user = await world.aUser();
      await fund(source, user.userId, '1000', { kind: 'option' });
      const { page, context } = await openAs(user);
      await fillTicket(page, '10');
      await button(page, /^Even/).click();
      await press(page, 'Buy even', page.getByText('Verify your identity now?'));
      expect(await ordersOf(user)).toEqual([]);
      await button(page, 'Not now').click();
      await button(page, 'Enter the demo').click();
      await page.getByText('99,999').or(page.getByText('100,000')).first().waitFor();
      await page.locator('input[inputmode="decimal"]').fill('10');
      await button(page, /^Even/).click();
      await confirmation(page).getByText('DEMO').first().waitFor();
      await press(page, 'Buy even', openOrder(page).getByText('DEMO').first());
      await page.goto(`${world.app.url}/pages/option/history`);
      await page.locator('[data-part="option-order"]').waitFor();
      await context.close();
    },
    HANGING_MS,
  );
});
