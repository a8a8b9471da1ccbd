import { join } from 'node:path';
import { anArticle } from '../../../server/test/factories/news.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

const WORDS = {
  en: {
    search: 'Search help',
    found: 'Withdrawal fees',
    kinds: 'Announcements',
    read: 'Read now',
    first: 'Please read this before you trade',
    title: 'New rules',
  },
  zh: {
    search: '搜索帮助',
    found: '提现手续费',
    kinds: '公告',
    read: '立即阅读',
    first: '交易前请先阅读',
    title: '新规则',
  },
} as const;
const SHOTS = process.env.NEWS_PICTURES;

/** News, notices and help at phone size, as a reader meets them. */
describe.each(JOURNEY_LANGUAGES)('news in %s', (language) => {
  const words = WORDS[language];
  let world: PageWorld;
  beforeAll(async () => {
    world = await PageWorld.open();
  }, 120_000);
  afterAll(() => world?.close());

  it('is announced, has to be read first, is read, and help is found', async () => {
    const { source } = world;
    const content =
      '<h2>One</h2><p>Two <strong>three</strong></p><ul><li>four</li></ul><script>document.title="x"</script>';
    await anArticle(source, {
      required: true,
      announced: true,
      texts: {
        en: { title: 'New rules', abstract: 'From Monday', content },
        zh: { title: '新规则', abstract: '周一起', content },
      },
    });
    await anArticle(source, { category: 19, texts: { en: { title: 'Withdrawal fees' }, zh: { title: '提现手续费' } } });
    await anArticle(source, { category: 19, texts: { en: { title: 'Passwords' }, zh: { title: '密码' } } });
    const { page, context } = await world.openAs(await world.aUser(), language);
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
    };
    await world.go(page, '/pages/index/index');
    await page.getByRole('link', { name: words.title }).waitFor();
    await shot('home');
    await world.go(page, '/pages/trust/index');
    await page.getByText(words.first).waitFor();
    await shot('first');
    await page.getByRole('link', { name: words.read }).click();
    await page.getByRole('heading', { name: words.title }).waitFor();
    await page.getByText('four').waitFor();
    await shot('detail');
    expect(await page.locator('article script').count()).toBe(0);
    await world.go(page, '/pages/trust/index');
    await soon(async () => expect(await page.getByText(words.first).count()).toBe(0));
    await world.go(page, '/pages/notice/index');
    await page.getByRole('tab', { name: words.kinds, exact: true }).waitFor();
    await page.getByText(words.title).waitFor();
    await shot('notices');
    await world.go(page, '/pages/help/center/index');
    await page.getByLabel(words.search).fill(words.found.slice(0, 4));
    await soon(async () => expect(await page.locator('li a').count()).toBe(1));
    await page.getByText(words.found).waitFor();
    await shot('help');
    await context.close();
  }, 120_000);
});
