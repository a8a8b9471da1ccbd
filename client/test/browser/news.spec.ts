import { join } from 'node:path';
import type { Page } from 'playwright-core';
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
const TICKER = {
  en: { other: 'New coin', still: 'Pause the announcements', turn: 'Let the announcements turn' },
  zh: { other: '新币上线', still: '暂停公告轮播', turn: '继续公告轮播' },
} as const;
const SHOTS = process.env.NEWS_PICTURES;

/** What is announced stands one after the other, until somebody holds it. */
async function takesTurns(page: Page, language: keyof typeof TICKER): Promise<void> {
  const words = TICKER[language];
  const titles = [WORDS[language].title, words.other];
  const shown = async () => {
    const seen: string[] = [];
    for (const name of titles) if (await page.getByRole('link', { name }).isVisible()) seen.push(name);
    return seen;
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await page.getByRole('button', { name: words.turn, exact: true }).click();
  const [first] = await shown();
  await soon(async () => expect(await shown()).toEqual(titles.filter((one) => one !== first)));
  await soon(async () => expect(await shown()).toEqual([first]));
  await page.getByRole('button', { name: words.still, exact: true }).click();
  await page.getByRole('button', { name: words.turn, exact: true }).waitFor();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

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
    await anArticle(source, {
      announced: true,
      rank: 1,
      texts: { en: { title: 'New coin' }, zh: { title: '新币上线' } },
    });
    const { page, context } = await world.openAs(await world.aUser(), language);
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
    };
    await world.go(page, '/pages/index/index');
    await page.getByRole('link', { name: words.title }).waitFor();
    await shot('home');
    await takesTurns(page, language);
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
