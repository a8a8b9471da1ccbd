import { connect } from 'node:net';
import { fuzzRequests } from './http.fuzz.js';
import { app, feed, get, OLD_CLIENT, post } from './http.product.js';

describe('what no real client sends', () => {
  const form = OLD_CLIENT['content-type'];
  const many = Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join('&');
  const cases: [
    name: string,
    verb: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | null,
    type: string,
    code: string,
  ][] = [
    ['an unknown address', 'GET', 'nothing', null, form, 'request.unknown-route'],
    ['a double slash', 'GET', '/currency//deal', null, form, 'request.unknown-route'],
    ['another case', 'GET', 'Currency/Deal', null, form, 'request.unknown-route'],
    ['an escaped slash', 'GET', 'currency%2fdeal', null, form, 'request.unknown-route'],
    ['a path parameter', 'GET', 'currency/deal;jsessionid=1', null, form, 'request.unknown-route'],
    ['GET where POST is served', 'GET', 'set/lang', null, form, 'request.method-not-allowed'],
    ['POST where GET is served', 'POST', 'currency/quotation_new', '', form, 'request.method-not-allowed'],
    ['PUT without a body', 'PUT', 'set/lang', null, form, 'request.method-not-allowed'],
    ['DELETE', 'DELETE', 'currency/deal', null, form, 'request.method-not-allowed'],
    ['1,001 parameters', 'GET', `currency/quotation_new?${many}`, null, form, 'request.malformed'],
    ['1,001 fields', 'POST', 'set/lang', many, form, 'request.malformed'],
    ['a cut percent code', 'POST', 'set/lang', 'lang=%', form, 'request.malformed'],
    ['a percent code that is none', 'GET', 'currency/deal?currency_id=%zz', null, form, 'request.malformed'],
    ['an overlong UTF-8 percent code', 'POST', 'set/lang', 'lang=%c0%af', form, 'request.malformed'],
    ['bytes that are not UTF-8', 'POST', 'set/lang', Uint8Array.of(0x6c, 0x3d, 0xff, 0xfe), form, 'request.malformed'],
    ['a body over the limit', 'POST', 'set/lang', `lang=${'x'.repeat(300 * 1024)}`, form, 'request.too-large'],
    ['plain text', 'POST', 'set/lang', 'lang=en', 'text/plain', 'request.unsupported-type'],
    ['multipart', 'POST', 'set/lang', 'x', 'multipart/form-data', 'request.unsupported-type'],
    [
      'UTF-7',
      'POST',
      'set/lang',
      'lang=en',
      'application/x-www-form-urlencoded; charset=utf-7',
      'request.unsupported-type',
    ],
    ['JSON null', 'POST', 'set/lang', 'null', 'application/json', 'request.malformed'],
    ['a JSON list', 'POST', 'set/lang', '[]', 'application/json', 'request.malformed'],
    ['a JSON text', 'POST', 'set/lang', '"en"', 'application/json', 'request.malformed'],
    ['half a JSON object', 'POST', 'set/lang', '{"lang":', 'application/json', 'request.malformed'],
    ['very deep JSON', 'POST', 'set/lang', '['.repeat(100_000), 'application/json', 'request.malformed'],
  ];

  it.each(cases)('%s is answered in the envelope', async (_name, verb, path, body, type, code) => {
    const reply = await fetch(`${app.url}/api/${path}`, {
      method: verb,
      body,
      headers: { ...OLD_CLIENT, 'content-type': type },
    });
    const envelope = JSON.parse(await reply.text());
    const status = code === 'request.too-large' ? 413 : 200;
    expect({ status: reply.status, type: envelope.type, code: envelope.code }).toEqual({ status, type: 'error', code });
    expect(envelope.message).toMatch(/^.{1,200}$/);
    if (code === 'request.method-not-allowed') expect(reply.headers.get('allow')).toMatch(/GET|POST/);
  });

  it('a compressed body is not read', async () => {
    const { status, body } = await post('set/lang', 'lang=en', { 'content-encoding': 'gzip' });
    expect({ status, code: body.code }).toEqual({ status: 200, code: 'request.unsupported-type' });
  });

  it.each<[string, string]>([
    ['lang[]=en', 'request.invalid'],
    ['lang[0]=en&lang[1]=th', 'request.invalid'],
    ['lang=en&lang=th', 'request.invalid'],
    ['lang[toString]=x', 'request.invalid'],
    ['__proto__[lang]=en', 'request.invalid'],
    ['lang=%00', 'language.unknown'],
    ['lang=e%00n', 'language.unknown'],
    ['=en', 'request.invalid'],
  ])('the form %j is refused', async (body, code) => {
    const { status, body: envelope } = await post('set/lang', body);
    expect({ status, code: envelope.code }).toEqual({ status: 200, code });
  });

  it.each<[unknown, string]>([
    [{ lang: 5 }, 'language.unknown'],
    [{ lang: true }, 'language.unknown'],
    [{ lang: null }, 'request.invalid'],
    [{ lang: ['en'] }, 'request.invalid'],
    [{ lang: { toString: 'en' } }, 'request.invalid'],
    [JSON.parse('{"__proto__":{"lang":"en"}}'), 'request.invalid'],
    [{}, 'request.invalid'],
  ])('the JSON %j is refused', async (body, code) => {
    const sent = await post('set/lang', JSON.stringify(body), { 'content-type': 'application/json' });
    expect({ status: sent.status, code: sent.body.code }).toEqual({ status: 200, code });
  });

  it('fields that nobody asked for are ignored', async () => {
    const { body } = await post('set/lang', 'lang=en&is_admin=1&user_id=1&balance=1000000&constructor=1');
    expect(body.type).toBe('ok');
  });

  it.each(['0', '-1', '1.5', 'abc', '9223372036854775808', '1'.repeat(40), '', '1e3', '0x1', ' 1', '１', '1%00'])(
    'the id %j is refused',
    async (id) => {
      const value = id.includes('%') ? id : encodeURIComponent(id);
      const { status, body } = await get(`currency/deal?currency_id=${value}&legal_id=3`);
      expect({ status, type: body.type }).toEqual({ status: 200, type: 'error' });
      expect(['request.invalid', 'markets.unknown-symbol']).toContain(body.code);
    },
  );

  it.each<[string, string, RegExp]>([
    ['no HTTP at all', '\u0001\u0002 nonsense\r\n\r\n', /^HTTP\/1\.1 400 .*"type":"error"/s],
    [
      'a header of 20 KB',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 .*"error"/s,
    ],
    [
      'two lengths',
      'POST /api/set/lang HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a bad chunk',
      'POST /api/set/lang HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      /^HTTP\/1\.1 400 /,
    ],
  ])('%s ends the connection with an answer', async (_name, text, expected) => {
    expect(await raw(text)).toMatch(expected);
  });

  it('5,000 strange requests meet neither a crash nor a 5xx, and every body is an envelope', async () => {
    feed([{}]);
    const outcome = await fuzzRequests(app.url, { count: 5000, seed: 20261120 });
    expect(outcome.wrong).toEqual([]);
    // The fuzz is worth something only if it gets past the front door in every way.
    expect(Object.keys(outcome.seen).sort()).toEqual(
      expect.arrayContaining(['200 error', '200 ok', '200 rows', '413 error']),
    );
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  });
});

/** Sends bytes as they are and gives what comes back until the server closes. */
function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((settle, fail) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (bytes) => {
      answer += bytes.toString();
    });
    socket.on('close', () => settle(answer));
    socket.on('error', fail);
  });
}
