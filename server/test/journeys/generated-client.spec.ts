import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { Clock } from '../../platform/clock/clock.js';
import { makeKey } from '../factories/api-keys.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { people, type Person } from '../faults/people.js';
import { SECRETS } from '../faults/product.js';
import { Caller } from '../calls.js';

/** A program whose client a generator has made of the served description: it is compiled, and trades on demo money with a key. */

const ROOT = join(__dirname, '../../..');
const DESCRIPTION = join(ROOT, 'client/public/openapi.json');
const BOT = join(__dirname, '../fixtures/api-bot.ts.txt');
const run = promisify(execFile);

let folder: string;
let world: FuturesWorld;
let sql: Pool;
let prices: NodeJS.Timeout;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  world = await FuturesWorld.open({ ...SECRETS, RATE_FACTOR: '1' });
  // The program has the machine's clock, and so has the product.
  const follow = (): void => {
    world.clock.set(Date.now());
    world.refresh();
  };
  world.app.application.get(Clock).now = () => Date.now();
  follow();
  prices = setInterval(follow, 200);
  sql = new Pool({ connectionString: world.app.database.url, max: 2 });
  sql.on('error', () => undefined);
}, 120_000);
afterAll(async () => {
  clearInterval(prices);
  await sql?.end();
  await world?.app.close();
  rmSync(folder, { recursive: true });
});

const bin = (path: string) => join(ROOT, 'node_modules', path);

/** Of a key whose secret is text, as the bot takes it. */
function textOf(secret: unknown): string {
  if (typeof secret !== 'string') throw new Error('The key has no secret in text.');
  return secret;
}

it('is generated, compiles strictly, and places, sees, cancels, opens and closes', async () => {
  await run('node', [bin('openapi-typescript/bin/cli.js'), DESCRIPTION, '-o', join(folder, 'api.ts')]);
  copyFileSync(BOT, join(folder, 'bot.ts'));
  const options = {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['bot.ts'] }));
  await run('node', [bin('typescript/bin/tsc'), '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });

  const [person] = (await people(sql, 1, { spot: '100' })) as [Person];
  const call = new Caller(world.app);
  expect(await call.post('demo/enter', {}, { token: person.token })).toMatchObject({ type: 'ok' });
  const own = await makeKey(world.app.url, person.token, { demo: true });
  const { stdout } = await run('node', [join(folder, 'bot.js'), world.app.url, own.key, textOf(own.secret)]);
  expect(JSON.parse(stdout)).toEqual({
    limit: '"open";q=10;w=1',
    order: 'simulation_account',
    position: true,
    refused: [403, 'api-key.money'],
  });
  const { rows } = await sql.query(
    `select 'spot' as what, status, demo from spot_order where user_id = $1
     union all select 'contract', status::text, demo from futures_position where user_id = $1 order by 1`,
    [person.userId],
  );
  expect(rows).toEqual([
    { what: 'contract', status: '3', demo: true },
    { what: 'spot', status: 'cancelled', demo: true },
  ]);
}, 300_000);

describe('the served description', () => {
  const { servers, paths, components } = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  type Operation = {
    security: object[];
    responses: Record<string, object>;
    requestBody?: { content: Record<string, { example?: object }> };
  };
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ call: `${verb.toUpperCase()} ${path}`, ...operation })),
  );

  it('says of every call by what it is opened, with a server, errors and an example', () => {
    expect(servers).toEqual([{ url: '/', description: expect.any(String) }]);
    expect(Object.keys(components.securitySchemes)).toEqual(['apiKey', 'apiTimestamp', 'apiSignature']);
    const opened = operations.filter(({ security }) => security.length > 0);
    expect(opened.length).toBeGreaterThan(30);
    for (const { call, security, responses, requestBody } of opened) {
      expect({ call, security }).toEqual({ call, security: [{ apiKey: [], apiTimestamp: [], apiSignature: [] }] });
      const statuses = Object.keys(responses);
      expect({ call, statuses }).toEqual({
        call,
        statuses: expect.arrayContaining(['200', '400', '401', '403', '409', '429', '503']),
      });
      for (const { example } of Object.values(requestBody?.content ?? {}))
        expect({ call, example }).toEqual({ call, example: expect.any(Object) });
    }
  });

  it('has nothing of the desk, of pages or of what keys do not open', () => {
    const closed = operations
      .map(({ call }) => call)
      .filter((call) => /\/ops\/|user\/|wallet\/out|wallet\/change|ctc\//.test(call));
    expect(closed).toEqual([]);
  });

  it('shows examples that the calls themselves take', () => {
    for (const { call, requestBody } of operations) {
      for (const [, { example = {} }] of Object.entries(requestBody?.content ?? {})) {
        const [, name = ''] = /schemas\/(\w+)"/.exec(JSON.stringify(requestBody)) ?? [];
        const { required = [], properties = {} } = components.schemas[name];
        expect({ call, fields: Object.keys(example) }).toEqual({ call, fields: expect.arrayContaining(required) });
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(example)));
      }
    }
  });
});
