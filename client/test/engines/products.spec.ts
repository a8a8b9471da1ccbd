import { OptionProducts } from '../../../server/features/trading/options/option-products.js';
import { SweepTrustOrders } from '../../../server/features/trading/trust/sweep-trust-orders.js';
import { TrustStore } from '../../../server/features/trading/trust/trust.store.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { FakeClock } from '../../../server/test/fakes/fake-clock.js';
import { approvePerson } from '../browser/known-person.js';
import { sleep } from '../browser/product.js';
import { AMOUNT, ENGINES, EngineWorld, HANGING_MS, SHEET, STEP_MS } from './engine-world.js';

const DAY_MS = 86_400_000;
/** The shortest that the books allow. */
const SECONDS = 30;
const OPEN_OPTION = '[data-part="open-option"]';

describe.each(ENGINES)('options and trust products in %s', (name, open) => {
  let world: EngineWorld;

  beforeAll(async () => {
    world = await EngineWorld.open(name, open);
    await world.app.owner.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values ($1, 0.8, 3, 0.0001, 0.0003, 10, 5000)`,
      [SECONDS],
    );
    await world.app.application.get(OptionProducts).reload();
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const isThere = (selector: string) =>
    world.engine.evaluate<boolean>('(selector) => document.querySelector(selector) !== null', selector);

  /** Books what is due when so many whole days are over. */
  async function daysLater(days: number): Promise<void> {
    const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => world.app.application.get(token);
    const clock = new FakeClock(Date.now() + (days + 1) * DAY_MS);
    await new SweepTrustOrders(of(TrustStore), of(Transactions), of(Outbox), clock, of(Metrics)).execute();
  }

  it(
    'buy an option at its quote, settle it, and let the page prove the result itself',
    async () => {
      const user = await world.aTrader('option', '1000');
      await approvePerson(world.app, user.userId);
      const orders = (): Promise<{ result: string | null; stake: string }[]> =>
        world.app.owner.query(
          'select result, trim_scale(stake)::text as stake from option_order where user_id = $1 order by id',
          [user.userId],
        );
      await world.goAs(user, '/pages/option/index?symbol=BTC/USDT');
      await world.press({ role: 'option', name: `${SECONDS} s`, begins: true });
      await world.fillAt(AMOUNT, '12.5');
      await world.pressButton('Rise', undefined, true);
      await world.sees('Valid for', '[data-part="confirm-option"]');
      await world.shoot('option-quote');
      // On a busy machine a quote may expire on its way, and another one is asked for.
      await world.until(
        async () => {
          if (await isThere(OPEN_OPTION)) return true;
          for (const word of ['Buy rise', 'Get a new quote', 'Ask again']) {
            const sought = { role: 'button', name: word } as const;
            if (await world.finds(sought)) {
              await world.press(sought).catch(() => undefined);
              await sleep(1000);
              return false;
            }
          }
          return false;
        },
        'the option is bought',
        STEP_MS * 2,
      );
      expect(await orders()).toEqual([{ result: null, stake: '12.5' }]);
      await world.until(() => isThere('[data-part="option-result"]'), 'the option is settled', STEP_MS * 3);
      const [{ result } = { result: null }] = await orders();
      const word = { win: 'Profit', loss: 'Loss', tie: 'Returned', void: 'Void' }[result ?? ''] ?? '?';
      await world.sees(word, '[data-part="option-result"]');
      await world.shoot('option-result');

      await world.pressLink('Details and proof');
      await world.until(() => isThere('[data-part="window-chart"]'), 'the seconds are drawn');
      await world.pressButton('Verify this settlement');
      await world.sees('Verified');
      await world.shoot('option-proof');
    },
    HANGING_MS,
  );

  it(
    'buy a trust product, show its interest day by day, and give it back at the figures that were shown',
    async () => {
      // The rule at its full force; what the product is sold with takes no more than the interest so far.
      await world.app.owner.query(`update trust_product set penalty_capped = false where code = 'usdt-15'`);
      const user = await world.aTrader('change', '5000.5');
      await world.goAs(user, '/pages/trust/index');
      await world.until(
        () =>
          world.engine.press(
            `(words) => [...document.querySelectorAll('a')].find((link) => link.innerText.includes(words)) ?? null`,
            'USDT 15-day trust',
          ),
        'the product is opened',
      );
      await world.sees('Who owes you the money');
      await world.pressLink('Buy');
      await world.fillAt(AMOUNT, '1000.5');
      await world.says('Interest a day', '4.002 USDT');
      await world.tick('input[type=checkbox]');
      await world.pressButton('Next');
      await world.says('Spot account afterwards', '4,000 USDT');
      await world.pressButton('Confirm purchase');
      await world.comesTo('/pages/trust/hosting');
      await world.pressAt('main li a, main li button');
      await world.sees('0 of 15 days');
      await world.engine.evaluate('() => { window.isSamePage = true; }');
      await daysLater(2);
      await world.says('Income so far', '+8.004 USDT');
      await world.sees('2 of 15 days');
      expect(await world.engine.evaluate<boolean>('() => window.isSamePage === true')).toBe(true);
      await world.shoot('trust-income');

      const redeem = { role: 'button', name: 'Redeem now', within: SHEET } as const;
      await world.pressToSee({ role: 'button', name: 'Redeem early' }, redeem);
      // 0.4 % x 13 days x 1000.5 = 52.026; 1000.5 - 52.026 + 8.004 = 956.478.
      await world.says('Penalty', '52.026 USDT');
      await world.sees('956.478', SHEET);
      await world.press(redeem);
      await world.loses(redeem);
      await world.sees('Redeemed');
      expect(await world.balancesOf(user)).toEqual([{ kind: 'spot', balance: '4956.478' }]);
    },
    HANGING_MS,
  );
});
