import { readFileSync } from 'node:fs';
import type { TestUser } from '../../../server/test/factories/users.js';
import { CUTS, startTcpProxy } from '../../../server/test/tcp-proxy.js';
import { rulesFromTop } from '../browser/layout.js';
import { PAGES } from '../browser/page-paths.js';
import { sleep } from '../browser/product.js';
import { AMOUNT, ENGINES, EngineWorld, HANGING_MS } from './engine-world.js';

const MARKET = '/pages/trade/index?symbol=BTC%2FUSDT';
const PRICE = `() => document.querySelector('[data-part="last-price"]')?.innerText ?? ''`;
const SCHEME = `() => document.documentElement.dataset.mantineColorScheme`;
/** How bright the page is behind its words, of 255. */
const BRIGHTNESS = `() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (red + green + blue) / 3;
}`;
const APPEARANCES = ['light', 'dark'] as const;
const WALKS = (['en', 'zh'] as const).flatMap((language) =>
  APPEARANCES.map((appearance) => ({ language, appearance })),
);

/** Notes what a page throws from now on; an engine has no common way to say it. */
const NOTE_ERRORS = `() => {
  window.thrown = [];
  addEventListener('error', ({ message }) => window.thrown.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.thrown.push(String(reason)));
}`;

/** Not every driver waits for what a function promises: what the rules find is put down, and fetched. */
const BEGIN_RULES = `() => {
  window.ruled = null;
  ${rulesFromTop([])}.then((faults) => { window.ruled = faults; }, (reason) => { window.ruled = ['failed: ' + reason]; });
}`;

/** The built pages, in the engines of other browsers than the one that all journeys run in. */
describe.each(ENGINES)('the pages in %s', (name, open) => {
  let world: EngineWorld;

  beforeAll(async () => {
    world = await EngineWorld.open(name, open);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  const price = () => world.engine.evaluate<string>(PRICE);

  /** What a machine can find to stand in the way of assistive technology. */
  async function ruleFaults(): Promise<string[]> {
    await world.engine.evaluate(BEGIN_RULES);
    await world.until(() => world.engine.evaluate<boolean>('() => window.ruled !== null'), 'the rules are run');
    return world.engine.evaluate<string[]>('() => window.ruled');
  }

  it(
    'move with the market, and draw its chart',
    async () => {
      await world.goAsGuest(MARKET);
      await world.sees('BTC/USDT');
      await world.until(async () => /\d/.test(await price()), 'there is a price');
      const before = await price();
      await world.until(async () => (await price()) !== before, 'the price moves');
      const colours = `() => {
        const seen = new Set();
        for (const canvas of document.querySelectorAll('[role=application] canvas')) {
          if (canvas.width === 0 || canvas.height === 0) continue;
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          for (let at = 0; at < data.length; at += 4) seen.add(data[at] + ' ' + data[at + 1] + ' ' + data[at + 2]);
        }
        return seen.size;
      }`;
      await world.until(async () => (await world.engine.evaluate<number>(colours)) > 3, 'candles are drawn');
      await world.shoot('market');
    },
    HANGING_MS,
  );

  it.each(CUTS.filter((how) => how !== 'stalled'))(
    'say that the line of the prices is cut, take no order meanwhile, and come back with the newest price (%s)',
    async (how) => {
      const user = await world.aTrader();
      const wire = await startTcpProxy(Number(new URL(world.app.url).port));
      const opens = () =>
        world.engine.evaluate<boolean>(`() => {
          const opens = document.querySelector('[data-bar="over"] button');
          return opens !== null && !opens.disabled;
        }`);
      await world.goAs(user, MARKET, 'en', `http://127.0.0.1:${wire.port}`);
      await world.until(async () => /\d/.test(await price()), 'there is a price');
      await world.until(opens, 'orders are taken');
      await world.engine.evaluate('() => { window.isSamePage = true; }');

      wire.cut(how);
      const said = `() => /onnecting…|offline|Delayed|Frozen/.test(document.body.innerText)`;
      await world.until(() => world.engine.evaluate<boolean>(said), 'the page says that it is not live');
      await world.until(async () => !(await opens()), 'no order is taken');
      const stale = await price();
      await world.shoot(`cut-${how}`);

      wire.mend();
      await world.until(opens, 'orders are taken again');
      await world.until(async () => !(await world.engine.evaluate<boolean>(said)), 'nothing is said any more');
      const recent = new Set<number>();
      await world.until(async () => {
        const { message } = await world.call.get('currency/quotation_new');
        const [{ quotation = [] } = {}] = message as { quotation?: { symbol: string; ticker: { last: string } }[] }[];
        recent.add(Number(quotation.find(({ symbol }) => symbol === 'BTC/USDT')?.ticker.last));
        const shown = await price();
        return shown !== stale && recent.has(Number(shown.replaceAll(',', '')));
      }, "the page shows the server's price");
      expect(await world.engine.evaluate<boolean>('() => window.isSamePage === true')).toBe(true);
      await world.engine.goto('about:blank');
      await wire.close();
    },
    HANGING_MS,
  );

  it(
    'are light or dark as somebody chooses, and stay so over a reload',
    async () => {
      const user = await world.aTrader();
      const scheme = () => world.engine.evaluate<string>(SCHEME);
      const brightness = () => world.engine.evaluate<number>(BRIGHTNESS);
      await world.goAs(user, '/pages/settings/index');
      for (const [word, appearance, isBright] of [
        ['Light', 'light', true],
        ['Dark', 'dark', false],
        ['Light', 'light', true],
      ] as const) {
        await world.press({ role: 'option', name: word });
        await world.until(async () => (await scheme()) === appearance, `the page is ${appearance}`);
        await world.until(async () => (await brightness()) > 128 === isBright, `it looks ${appearance}`);
        await world.shoot(`settings-${appearance}`);
      }
      await world.engine.goto(`${world.app.url}/pages/settings/index`);
      await world.isDrawn('the page of before');
      expect(await scheme()).toBe('light');
    },
    HANGING_MS,
  );

  it(
    'speak another language at once, and keep what was typed',
    async () => {
      const user = await world.aTrader();
      const form = '/pages/trust/order?id=1';
      await world.goAs(user, form);
      await world.fillAt(AMOUNT, '1234.5');
      await world.engine.evaluate('() => { window.isSamePage = true; }');
      for (const [language, own, words] of [
        ['ja', '日本語', /[ぁ-んァ-ン]/],
        ['th', 'ไทย', /[ก-ฮ]/],
      ] as const) {
        await world.walk('/pages/settings/language/language');
        await world.press({ role: 'option', name: own });
        await world.until(
          async () => (await world.engine.evaluate<string>('() => document.documentElement.lang')) === language,
          `the page speaks ${language}`,
        );
        await world.walk(form);
        await world.until(
          async () => (await world.valueAt(AMOUNT)).replaceAll(',', '') === '1234.5',
          'the amount is still there',
        );
        expect(await world.engine.evaluate<string>(`() => document.querySelector('main').innerText`)).toMatch(words);
        await world.shoot(`typed-${language}`);
      }
      expect(await world.engine.evaluate<boolean>('() => window.isSamePage === true')).toBe(true);
    },
    HANGING_MS,
  );

  it.each(WALKS)(
    'throw nothing, have nothing that sticks out, and nothing in the way of assistive technology ($language, $appearance)',
    async ({ language, appearance }) => {
      const user: TestUser = await world.aTrader();
      const faults: string[] = [];
      await world.call.post('preferences', { appearance }, { token: user.token });
      await world.goAs(user, '/pages/index/index', language);
      await world.sees('BTC');
      await world.engine.evaluate(`() => { ${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')} }`);
      await world.engine.evaluate(NOTE_ERRORS);
      for (const path of PAGES.filter((one) => !one.includes('ORDER'))) {
        await world.walk(path);
        await world.isDrawn(path);
        // What a page does by itself once it is there.
        await sleep(300);
        const { wide, thrown, shown } = await world.engine.evaluate<{
          wide: number;
          thrown: string[];
          shown: string[];
        }>(
          `() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            thrown: window.thrown.splice(0),
            shown: [document.documentElement.lang, document.documentElement.dataset.mantineColorScheme],
          })`,
        );
        if (wide > 0) faults.push(`${path} sticks out by ${wide} px`);
        if (String(shown) !== String([language, appearance])) faults.push(`${path} is shown in ${String(shown)}`);
        faults.push(...thrown.map((message) => `${path} ${message}`));
        faults.push(...(await ruleFaults()).map((fault) => `${path} ${fault}`));
      }
      expect(faults).toEqual([]);
    },
    HANGING_MS,
  );
});
