import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../test/app.js';
import { anOperator, type TestOperator } from '../../test/factories/operators.js';
import { deskCookie, deskTokenOf } from './desk-cookie.js';
import { DeskPort } from './desk-port.js';

const token = 'Ab_-'.repeat(10).concat('xyz');
const HOUR_MS = 3_600_000;

describe('the cookie of a session at the desk', () => {
  const found = (cookie: string, isSecure: boolean) => deskTokenOf({ headers: { cookie } } as FastifyRequest, isSecure);

  it.each([true, false])('is found again, and nothing else is (https: %s)', (isSecure) => {
    const [pair = ''] = deskCookie(token, HOUR_MS, isSecure).split(';', 1);
    expect(found(pair, isSecure)).toBe(token);
    expect(found(`theme=dark; ${pair}; other=1`, isSecure)).toBe(token);
    expect(found(`x${pair}`, isSecure)).toBeNull();
    expect(found(`${pair}x`, isSecure)).toBeNull();
    expect(found(pair, !isSecure)).toBeNull();
  });

  it('belongs over https to the host alone, and one that could come from a sub-domain is none', () => {
    expect(deskCookie(token, HOUR_MS, true)).toBe(
      `__Host-desk=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600; Secure`,
    );
    expect(deskCookie('', HOUR_MS, true)).toBe('__Host-desk=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure');
    expect(found(`desk=${token}`, true)).toBeNull();
  });

  it('goes elsewhere to the desk only', () => {
    expect(deskCookie(token, HOUR_MS, false)).toBe(`desk=${token}; Path=/ops; HttpOnly; SameSite=Strict; Max-Age=3600`);
  });
});

describe('the desk of production', () => {
  let app: TestApp;
  let source: DataSource;
  let operator: TestOperator;
  let desk: string;

  beforeAll(async () => {
    app = await bootApp({
      ROLES: 'gateway',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      OPS_PORT: '0',
    });
    source = await new DataSource({ type: 'postgres', url: app.database.url }).initialize();
    operator = await anOperator(source, 'administrator');
    desk = `http://127.0.0.1:${await app.application.get(DeskPort).listen()}`;
  }, 60_000);
  afterAll(async () => {
    await source?.destroy();
    await app?.close();
  });

  const me = async (cookie: string) =>
    ((await (await fetch(`${desk}/ops/api/me`, { headers: { cookie } })).json()) as { type: string }).type;
  const board = async (cookie: string) => (await fetch(`${desk}/ops/queues/`, { headers: { cookie } })).status;

  it('knows its operators by the cookie of its host alone', async () => {
    expect(await me(`__Host-desk=${operator.token}`)).toBe('ok');
    expect(await me(`desk=${operator.token}`)).toBe('999');
  });

  it('shows its board to the same', async () => {
    expect(await board(`__Host-desk=${operator.token}`)).toBe(200);
    expect(await board(`desk=${operator.token}`)).toBe(401);
  });

  it('takes the same cookie away at the end', async () => {
    const reply = await fetch(`${desk}/ops/api/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `__Host-desk=${operator.token}` },
      body: '{}',
    });
    expect(reply.headers.get('set-cookie')).toBe('__Host-desk=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure');
    expect(await me(`__Host-desk=${operator.token}`)).toBe('999');
  });
});
