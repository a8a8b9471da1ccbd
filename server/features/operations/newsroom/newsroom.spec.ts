import type { DataSource } from 'typeorm';
import type { NewsArticleView, NewsListView } from '../../../contract/account/news.dto.js';
import type {
  ArticleDetailView,
  ArticlePage,
  ArticleWrittenView,
  NewsImageView,
} from '../../../contract/operations/news.dto.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { aPhoto } from '../../../test/factories/pictures.js';
import { HOSTILE_MARKUP } from '../../../test/fixtures/hostile-markup.js';

let app: TestApp;
let source: DataSource;
let caller: Caller;
let ann: TestOperator;
let bob: TestOperator;
let treasurer: TestOperator;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  source = app.owner;
  caller = new Caller(app);
  ann = await anOperator(source, 'support', 'settings');
  bob = await anOperator(source, 'settings');
  treasurer = await anOperator(source, 'treasurer');
}, 60_000);
afterAll(() => app?.close());

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const anArticle = (changes: object = {}) => ({
  category: 3,
  rank: 0,
  publishAt: Date.now() - 1000,
  required: false,
  announced: false,
  texts: [{ language: 'en', title: 'New pairs', abstract: '', content: '<p>From noon.</p>' }],
  ...changes,
});
const write = async (body: object = anArticle(), path = 'news') =>
  (await desk(ann, path, body)).message as ArticleWrittenView;
const propose = async ({ id, version }: ArticleWrittenView, by = ann) =>
  ((await desk(by, `news/${id}/propose`, { version, reason: 'Ready' })).message as { id: string }).id;
const publish = async (written: ArticleWrittenView) => desk(bob, `proposals/${await propose(written)}/approve`, {});
const shown = async (id: string) => (await caller.post('news/detail', { id })).message as NewsArticleView;
const isShown = async (id: string) => (await caller.post('news/detail', { id })).type === 'ok';

describe('an article', () => {
  it('is seen by nobody until another operator agrees, who is not the one who proposed it', async () => {
    const written = await write();
    expect(await isShown(written.id)).toBe(false);
    const proposal = await propose(written);
    expect(await isShown(written.id)).toBe(false);
    expect(await desk(ann, `proposals/${proposal}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
    expect(await desk(treasurer, `proposals/${proposal}/approve`, {})).toMatchObject({ code: 'access.forbidden' });
    expect(await isShown(written.id)).toBe(false);
    expect(await desk(bob, `proposals/${proposal}/approve`, {})).toMatchObject({ type: 'ok' });
    expect(await shown(written.id)).toMatchObject({ title: 'New pairs', content: '<p>From noon.</p>', c_id: 3 });
  });

  it('that is changed is seen as it was until another operator agrees to the change', async () => {
    const first = await write();
    await publish(first);
    const second = await write(
      anArticle({
        from: first.version,
        texts: [{ language: 'zh', title: '新交易对', abstract: '', content: '<p>中午</p>' }],
      }),
      `news/${first.id}`,
    );
    expect(await shown(first.id)).toMatchObject({ title: 'New pairs' });
    expect((await desk(ann, `news/${first.id}`)).message as ArticleDetailView).toMatchObject({
      state: 'shown',
      latest: { id: second.version },
      live: { id: first.version },
      proposed: null,
    });
    await publish(second);
    expect(await shown(first.id)).toMatchObject({ title: '新交易对', lang: 'zh' });
  });

  it('is what was proposed, whatever is written meanwhile', async () => {
    const first = await write();
    const proposal = await propose(first);
    await write(
      anArticle({ from: first.version, texts: [{ language: 'en', title: 'Slipped in', abstract: '', content: '' }] }),
      `news/${first.id}`,
    );
    await desk(bob, `proposals/${proposal}/approve`, {});
    expect(await shown(first.id)).toMatchObject({ title: 'New pairs' });
  });

  it('is not written over by somebody who has seen another version', async () => {
    const first = await write();
    const both = await Promise.all(
      [ann, bob].map((by) => desk(by, `news/${first.id}`, anArticle({ from: first.version }))),
    );
    expect(both.map(({ type, code }) => code ?? type).sort()).toEqual(['news.changed', 'ok']);
  });

  it('is withdrawn by one operator at once, with what was proposed of it', async () => {
    const written = await write();
    await publish(written);
    const next = await write(anArticle({ from: written.version }), `news/${written.id}`);
    const proposal = await propose(next);
    expect(await desk(bob, `news/${written.id}/withdraw`, { reason: 'Wrong date' })).toMatchObject({ type: 'ok' });
    expect(await isShown(written.id)).toBe(false);
    expect(await desk(bob, `proposals/${proposal}/approve`, {})).toMatchObject({ code: 'operations.proposal-decided' });
    expect(await desk(bob, `news/${written.id}/withdraw`, { reason: 'Again' })).toMatchObject({
      code: 'operations.nothing-changed',
    });
  });

  it('is not shown by whoever goes round the desk', async () => {
    const { id, version } = await write();
    await expect(source.query('update news_article set live_id = $2 where id = $1', [id, version])).rejects.toThrow(
      'two people',
    );
    await expect(source.query(`update news_text set content = 'x' where version_id = $1`, [version])).rejects.toThrow(
      'written once',
    );
    await expect(source.query('delete from news_article where id = $1', [id])).rejects.toThrow('stays');
  });

  it('that was sent twice with one key is one', async () => {
    const body = anArticle();
    const send = () => callDesk(app.url, 'news', { by: ann, body, headers: { 'idempotency-key': 'one-article' } });
    const [one, two] = [await send(), await send()];
    expect(two.message).toEqual(one.message);
  });

  it.each([
    [{ category: 7 }, 'category'],
    [{ rank: -1 }, 'rank'],
    [{ rank: 1.5 }, 'rank'],
    [{ publishAt: 'now' }, 'publishAt'],
    [{ publishAt: 1e300 }, 'publishAt'],
    [{ publishAt: 5000, expiresAt: 5000 }, 'expiresAt'],
    [{ cover: '0a'.repeat(16) }, 'cover'],
    [{ cover: '../../x' }, 'cover'],
    [{ texts: [] }, 'texts'],
    [{ texts: [{ language: 'xx', title: 'T', abstract: '', content: '' }] }, 'texts'],
    [{ texts: [{ language: 'en', title: '  ', abstract: '', content: '' }] }, 'texts'],
    [{ texts: ['en', 'en'].map((language) => ({ language, title: 'T', abstract: '', content: '' })) }, 'texts'],
    [{ texts: [{ language: 'en', title: 'Long', abstract: '', content: 'x'.repeat(10_001) }] }, 'texts'],
  ])('%.80j is refused by its field', async (changes, field) => {
    const reply = await desk(ann, 'news', anArticle(changes));
    expect(reply).toMatchObject({ type: 'error', code: 'request.invalid' });
    expect(String(reply.message)).toContain(field);
  });

  it('in all languages, each as long as it may be, is taken', async () => {
    const texts = ['zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'].map((language) => ({
      language,
      title: '题'.repeat(160),
      abstract: '摘'.repeat(500),
      content: `<p>${'文'.repeat(9_990)}</p>`,
    }));
    expect(await desk(ann, 'news', anArticle({ texts }))).toMatchObject({ type: 'ok' });
  });

  it.each(HOSTILE_MARKUP)('is stored without what might harm: %s', async (content) => {
    const { id, version } = await write(anArticle({ texts: [{ language: 'en', title: 'T', abstract: '', content }] }));
    const rows: { content: string }[] = await source.query('select content from news_text where version_id = $1', [
      version,
    ]);
    expect(rows[0]?.content).not.toMatch(
      /<[^>]*(?:\son[a-z]+\s*=|javascript:|data:|style=|srcdoc)|<(?:script|svg|math|iframe|style|form|object|embed|base|meta|link)\b/i,
    );
    expect(((await desk(ann, `news/${id}`)).message as ArticleDetailView).latest.texts[0]?.content).toBe(
      rows[0]?.content,
    );
  });

  it('says when something was left out', async () => {
    const of = async (content: string) =>
      (await write(anArticle({ texts: [{ language: 'en', title: 'T', abstract: '', content }] }))).isCleaned;
    expect(await of('<p>Fine</p>')).toBe(false);
    expect(await of('<p>Fine</p><script>x</script>')).toBe(true);
    expect(await of('<p><a href="https://example.org">x</a> &amp; y<br></p>')).toBe(false);
  });
});

describe('the list at the desk', () => {
  it('is searched, narrowed and paged, and knows where each article is', async () => {
    const word = `w${Date.now()}`;
    let rank = 0;
    // Without a key, the same content twice would be one command.
    const one = (publishAt: number, expiresAt: number | null = null) =>
      anArticle({
        publishAt,
        expiresAt,
        rank: (rank += 1),
        texts: [{ language: 'th', title: `${word} x`, abstract: '', content: '' }],
      });
    const now = Date.now();
    const made = [
      await write(one(now - 5000)),
      await write(one(now + 3_600_000)),
      await write(one(now - 5000, now - 4000)),
      await write(one(now - 5000)),
      await write(one(now - 5000)),
    ];
    for (const written of made.slice(1)) await publish(written);
    await desk(ann, `news/${made[4]?.id}/withdraw`, { reason: 'Old' });
    const { list, total } = (await desk(ann, `news?keyword=${word.toUpperCase()}`)).message as ArticlePage;
    expect(total).toBe(5);
    expect(list.map(({ state }) => state)).toEqual(['withdrawn', 'shown', 'expired', 'planned', 'draft']);
    expect(list[1]).toMatchObject({ title: `${word} x`, languages: ['th'], isLatestLive: true, writtenBy: ann.login });
    const planned = (await desk(ann, `news?keyword=${word}&state=planned&limit=1`)).message as ArticlePage;
    expect(planned).toMatchObject({ total: 1, limit: 1 });
    expect((await desk(ann, `news?keyword=${word}&category=4`)).message as ArticlePage).toMatchObject({ total: 0 });
  });
});

describe('a picture', () => {
  const hand = async (bytes: Buffer, by = ann) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'x.png');
    const reply = await fetch(`${app.url}/ops/api/news/images`, {
      method: 'POST',
      body: form,
      headers: { authorization: by.token, lang: 'en' },
    });
    return (await reply.json()) as { type: string; code?: string; message: NewsImageView };
  };

  it('is made anew, kept, and seen by everybody in the article', async () => {
    const handed = await hand(await aPhoto());
    expect([handed.type, handed.code]).toEqual(['ok', undefined]);
    const { message } = handed;
    const written = await write(
      anArticle({
        cover: message.id,
        texts: [
          { language: 'en', title: 'T', abstract: '', content: `<p><img src="${message.address}" alt="A" /></p>` },
        ],
      }),
    );
    await publish(written);
    const article = await shown(written.id);
    expect(article).toMatchObject({ cover: message.address, thumbnail: message.address });
    expect(article.content).toContain(`src="${message.address}"`);
    const picture = await fetch(app.url + message.address);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('that is none is refused, and so is who may not write', async () => {
    expect(await hand(Buffer.from('<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
      code: 'uploads.unsupported-type',
    });
    expect(await hand(await aPhoto(), treasurer)).toMatchObject({ code: 'access.forbidden' });
  });
});

describe('service links', () => {
  const ask = (body: object) => desk(ann, 'service-links', { reason: 'New desk', ...body });

  it('are what two people agreed on', async () => {
    const { id } = (await ask({ link: 'customer', url: 'https://help.example.com/chat' })).message as { id: string };
    const now = async () => (await caller.post('set/get_customer_url')).message;
    expect(await now()).toMatchObject({ customer_url: '/pages/help/center/index' });
    expect(await ask({ link: 'customer', url: 'https://other.example.com' })).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect(await desk(ann, `proposals/${id}/approve`, {})).toMatchObject({ code: 'wallet.second-person' });
    await desk(bob, `proposals/${id}/approve`, {});
    expect(await now()).toEqual({ customer_url: 'https://help.example.com/chat', cover: '' });
    const otc = (await ask({ link: 'otc', url: '/pages/help/center/index' })).message as { id: string };
    await desk(bob, `proposals/${otc.id}/approve`, {});
    expect((await caller.post('set/get_otc_url')).message).toEqual({ otc_url: '/pages/help/center/index' });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://help.example.com',
    '//evil.example',
    'mailto:a@b.example',
  ])('never lead to %s', async (url) => {
    expect(await ask({ link: 'otc', url })).toMatchObject({ type: 'error', code: 'news.link' });
  });
});

it('the news of a category are in news/list once they are published', async () => {
  const { list } = (await caller.post('news/list', { c_id: '3', limit: '50' })).message as NewsListView;
  expect(list.map(({ title }) => title)).toContain('New pairs');
});
