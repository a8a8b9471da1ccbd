import { join } from 'node:path';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { JOURNEY_LANGUAGES, LAID_OUT_LANGUAGES } from './page-languages.js';

const WORDS = {
  en: {
    country: 'Country',
    degrees: 'Latitude, longitude',
    here: 'Use where I am',
    choose: 'Choose this place',
    japan: 'Japan',
    onMap: 'Choose on a map',
    take: 'Use this place',
    address: 'Contact address',
    map: /^Map\./,
  },
  zh: {
    country: '国家/地区',
    degrees: '纬度，经度',
    here: '使用我的位置',
    choose: '选择此位置',
    japan: '日本',
    onMap: '在地图上选择',
    take: '使用此位置',
    address: '联系地址',
    map: /^地图。/,
  },
} as const;
const SHOTS = process.env.PLACES_PICTURES;
const PATHS = [
  '/pages/location/choose',
  '/pages/location/open?place=35.68120,139.76710&title=Meeting',
  '/pages/location/open',
];

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ ROLES: 'gateway' });
}, 240_000);
afterAll(() => world?.close());

describe.each(JOURNEY_LANGUAGES)('places in %s', (language) => {
  const words = WORDS[language];

  it('are chosen by country, degrees and keyboard, opened, and put into an address that stays editable', async () => {
    const { page, context } = await world.openAs(await world.aUser(), language);
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
    };
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await context.grantPermissions(['geolocation'], { origin: world.app.url });
    await context.setGeolocation({ latitude: 48.8566, longitude: 2.3522 });
    await page.addInitScript(() => {
      const own = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      navigator.geolocation.getCurrentPosition = (...given) => {
        document.documentElement.dataset.located = 'asked';
        own(...given);
      };
    });
    const degrees = page.getByLabel(words.degrees, { exact: true });

    await world.go(page, '/pages/location/choose');
    await degrees.waitFor();
    await shot('earth');
    await page.getByLabel(words.country).selectOption('JP');
    await soon(async () => expect(await page.getByLabel(words.country).inputValue()).toBe('JP'));
    await shot('japan');
    const before = await degrees.inputValue();
    await page.getByRole('application', { name: words.map }).focus();
    await page.keyboard.press('ArrowDown');
    await soon(async () => expect(await degrees.inputValue()).not.toBe(before));
    await degrees.fill('nowhere');
    await degrees.press('Enter');
    await page.locator('[aria-invalid="true"], [data-invalid="true"]').first().waitFor();
    await degrees.fill('36.5, 138.5');
    await degrees.press('Enter');
    await soon(async () =>
      expect(await page.getByRole('status').allInnerTexts()).toContain(`${words.japan}, 36.50000, 138.50000`),
    );
    expect(await page.evaluate(() => document.documentElement.dataset.located ?? '')).toBe('');
    await page.getByRole('button', { name: words.here }).click();
    await soon(async () => expect(await degrees.inputValue()).toBe('48.85660, 2.35220'));
    await page.getByRole('button', { name: words.choose }).click();
    await page.waitForURL('**/pages/location/open?place=48.85660,2.35220');
    await page.getByText('48.85660, 2.35220').waitFor();
    await shot('open');
    // A link says where, never what: its words would stand there as ours.
    await world.go(page, '/pages/location/open?place=48.85660,2.35220&title=Pay+here');
    await page.getByText('48.85660, 2.35220').waitFor();
    expect(await page.getByText('Pay here').count()).toBe(0);

    await world.go(page, '/pages/verification/basic');
    const address = page.getByLabel(words.address, { exact: true });
    await address.fill('Street 1');
    await page.getByRole('button', { name: words.onMap }).click();
    await degrees.fill('36.5, 138.5');
    await degrees.press('Enter');
    await shot('sheet');
    await page.getByRole('button', { name: words.take }).click();
    await soon(async () => expect(await address.inputValue()).toBe(`Street 1, ${words.japan}, 36.50000, 138.50000`));
    await address.fill('Street 2');
    expect(await address.inputValue()).toBe('Street 2');
    // No service of others, whatever was done.
    expect(asked.filter((url) => !url.startsWith(world.app.url) && !/^(blob|data):/.test(url))).toEqual([]);
    await context.close();
  }, 240_000);
});

it('the map is no part of what a first visit loads', async () => {
  const { page, context } = await world.openAs(await world.aUser(), 'en');
  const scripts: string[] = [];
  page.on('response', (reply) => {
    if (reply.url().endsWith('.js'))
      void reply.text().then(
        (text) => scripts.push(text),
        () => undefined,
      );
  });
  await world.go(page, '/pages/index/index');
  await world.go(page, '/pages/verification/basic');
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes('leaflet-container') || text.includes('leaflet-zoom')).length).toBe(0);
  await context.close();
}, 120_000);

it.each(LAID_OUT_LANGUAGES)(
  'places fit 320 px and are accessible by the rules a machine can check, in %s',
  async (language) => {
    const { page, context } = await world.openAs(await world.aUser(), language);
    await page.setViewportSize({ width: 320, height: 700 });
    const addresses = PATHS.map((path) => world.app.url + path);
    expect(await faultsOf(page, addresses, { language })).toEqual([]);
    await context.close();
  },
  240_000,
);
