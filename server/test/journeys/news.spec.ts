import type { DataSource } from 'typeorm';
import type { NewsArticleView, NewsListView, UnreadNewsView } from '../../contract/account/news.dto.js';
import { Clock } from '../../platform/clock/clock.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { decideBy } from '../database.js';
import { anArticle } from '../factories/news.js';
import { aUser } from '../factories/users.js';
import { HOSTILE_MARKUP } from '../fixtures/hostile-markup.js';

const HOUR_MS = 3_600_000;
let app: TestApp;
let source: DataSource;
let caller: Caller;
let passed = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' }, undefined, (application) => {
    const clock = application.get(Clock);
    const now = clock.now.bind(clock);
    clock.now = () => now() + passed;
  });
  source = app.owner;
  caller = new Caller(app);
}, 60_000);
afterAll(() => app?.close());
afterEach(() => {
  passed = 0;
});

const list = async (fields: Record<string, string>, token?: string): Promise<NewsListView> =>
  (await caller.post('news/list', fields, token === undefined ? {} : { token })).message as NewsListView;
const titles = async (fields: Record<string, string>): Promise<string[]> =>
  (await list(fields)).list.map(({ title }) => title);
const soon = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

describe('news/list as the old clients ask', () => {
  it('answers a category in its order, the newest first within a rank, with the fields that they read', async () => {
    const [second, first] = [
      await anArticle(source, { category: 8, rank: 2, texts: { zh: { title: '协议' } } }),
      await anArticle(source, { category: 8, rank: 1, texts: { zh: { title: '横幅', abstract: '摘要' } } }),
    ];
    const page = await list({ c_id: '8', lang: 'zh', limit: '50', page: '1' });
    expect(page).toMatchObject({ count: 2, page: 1, limit: 50 });
    expect(page.list.map(({ id }) => String(id))).toEqual([first, second]);
    expect(page.list[0]).toEqual({
      id: Number(first),
      c_id: 8,
      title: '横幅',
      abstract: '摘要',
      content: '<p>Words.</p>',
      thumbnail: '',
      cover: '',
      create_time: '1970-01-01 00:00:00',
      lang: 'zh',
      sorts: 1,
      is_read: 0,
      is_required: 0,
    });
  });

  it('pages, 15 at a time unless asked otherwise, and takes numbers in JSON, too', async () => {
    for (let number = 0; number < 17; number += 1)
      await anArticle(source, { category: 9, rank: number, texts: { en: { title: `Nr ${number}` } } });
    expect(await list({ c_id: '9' })).toMatchObject({ count: 17, limit: 15 });
    expect(await titles({ c_id: '9', page: '2' })).toEqual(['Nr 15', 'Nr 16']);
    const json = await fetch(`${app.url}/api/news/list`, {
      method: 'POST',
      body: JSON.stringify({ c_id: 9, page: 2, limit: 10 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(((await json.json()) as { message: NewsListView }).message).toMatchObject({ page: 2, limit: 10, count: 17 });
  });

  it.each([
    [{ c_id: '7' }, 'a category that there is not'],
    [{ c_id: '999999999' }, 'one that cannot be'],
    [{ c_id: '10' }, 'one without articles'],
  ])('%j, %s, is empty', async (fields) => {
    expect(await list(fields)).toMatchObject({ list: [], count: 0 });
  });

  it.each<Record<string, string>>([
    { c_id: '1;drop' },
    { c_id: '-4' },
    { keyword: 'a'.repeat(61) },
    { lang: 'x'.repeat(21) },
  ])('refuses %j in words', async (fields) => {
    expect(await caller.post('news/list', fields)).toMatchObject({
      type: 'error',
      code: 'request.invalid',
    });
  });

  it('answers in the language that was asked for, then English, then Chinese, and says which', async () => {
    await anArticle(source, {
      category: 5,
      rank: 1,
      texts: { zh: { title: '中' }, en: { title: 'E' }, ja: { title: '日' } },
    });
    await anArticle(source, { category: 5, rank: 2, texts: { zh: { title: '只' }, th: { title: 'ไทย' } } });
    await anArticle(source, { category: 5, rank: 3, texts: { th: { title: 'คำ' } } });
    const of = async (lang: string) =>
      (await list({ c_id: '5', lang })).list.map(({ title, lang: its }) => [title, its]);
    expect(await of('jp')).toEqual([
      ['日', 'jp'],
      ['只', 'zh'],
      ['คำ', 'th'],
    ]);
    expect(await of('kr')).toEqual([
      ['E', 'en'],
      ['只', 'zh'],
      ['คำ', 'th'],
    ]);
    expect(await of('th')).toEqual([
      ['E', 'en'],
      ['ไทย', 'th'],
      ['คำ', 'th'],
    ]);
    expect((await of('zh'))[0]).toEqual(['中', 'zh']);
  });
});

describe('the time of an article', () => {
  it('begins and ends by the clock of the database', async () => {
    const id = await anArticle(source, { category: 20, publishAt: soon(2), expiresAt: soon(4) });
    const shown = async () => (await list({ c_id: '20' })).count;
    expect(await shown()).toBe(0);
    expect(await caller.post('news/detail', { id })).toMatchObject({ type: 'error', code: 'news.not-found' });
    passed = 3 * HOUR_MS;
    expect(await shown()).toBe(1);
    // What a process thinks of the time does not count where the database has its own.
    await decideBy('own', (text) => source.query(text));
    expect(await shown()).toBe(0);
    await decideBy('callers', (text) => source.query(text));
    passed = 5 * HOUR_MS;
    expect(await shown()).toBe(0);
  });
});

describe('what was stored by whatever way', () => {
  it('comes out clean', async () => {
    const content = HOSTILE_MARKUP.filter((markup) => !markup.includes('\0')).join('');
    const id = await anArticle(source, { category: 21, texts: { en: { title: 'Hostile', content } } });
    const detail = (await caller.post('news/detail', { id })).message as NewsArticleView;
    const [row] = (await list({ c_id: '21' })).list;
    for (const text of [detail.content, row?.content ?? ''])
      expect(text).not.toMatch(
        /<[^>]*(?:\son[a-z]+\s*=|javascript:|data:|style=|srcdoc)|<(?:script|svg|iframe|style|form|object|embed)/i,
      );
    expect(row?.content).toBe(detail.content);
  });
});

describe('one article', () => {
  it.each(['0', '', 'x', '1'.repeat(16)])('of the number %j is refused in words', async (id) => {
    expect(await caller.post('news/detail', { id })).toMatchObject({ type: 'error', code: 'request.invalid' });
  });

  it('that is not there is not found, in the language of the reader', async () => {
    expect(await caller.post('news/detail', { id: '99999999' }, { language: 'zh' })).toMatchObject({
      code: 'news.not-found',
      message: '该文章已不存在',
    });
  });
});

describe('what is unread', () => {
  it('is counted for each user, and an opened notice is read, once and for all devices', async () => {
    const [ann, bob] = [await aUser(source), await aUser(source)];
    const unread = async (token: string) => (await caller.get('news/unread', { token })).message as UnreadNewsView;
    const before = (await unread(ann.token)).count;
    const id = await anArticle(source, { texts: { en: { title: 'Maintenance' } } });
    expect((await unread(ann.token)).count).toBe(before + 1);
    await Promise.all([1, 2, 3].map(() => caller.post('news/detail', { id }, { token: ann.token })));
    expect((await unread(ann.token)).count).toBe(before);
    expect((await unread(bob.token)).count).toBe(before + 1);
    const mark = async (token: string) =>
      (await list({ c_id: '4', limit: '50' }, token)).list.find((row) => String(row.id) === id)?.is_read;
    expect([await mark(ann.token), await mark(bob.token)]).toEqual([1, 0]);
  });

  it('a guest reads without a mark, and has no list of it', async () => {
    const id = await anArticle(source);
    expect(await caller.post('news/detail', { id })).toMatchObject({ type: 'ok', message: { is_read: 0 } });
    expect(await caller.get('news/unread')).toMatchObject({ type: '999' });
  });
});

describe('the bar of the home page', () => {
  it('has what is announced, of whatever category', async () => {
    await anArticle(source, { category: 3, announced: true, texts: { en: { title: 'Listing' } } });
    await anArticle(source, { category: 3, announced: false, texts: { en: { title: 'Quiet' } } });
    const { list: bar } = (await caller.post('news/announcement')).message as NewsListView;
    expect(bar.map(({ title }) => title)).toEqual(['Listing']);
  });
});

describe('search', () => {
  beforeAll(async () => {
    const help = (rank: number, texts: Parameters<typeof anArticle>[1]) =>
      anArticle(source, { category: 19, rank, ...texts });
    await help(1, {
      texts: { en: { title: 'Fees', content: '<p>What a withdrawal costs</p>' }, zh: { title: '手续费' } },
    });
    await help(2, { texts: { en: { title: 'Withdrawal', content: '<p>How long it takes</p>' } } });
    await help(3, { texts: { zh: { title: '安全', content: '<p>提现地址 100%_safe</p>' } } });
  });

  it.each([
    ['en', 'WITHDRAWAL', ['Withdrawal', 'Fees']],
    ['en', 'withdrawal costs', ['Fees']],
    ['en', 'costs nothing', []],
    ['zh', '手续', ['手续费']],
    ['zh', 'withdrawal', ['Withdrawal']],
    ['ja', '提现', ['安全']],
    ['en', '100%_', ['安全']],
    ['en', '%', ['安全']],
    ['en', "' or 1=1 --", []],
    ['en', 'ＦＥＥＳ', ['Fees']],
    ['en', '<p>', []],
  ])('in %s for %s', async (lang, keyword, found) => {
    expect(await titles({ c_id: '19', lang, keyword })).toEqual(found);
  });
});

/** Published by two people, each. */
async function fiveHundredArticles(category: number): Promise<void> {
  await source.query(
    `with made as (insert into news_article (created_at) select now() from generate_series(1, 500) returning id),
          version as (insert into news_version (article_id, category, rank, publish_at, required, announced, written_by,
            written_at) select made.id, $1, 1, now() - interval '1 day', false, false, (select min(id) from operator), now()
            from made returning id, article_id),
          said as (insert into news_text (version_id, language, title, abstract, content, searched)
            select id, 'en', 'Nr ' || id, '', repeat('<p>words</p>', 100), 'nr ' || id from version)
     insert into operator_proposal (kind, subject_id, detail, reason, proposed_by, proposed_at, status, decided_by,
       decided_at) select 'news', article_id, jsonb_build_object('version', id::text), 'x',
       (select min(id) from operator), now(), 'approved', (select max(id) from operator), now() from version`,
    [category],
  );
  // The plan of the trigger's look was made for an empty table.
  await source.query('analyze operator_proposal, news_article, news_version');
  await source.query(
    `update news_article a set latest_id = v.id, live_id = v.id from news_version v
      where v.article_id = a.id and v.category = $1 and a.live_id is null`,
    [category],
  );
}

describe('ten thousand articles', () => {
  it('are paged and searched, and reading a page reads only its texts', async () => {
    const id = await anArticle(source, { category: 11, rank: 9999, texts: { en: { title: 'Last of many' } } });
    for (let times = 0; times < 20; times += 1) await fiveHundredArticles(11);
    expect(await list({ c_id: '11', page: '3' })).toMatchObject({ count: 10_001, page: 3 });
    expect(await titles({ c_id: '11', page: '668' })).toEqual([]);
    expect(await titles({ c_id: '11', keyword: 'last many' })).toEqual(['Last of many']);
    expect(await caller.post('news/detail', { id })).toMatchObject({ type: 'ok' });
  }, 240_000);
});

describe('service links', () => {
  it('lead to the help centre and nowhere until the desk sets them', async () => {
    expect(await caller.post('set/get_customer_url')).toMatchObject({
      type: 'ok',
      message: { customer_url: '/pages/help/center/index', cover: '' },
    });
    expect(await caller.post('set/get_otc_url')).toMatchObject({ type: 'ok', message: { otc_url: '' } });
  });
});

it('a picture that is not there is not found, whatever its number looks like', async () => {
  for (const id of ['0a'.repeat(16), 'x', '..%2F..%2Fuploads'])
    expect(await caller.get(`news/image/${id}`)).toMatchObject({ type: 'error', code: 'uploads.not-found' });
});
