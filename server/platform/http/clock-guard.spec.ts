import { Clock } from '../clock/clock.js';
import { bootApp, type TestApp } from '../../test/app.js';
import { addressOfCall } from './entrances.js';
import { RouteList } from './route-list.js';

let app: TestApp;
let isRight = true;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway' });
  app.application.get(Clock).isRight = () => isRight;
});
afterEach(() => {
  isRight = true;
});
afterAll(() => app?.close());

async function send(method: string, path: string) {
  const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
  const reply = await fetch(`${app.url}${addressOfCall(path).replace(/:\w+/g, '1')}`, { method, ...body });
  return { call: `${method} ${path}`, status: reply.status, said: (await reply.json()) as { code?: string } };
}

describe('a gateway whose clock is wrong', () => {
  it('refuses every call that writes, of users and of operators, before it knows who calls', async () => {
    const writing = app.application
      .get(RouteList)
      .all()
      .filter(({ method }) => method !== 'GET');
    expect(writing.filter(({ path }) => path.startsWith('ops/api/')).length).toBeGreaterThan(50);
    expect(writing.filter(({ path }) => !path.startsWith('ops/api/')).length).toBeGreaterThan(100);
    isRight = false;
    const served: unknown[] = [];
    for (const { method, path } of writing) {
      const reply = await send(method, path);
      if (reply.status !== 503 || reply.said.code !== 'request.unavailable') served.push(reply);
    }
    expect(served).toEqual([]);
  });

  it('says so in the words of each call, and shows what it shows', async () => {
    isRight = false;
    const message = '服务暂时不可用，请稍后再试';
    expect((await send('POST', 'user/login')).said).toMatchObject({
      type: 'error',
      code: 'request.unavailable',
      message,
    });
    expect((await send('GET', 'currency/list')).status).toBe(200);
  });

  it('serves again once it is right', async () => {
    const replies: number[] = [];
    for (const right of [false, true]) {
      isRight = right;
      replies.push((await send('POST', 'user/login')).status);
    }
    expect(replies[0]).toBe(503);
    expect(replies[1]).toBeLessThan(500);
  });
});
