import type { PreferencesView } from '../../contract/account/preferences.dto.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { aUser, type TestUser } from '../factories/users.js';

/** A user with two devices, over HTTP. */

let app: TestApp;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  call = new Caller(app);
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  user = await aUser(app.owner);
});

const post = (path: string, fields: Record<string, string> = {}, language = 'en') =>
  call.post(path, fields, { token: user.token, language });
async function prefers(): Promise<PreferencesView> {
  const reply = await call.get('preferences', { token: user.token });
  expect(reply.type).toBe('ok');
  return reply.message as PreferencesView;
}

it('what one device chooses the other reads, and neither undoes the other’s', async () => {
  // The phone was used as a guest's.
  const first = await post('preferences/merge', { language: 'es', appearance: 'light', symbols: 'BTC/USDT,GOLD/USDT' });
  expect(first).toMatchObject({
    type: 'ok',
    message: { revision: 1, language: 'es', appearance: 'light', tabs: '', favourites: ['BTC/USDT', 'GOLD/USDT'] },
  });
  // So was the desktop, in another language.
  await post('preferences/merge', { language: 'ja', appearance: 'dark', tabs: 'three', symbols: 'AAPL/USD' });
  expect(await prefers()).toMatchObject({
    language: 'es',
    appearance: 'light',
    tabs: 'three',
    favourites: ['BTC/USDT', 'GOLD/USDT', 'AAPL/USD'],
  });
  await Promise.all([
    post('preferences/favourites/add', { symbol: 'ETH/USDT' }),
    post('preferences/favourites/remove', { symbol: 'GOLD/USDT' }),
    post('preferences', { tabs: 'six' }),
    post('preferences', { direction_colours: 'habit' }),
    // Each has another market open, and one of them tries out charts.
    post('preferences', { layout: '{"book:BTC/USDT":"2"}' }),
    post('preferences', { layout: '{"book:ETH/USDT":"1","chart":"{\\"version\\":9}"}' }),
  ]);
  expect(await prefers()).toMatchObject({
    revision: 8,
    layout: { 'book:BTC/USDT': '2', 'book:ETH/USDT': '1', chart: '{"version":9}' },
    appearance: 'light',
    tabs: 'six',
    direction_colours: 'habit',
    favourites: ['BTC/USDT', 'AAPL/USD', 'ETH/USDT'],
  });
});

it('the language is one and the same however it was chosen, and the mark brings replies in it', async () => {
  await post('set/lang', { lang: 'hk' });
  expect((await prefers()).language).toBe('zh-Hant');
  await post('preferences', { language: 'th' });
  const { language, language_mark } = await prefers();
  expect(language).toBe('th');
  const spoken = await call.post('get/lang', {}, { headers: { 'language-mark': language_mark } });
  expect(spoken.message).toBe('th');
});

it.each([
  ['preferences', { language: 'tlh' }, 'language.unknown', 'This language is not supported'],
  ['preferences', { language: 'x'.repeat(21) }, 'request.invalid', 'Please check this field: Language'],
  ['preferences', { appearance: 'pink' }, 'request.invalid', /^Please check this field/],
  ['preferences', { tabs: '7' }, 'request.invalid', /^Please check this field/],
  ['preferences', { layout: '[]' }, 'request.invalid', /^Please check this field/],
  ['preferences', { layout: '{"drawings":"x"}' }, 'request.invalid', /^Please check this field/],
  ['preferences', { layout: '{"chart":"\\u0000"}' }, 'request.invalid', /^Please check this field/],
  ['preferences', { layout: `{"chart":"${'x'.repeat(12_001)}"}` }, 'request.invalid', /^Please check this field/],
  ['preferences', { direction_colours: 'up-red' }, 'request.invalid', /^Please check this field/],
  ['preferences/merge', { symbols: 'x'.repeat(8001) }, 'request.invalid', 'Please check this field: Market'],
  ['preferences/merge', { appearance: 'pink', symbols: 'BTC/USDT' }, 'request.invalid', /^Please check this field/],
  ['preferences/favourites/add', {}, 'request.invalid', 'Please check this field: Market'],
  ['preferences/favourites/add', { symbol: 'x'.repeat(41) }, 'request.invalid', 'Please check this field: Market'],
  ['preferences/favourites/add', { symbol: 'NONE/USDT' }, 'markets.unknown-symbol', /./],
  ['preferences/favourites/remove', {}, 'request.invalid', 'Please check this field: Market'],
] as const)('%s with %o is refused in words, and nothing is changed', async (path, fields, code, words) => {
  const reply = await post(path, fields);
  expect([reply.type, reply.code, reply.status < 500]).toEqual(['error', code, true]);
  expect(reply.message).toMatch(words);
  expect(await prefers()).toMatchObject({ revision: 0, language: 'en', favourites: [] });
});

it('nobody reads or changes them without a session', async () => {
  expect((await call.get('preferences')).type).toBe('999');
  expect((await call.post('preferences/favourites/add', { symbol: 'BTC/USDT' })).type).toBe('999');
});
