import { soon } from '../browser/product.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { ENGINES, EngineWorld, HANGING_MS, SHEET, STEP_MS } from './engine-world.js';

const MARKET = '?symbol=BTC%2FUSDT';
const SPOT = `/pages/trade/index${MARKET}`;
const TICKET = '[role=dialog] [aria-label="Order ticket"], [aria-label="Order ticket"]';
const BUY = { role: 'button', name: 'Buy', within: '[data-bar="over"]' } as const;
const LISTS = '[aria-label="Orders"]';
/** More stops than any page has. */
const STOPS_MOST = 200;

describe.each(ENGINES)('orders in %s', (name, open) => {
  let world: EngineWorld;

  beforeAll(async () => {
    world = await EngineWorld.open(name, open);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const stored = ({ userId }: TestUser): Promise<object[]> =>
    world.app.owner.query(
      `select side, status, trim_scale(limit_price)::text as price, trim_scale(quantity)::text as quantity
         from spot_order where user_id = $1 order by id`,
      [userId],
    );

  it(
    'buy at the market, and close a sheet by the way back',
    async () => {
      const user = await world.aTrader();
      await world.goAs(user, SPOT);
      await world.pressToSee(BUY, { role: 'text', name: '10,000', within: TICKET });
      await world.engine.back();
      await world.loses({ role: 'text', name: '10,000', within: TICKET });
      expect(await world.pathname()).toBe('/pages/trade/index');

      await world.pressToSee(BUY, { role: 'text', name: '10,000', within: TICKET });
      await world.press({ role: 'option', name: 'Market', within: TICKET });
      await world.fill('Quantity (BTC)', '0.01', TICKET);
      await world.pressButton('Buy BTC');
      await world.sees('Worst price', SHEET);
      await world.pressButton('Confirm', SHEET);
      await soon(async () => expect(await stored(user)).toMatchObject([{ side: 'buy', status: 'filled' }]), STEP_MS);
      await world.sees('Bought 0.01 BTC');
    },
    HANGING_MS,
  );

  it(
    'wait with a take-profit and a stop-loss, are changed and cancelled, and what was reserved comes back',
    async () => {
      const user = await world.aTrader();
      await world.goAs(user, SPOT);
      await world.pressToSee(BUY, { role: 'text', name: '10,000', within: TICKET });
      await world.press({ role: 'option', name: 'Limit', within: TICKET });
      await world.fill('Price (USDT)', '1000', TICKET);
      await world.fill('Quantity (BTC)', '0.02', TICKET);
      await world.press({ role: 'option', name: 'Take-profit and stop-loss', within: TICKET });
      await world.fill('Take-profit (USDT)', '900000', TICKET);
      await world.fill('Stop-loss (USDT)', '500', TICKET);
      await world.pressButton('Buy BTC');
      await world.sees('900,000.00 USDT', SHEET);
      await world.shoot('limit-confirm');
      await world.pressButton('Confirm', SHEET);
      await world.loses({ role: 'button', name: 'Confirm', within: SHEET });
      expect(await stored(user)).toEqual([{ side: 'buy', status: 'open', price: '1000', quantity: '0.02' }]);
      // 0.02 x 1000 and a thousandth.
      expect(await world.balancesOf(user)).toEqual(
        expect.arrayContaining([{ kind: 'spot', balance: '9979.98' }, expect.objectContaining({ balance: '20.02' })]),
      );

      await world.press({ role: 'tab', name: 'Open orders', begins: true, within: LISTS });
      const field = { role: 'field', name: 'Limit price', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Change', within: LISTS }, field);
      await world.fill('Limit price', '1500', SHEET);
      await world.fill('Quantity', '0.03', SHEET);
      // 0.03 x 1500 and a thousandth.
      await world.sees('45.045 USDT', SHEET);
      await world.shoot('change');
      await world.pressButton('Save the change', SHEET);
      await world.loses({ role: 'button', name: 'Save the change', within: SHEET });
      await world.sees('0 / 0.03 BTC', LISTS);
      expect(await stored(user)).toEqual([{ side: 'buy', status: 'open', price: '1500', quantity: '0.03' }]);
      expect(await world.balancesOf(user)).toEqual(
        expect.arrayContaining([{ kind: 'spot', balance: '9954.955' }, expect.objectContaining({ balance: '45.045' })]),
      );

      const sure = { role: 'button', name: 'Cancel the order', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Cancel', within: LISTS }, sure);
      await world.press(sure);
      await world.sees('Your waiting orders will be listed here.');
      expect(await stored(user)).toMatchObject([{ status: 'cancelled' }]);
      expect(await world.balancesOf(user)).toEqual([{ kind: 'spot', balance: '10000' }]);
    },
    HANGING_MS,
  );

  it(
    'open a contract and close it',
    async () => {
      const user = await world.aTrader('contract');
      await world.goAs(user, `/pages/contract/index${MARKET}`);
      await world.sees('Your open positions will be here.');
      await world.pressToSee({ role: 'button', name: 'Long' }, { role: 'field', name: 'Lots', within: SHEET });
      await world.fill('Lots', '10', SHEET);
      const isPreviewed = `(sheet) => /Available afterwards\\s*[\\d,.]/.test(document.querySelector(sheet)?.innerText ?? '')`;
      await world.until(() => world.engine.evaluate<boolean>(isPreviewed, SHEET), 'the order is previewed');
      await world.pressButton('Next', SHEET);
      await world.sees('Confirm long', SHEET);
      await world.pressButton('Open long', SHEET, true);
      await world.sees('10 lots', '[data-position]');
      const whole = { role: 'button', name: 'Close the whole position', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Close', within: '[data-position]' }, whole);
      await world.press(whole);
      await world.sees('Your open positions will be here.');
      const rows = await world.app.owner.query('select status from futures_position where user_id = $1', [user.userId]);
      expect(rows).toHaveLength(1);
    },
    HANGING_MS,
  );

  /** Tab after Tab until a screen reader is told that it is there. */
  async function tabTo(role: string, called: string): Promise<void> {
    await world.until(
      async () => {
        for (let stops = 0; stops < STOPS_MOST; stops += 1) {
          if (await world.engine.isFocused(role, called)) return true;
          await world.engine.key('Tab');
        }
        return false;
      },
      `the focus comes to ${role} ${called}`,
      STEP_MS * 2,
    );
    const isSeen = await world.engine.evaluate<boolean>(`() => document.activeElement.matches(':focus-visible')`);
    expect({ called, isSeen }).toEqual({ called, isSeen: true });
  }

  async function pressByKey(called: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    const isEnabled = `(name) => [...document.querySelectorAll('button')].some((one) => !one.disabled && (one.innerText.trim() === name || one.getAttribute('aria-label') === name))`;
    await world.until(() => world.engine.evaluate<boolean>(isEnabled, called), `${called} can be pressed`);
    await tabTo('button', called);
    await world.engine.key(key);
  }

  async function typeInto(called: string, text: string): Promise<void> {
    await tabTo('textbox', called);
    await world.engine.evaluate('() => document.activeElement.select()');
    await world.engine.type(text);
    const typed = await world.engine.evaluate<string>('() => document.activeElement.value');
    expect(typed.replaceAll(',', '')).toBe(text);
  }

  it(
    'are placed, confirmed and cancelled by the keyboard alone, by what a screen reader is told',
    async () => {
      const user = await world.aTrader();
      await world.goAs(user, SPOT);
      await pressByKey('Buy');
      await world.sees('10,000', TICKET);
      // One of a group has the focus, and arrows move it on.
      const isAmongKinds = `() => document.activeElement.closest('[role=radiogroup]')?.matches('[aria-label="Order type"], :has([value=limit])') ?? false`;
      for (let stops = 0; !(await world.engine.evaluate<boolean>(isAmongKinds)); stops += 1) {
        expect(stops).toBeLessThan(STOPS_MOST);
        await world.engine.key('Tab');
      }
      for (let moves = 0; !(await world.engine.isFocused('radio', 'Limit')); moves += 1) {
        expect(moves).toBeLessThan(10);
        await world.engine.key('ArrowRight');
      }
      await typeInto('Price (USDT)', '1000');
      await typeInto('Quantity (BTC)', '0.02');
      await pressByKey('Buy BTC');
      await world.sees('Confirm', SHEET);
      expect(await stored(user)).toEqual([]);
      await pressByKey('Confirm', 'Space');
      await world.loses({ role: 'button', name: 'Confirm', within: SHEET });
      await soon(
        async () =>
          expect(await stored(user)).toEqual([{ side: 'buy', status: 'open', price: '1000', quantity: '0.02' }]),
        STEP_MS,
      );

      await tabTo('tab', 'Open orders (1)');
      await world.engine.key('Enter');
      await pressByKey('Cancel');
      await pressByKey('Cancel the order');
      await world.sees('Your waiting orders will be listed here.');
      expect(await stored(user)).toMatchObject([{ status: 'cancelled' }]);
    },
    HANGING_MS,
  );
});
