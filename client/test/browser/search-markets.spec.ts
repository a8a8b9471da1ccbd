import { accessFaults, sticksOut } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;

const WORDS = {
  en: { search: 'Search', none: 'Nothing found for “qqqq”.', star: 'Add BTC/USDT to favourites' },
  zh: { search: '搜索', none: '没有找到“qqqq”。', star: /BTC\/USDT.*自选|自选.*BTC\/USDT/ },
} as const;
type Language = keyof typeof WORDS;
const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** What is typed, and the markets that it finds, in this order. */
const FOUND: readonly [typed: string, symbols: string[]][] = [
  // As Chinese names are said, whole and by their initials, whatever the page speaks.
  ['bitebi', ['BTC/USDT', 'BCH/USDT']],
  ['BTB', ['BTC/USDT', 'BCH/USDT']],
  ['bitebixianjin', ['BCH/USDT']],
  ['tesila', ['TSLA/USD']],
  ['yitaifang', ['ETH/USDT']],
  // Names in other languages; of kana either kind, of letters of any width.
  ['比特币', ['BTC/USDT', 'BCH/USDT']],
  ['狗狗幣', ['DOGE/USDT']],
  ['ビット', ['BTC/USDT', 'BCH/USDT']],
  ['びっとこいんきゃっしゅ', ['BCH/USDT']],
  ['비트코인', ['BTC/USDT', 'BCH/USDT']],
  ['ทองคำ', ['GOLD/USDT']],
  ['黄金', ['GOLD/USDT']],
  ['Ａｐｐｌｅ', ['AAPL/USD']],
  ['usdt eth', ['ETH/USDT']],
  // By the symbol, with the sign between its parts or without.
  ['sol/usdt', ['SOL/USDT']],
  ['xrpusdt', ['XRP/USDT']],
];

/** Markets found by what people call them. */
describe('the search for a market, on the pages', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({}, [...PageWorld.FEW, 'BCH/USDT']);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  it.each(LANGUAGES)(
    'finds them by pinyin, initials and names in other languages, and leads there (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await world.aUser();
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      await world.go(page, '/pages/index/index');
      await page.getByRole('button', { name: words.search, exact: true }).click();
      const sheet = page.getByRole('dialog');
      const field = sheet.getByRole('searchbox');
      const symbols = () =>
        sheet
          .locator('li a')
          .evaluateAll((rows) =>
            rows.map((row) => new URL((row as HTMLAnchorElement).href).searchParams.get('symbol')),
          );
      for (const [typed, expected] of FOUND) {
        await field.fill(typed);
        await soon(async () => expect([typed, await symbols()]).toEqual([typed, expected]));
      }
      await field.fill('qqqq');
      await sheet.getByText(words.none).waitFor();
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);

      await field.fill('btb');
      await sheet.locator('li a').first().click();
      await soon(async () => {
        const { pathname, searchParams } = new URL(page.url());
        expect([pathname, searchParams.get('symbol')]).toEqual(['/pages/trade/index', 'BTC/USDT']);
      });
      await page.getByRole('button', { name: words.star }).first().click();
      await eventually(async () => {
        const { message } = await world.call.get('preferences', { token: user.token });
        return (message as { favourites: string[] }).favourites.join() === 'BTC/USDT';
      }, 'the market that was found among the favourites of the account');
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );
});
