import { randomBytes } from 'node:crypto';
import { AreaCodes } from '../../features/account/users/area-codes.js';
import { bootApp } from '../app.js';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase } from '../database.js';
import { app, database, feed, get, HOUR, post } from './http.product.js';

describe('languages', () => {
  const WORDS: [code: string, wire: string, words: string][] = [
    ['zh', 'zh', '交易对不存在'],
    ['cn', 'zh', '交易对不存在'],
    ['zh-CN', 'zh', '交易对不存在'],
    ['zh-Hant', 'hk', '交易對不存在'],
    ['hk', 'hk', '交易對不存在'],
    ['zh-TW', 'hk', '交易對不存在'],
    ['en', 'en', 'This trading pair does not exist'],
    ['ja', 'jp', 'この取引ペアは存在しません'],
    ['jp', 'jp', 'この取引ペアは存在しません'],
    ['ko', 'kr', '존재하지 않는 거래쌍입니다'],
    ['kr', 'kr', '존재하지 않는 거래쌍입니다'],
    ['es', 'sp', 'Este par de negociación no existe'],
    ['sp', 'sp', 'Este par de negociación no existe'],
    ['th', 'th', 'ไม่พบคู่เทรดนี้'],
  ];
  const UNKNOWN = 'currency/deal?currency_id=99999&legal_id=3';

  it.each(WORDS)('%s is kept by its mark', async (code, wire, words) => {
    const mark = (await post('set/lang', `lang=${code}`)).body.message;
    expect((await post('get/lang', '', { 'language-mark': mark })).body).toEqual({ type: 'ok', message: wire });
    expect((await get(UNKNOWN, { 'language-mark': mark })).body.message).toBe(words);
  });

  it.each(WORDS)('%s is understood as a header, a plain mark and a parameter', async (code, _wire, words) => {
    expect((await get(UNKNOWN, { lang: code })).body.message).toBe(words);
    expect((await get(UNKNOWN, { 'language-mark': code })).body.message).toBe(words);
    expect((await get(`${UNKNOWN}&lang=${code}`)).body.message).toBe(words);
  });

  it('prefers the mark, then the header, the parameter, the browser, and Chinese', async () => {
    const languages = { 'language-mark': 'th', lang: 'en', 'accept-language': 'ja' };
    const said = async (path: string, headers: Record<string, string>) => (await get(path, headers)).body.message;
    expect(await said(`${UNKNOWN}&lang=es`, languages)).toBe('ไม่พบคู่เทรดนี้');
    expect(await said(`${UNKNOWN}&lang=es`, { ...languages, 'language-mark': 'gone' })).toContain('does not exist');
    expect(await said(`${UNKNOWN}&lang=es`, { 'accept-language': 'ja' })).toContain('no existe');
    expect(await said(UNKNOWN, { 'accept-language': 'fr;q=0.9, ko-KR;q=0.8, en;q=0.1' })).toContain('거래쌍');
    expect(await said(UNKNOWN, { 'accept-language': 'fr' })).toBe('交易对不存在');
  });

  it.each(['xx', '', '../../', '__proto__', 'constructor', 'x'.repeat(3000), 'lm1.__proto__.0'])(
    'passes over %j',
    async (code) => {
      expect((await get(UNKNOWN, { 'language-mark': code, lang: code })).body.message).toBe('交易对不存在');
      expect((await post('set/lang', `lang=${encodeURIComponent(code)}`)).body.type).toBe('error');
    },
  );

  it('names every country, with the same ids in every language', async () => {
    const lists = await Promise.all(
      ['zh', 'hk', 'en', 'jp', 'kr', 'sp', 'th'].map((lang) => post('area_code', `lang=${lang}`)),
    );
    const ids = lists.map(({ body }) =>
      body.message.map((row: { id: number }) => row.id).sort((a: number, b: number) => a - b),
    );
    expect(new Set(ids[0]).size).toBe(ids[0].length);
    for (const list of ids) expect(list).toEqual(ids[0]);
    const named = (index: number, code: string) =>
      lists[index]?.body.message.find((row: { code: string }) => row.code === code);
    expect(named(0, 'CN')).toMatchObject({ name: '中国', area_code: '86' });
    expect(named(2, 'US')).toMatchObject({ name: 'United States', area_code: '1' });
    expect(named(3, 'JP')).toMatchObject({ name: '日本', area_code: '81' });
    expect(named(5, 'ES')).toMatchObject({ name: 'España', area_code: '34' });
    expect(named(6, 'TH')).toMatchObject({ name: 'ไทย', area_code: '66' });
  });
});

describe('replies', () => {
  /** A price of no known age: two replies are the same however long the machine takes between them. */
  const AGELESS = { pricedAt: null };

  it('are not sent again to a client that has them', async () => {
    feed([AGELESS]);
    const first = await get('currency/quotation_new');
    const tag = first.headers.get('etag') ?? '';
    const again = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'if-none-match': tag } });
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
    feed([{ last: '9' }]);
    const changed = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
  });

  it.each(['br', 'gzip'])('are the same compressed with %s', async (encoding) => {
    feed([AGELESS]);
    const plain = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'accept-encoding': 'identity' } });
    const packed = await fetch(`${app.url}/api/currency/quotation_new`, { headers: { 'accept-encoding': encoding } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(await packed.text()).toBe(await plain.text());
  });

  it('may be kept only where nothing can change', async () => {
    const cache = async (path: string) => (await get(path)).headers.get('cache-control');
    const closed = `currency/new_timeshar?symbol=BTC/USDT&period=1min&from=${HOUR / 1000}&to=${HOUR / 1000 + 600}`;
    // Not even a range that is long over: its bars are others when the origin of the prices changes.
    expect(await cache(closed)).toBe('no-cache');
    expect(await cache('currency/new_timeshar?symbol=BTC/USDT&period=1min')).toBe('no-cache');
    expect(await cache('currency/deal?currency_id=1&legal_id=3')).toBe('no-store');
    expect(await cache('currency/deal?currency_id=1&legal_id=4')).toBe('no-store');
  });

  it.each(['api/currency/quotation_new', 'api/nothing', 'healthz', 'api/%zz'])(
    'of %s carry the security headers',
    async (path) => {
      const { headers } = await fetch(`${app.url}/${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    },
  );

  it('to our own failures say nothing but a number', async () => {
    const broken = jest.spyOn(app.application.get(AreaCodes, { strict: false }), 'list').mockImplementation(() => {
      throw new Error('the secret detail');
    });
    try {
      const { status, headers, body } = await post('area_code', '', { lang: 'en' });
      expect(status).toBe(500);
      expect(body).toMatchObject({ type: 'error', code: 'request.failed', request: headers.get('x-request-id') });
      expect(JSON.stringify(body)).not.toContain('secret');
    } finally {
      broken.mockRestore();
    }
  });
});

describe('the page', () => {
  it.each(['', 'pages/trade/index', 'pages/option/index?symbol=BTC/USDT'])('is served at /%s', async (path) => {
    const reply = await fetch(`${app.url}/${path}`);
    const text = await reply.text();
    expect(reply.status).toBe(200);
    expect(text).toContain('id="root"');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    const nonce = /csp-nonce" content="([^"]+)"/.exec(text)?.[1] ?? 'none';
    expect(nonce).not.toContain('NONCE');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy.replace(`'nonce-${nonce}'`, 'its nonce').split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' its nonce",
      "img-src 'self' data: blob:",
      "connect-src 'self' wss:",
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'report-uri /api/csp-report',
    ]);
  });

  it('names what its address needs first, and what another address needs is not in it', async () => {
    const trade = await (await fetch(`${app.url}/pages/trade/index?symbol=BTC/USDT`)).text();
    const option = await (await fetch(`${app.url}/pages/option/index`)).text();
    expect(trade).toContain('<link rel="modulepreload" href="/assets/trade.js"><div id="root">');
    expect(option).toContain('><div id="root">');
    expect(option).not.toContain('trade.js');
  });

  it('begins in the shape of its address, and in light for whoever has chosen that', async () => {
    const page = async (path: string, cookie = '') => (await fetch(app.url + path, { headers: { cookie } })).text();
    expect(await page('/pages/trade/index')).toContain('<div id="root"><i>chart</i></div>');
    expect(await page('/pages/my/index')).toContain('<div id="root"><i>list</i></div>');
    const [dark, other] = [await page('/', 'appearance=dark'), await page('/', 'x=1; notappearance=light')];
    for (const text of [dark, other]) expect(text).toContain('data-mantine-color-scheme="dark"');
    const light = await page('/', 'x=1; appearance=light');
    expect(light).toContain('data-mantine-color-scheme="light"');
    expect(light).toContain('<meta name="theme-color" content="#f5f7f9">');
  });

  it.each([
    ['application/csp-report', '{"csp-report":{"effective-directive":"img-src","blocked-uri":"https://a.b/c?d"}}', 204],
    ['application/csp-report', '{"csp-report":"nonsense"}', 204],
    ['application/csp-report', '{"csp-report":', 200],
    ['text/html', '<p>', 200],
  ])('has somewhere to report to: %s %s', async (type, body, status) => {
    const policy = (await fetch(`${app.url}/`)).headers.get('content-security-policy') ?? '';
    const address = /report-uri (\S+)$/.exec(policy)?.[1] ?? 'none';
    const reply = await fetch(app.url + address, { method: 'POST', headers: { 'content-type': type }, body });
    expect(reply.status).toBe(status);
  });

  it.each([
    ['another call', '/api/user/login', '{"csp-report":{}}', 'request.unsupported-type'],
    ['no call', '/api/nowhere', '{"csp-report":{}}', 'request.unsupported-type'],
    ['a long one', '/api/csp-report', `{"csp-report":{"a":"${'a'.repeat(17_000)}"}}`, 'request.too-large'],
    ['one of many parts', '/api/csp-report', `{"a":[${'{},'.repeat(1000)}{}]}`, 'request.malformed'],
  ])(
    'reads a report at its own address alone, and no more than a browser says: %s',
    async (_what, path, body, code) => {
      const headers = { 'content-type': 'application/csp-report' };
      const reply = await fetch(app.url + path, { method: 'POST', headers, body });
      expect(await reply.json()).toMatchObject({ type: 'error', code });
    },
  );

  it('has files that are kept for ever when they are named after their content', async () => {
    const hashed = await fetch(`${app.url}/assets/main-B4x9Qz7Kd1.js`, { headers: { 'accept-encoding': 'br' } });
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-encoding')).toBe('br');
    expect(await hashed.text()).toBe('console.log("plain")');
    expect((await fetch(`${app.url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache');
  });

  it('has a worker for all of its pages that is asked for anew each time, and may fetch what is ours alone', async () => {
    const { headers, status } = await fetch(`${app.url}/worker.js`);
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-cache' });
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; connect-src 'self'; img-src 'self';/);
  });

  it.each([
    ['assets/gone-AAAAAAAA.js', 404],
    ['.env', 404],
    ['../package.json', 404],
    ['index.html.map', 404],
    ['api/pages/trade/index', 200],
  ])('does not stand in for /%s', async (path, status) => {
    const reply = await fetch(`${app.url}/${path}`);
    const { type, code } = await reply.json();
    expect({ status: reply.status, type, code }).toEqual({ status, type: 'error', code: 'request.unknown-route' });
  });
});

describe('a process', () => {
  const REDIS_AWAY = 'redis://127.0.0.1:1';

  async function withApp(environment: Record<string, string>, check: (url: string) => Promise<void>): Promise<void> {
    const other = await bootApp({ LOG_LEVEL: 'silent', ...environment }, database);
    try {
      await check(other.url);
    } finally {
      await other.close();
    }
  }

  it('is alive and ready, and says how its parts are', async () => {
    feed([{}]);
    expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ state: 'ok' });
    const ready = await fetch(`${app.url}/readyz`);
    expect(ready.status).toBe(200);
    expect((await ready.json()).parts).toMatchObject({
      postgres: { state: 'ok' },
      redis: { state: 'ok' },
      markets: { detail: { live: 1 } },
    });
  });

  it('publishes its figures', async () => {
    feed([{ pricedAt: Date.now() - 4000 }]);
    await get('currency/deal?currency_id=1&legal_id=3');
    const text = await (await fetch(`${app.url}/metrics`)).text();
    const age = Number(/gateway_price_age_seconds\{symbol="BTC\/USDT"\} (\S+)/.exec(text)?.[1]);
    expect(age).toBeGreaterThanOrEqual(4);
    expect(text).toContain('gateway_market_status{symbol="BTC/USDT",status="live"} 1');
    expect(text).toMatch(/gateway_http_request_seconds_count\{route="\/api\/currency\/deal",status="200"\} [1-9]/);
    for (const name of ['feed_gaps_total', 'bad_ticks_total', 'push_latency_seconds', 'sockets', 'queue_depth']) {
      expect(text).toContain(`# TYPE gateway_${name} `);
    }
  });

  it('that is no gateway answers for its health and for nothing else', async () => {
    await withApp({ ROLES: 'worker' }, async (url) => {
      for (const path of ['healthz', 'readyz', 'metrics']) expect((await fetch(`${url}/${path}`)).status).toBe(200);
      for (const path of ['', 'api/currency/quotation_new', 'api/docs']) {
        expect((await (await fetch(`${url}/${path}`)).json()).code).toBe('request.unknown-route');
      }
    });
  });

  it('keeps figures and documentation to itself when told to', async () => {
    await withApp({ PUBLIC_DIAGNOSTICS: 'false' }, async (url) => {
      for (const path of ['metrics', 'api/docs', 'api/docs-json']) {
        expect((await (await fetch(`${url}/${path}`)).json()).code).toBe('request.unknown-route');
      }
    });
    for (const path of ['api/docs', 'api/docs-json']) expect((await fetch(`${app.url}/${path}`)).status).toBe(200);
  });

  it('serves without Redis, and says so', async () => {
    await withApp({ REDIS_URL: REDIS_AWAY, ROLES: 'gateway' }, async (url) => {
      const ready = await fetch(`${url}/readyz`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ state: 'degraded', parts: { redis: { state: 'degraded' } } });
      expect((await (await fetch(`${url}/api/currency/quotation_new`)).json()).type).toBe('ok');
      const mark = await fetch(`${url}/api/set/lang`, { method: 'POST', body: new URLSearchParams({ lang: 'en' }) });
      expect((await mark.json()).type).toBe('ok');
    });
  });

  it('does not become ready beside stored functions of another version, and stays ready when newer ones come', async () => {
    const database = await createTestDatabase();
    const source = await createDataSource(database.url, 1).initialize();
    const change = (to: string) => source.query(`update stored_function set sha256 = ${to} where name = 'ledger_post'`);
    await change('reverse(sha256)');
    const settings = { LOG_LEVEL: 'silent', REDIS_PREFIX: `functions-${randomBytes(4).toString('hex')}:` };
    const other = await bootApp(settings, database);
    const readiness = async () => (await (await fetch(`${other.url}/readyz`)).json()).parts.postgres;
    try {
      expect(await readiness()).toMatchObject({ state: 'down', detail: { functions: 'of another version' } });
      await change('reverse(sha256)');
      expect(await readiness()).toMatchObject({ state: 'ok', detail: { functions: 'own' } });
      await change('reverse(sha256)');
      expect(await readiness()).toMatchObject({ state: 'ok', detail: { functions: 'of another version' } });
    } finally {
      await other.close();
      await source.destroy();
      await database.drop();
    }
  });

  it('is not ready without Postgres', async () => {
    const gone = await createTestDatabase();
    const other = await bootApp({ LOG_LEVEL: 'silent', REDIS_PREFIX: `gone-${randomBytes(4).toString('hex')}:` }, gone);
    try {
      await gone.drop();
      const ready = await fetch(`${other.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.json()).toMatchObject({ state: 'down', parts: { postgres: { state: 'down' } } });
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
