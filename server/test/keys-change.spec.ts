import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { idNumberDigests } from '../features/account/verification/id-number.js';
import { VerificationStore } from '../features/account/verification/verification.store.js';
import { CodesStore } from '../features/account/codes/codes.store.js';
import { VerificationCodes } from '../features/account/codes/verification-codes.js';
import { NoteIncident } from '../features/account/notices/index.js';
import { KnownClients, LimitsStore, SecretBox, UsersStore } from '../features/account/users/index.js';
import { OptionQuotes, type OptionQuote } from '../features/trading/options/option-quotes.js';
import { fileOf } from '../features/account/uploads/receive-upload.js';
import { UploadsStore } from '../features/account/uploads/uploads.store.js';
import { GetUpload } from '../features/account/uploads/get-upload.js';
import { ImageEncoder } from '../platform/images/image-encoder.js';
import { SealedFiles } from '../platform/storage/sealed-files.js';
import { StoragePort } from '../platform/storage/storage-port.js';
import { readConfiguration } from '../platform/config/config.js';
import { Clock } from '../platform/clock/clock.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { IdempotencyStore } from '../platform/idempotency/idempotency.store.js';
import { IdempotentCommands } from '../platform/idempotency/idempotent-commands.js';
import { bootApp, type TestApp } from './app.js';
import { aUserId } from './factories/ledger.js';

/** What each kind of thing does that a configured key made, while the key is changed (server/documents/operations.md, "A key is changed"). */
const [OLD, NEW] = ['o', 'n'].map((letter) => letter.repeat(40)) as [string, string];
const config = (SECRET_KEY: string, previous = '') => ({
  values: readConfiguration({
    DATABASE_URL: 'postgres://u@127.0.0.1:1/d',
    REDIS_URL: 'redis://127.0.0.1:1',
    NODE_ENV: 'test',
    SECRET_KEY,
    PASSWORD_PEPPER: 'p'.repeat(40),
    SECRET_KEY_PREVIOUS: previous,
  }),
});
const [before, after, gone] = [config(OLD, NEW), config(NEW, OLD), config(NEW)];

let app: TestApp;
beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

it('a code that was sent before is right, and is used once', async () => {
  const get = <Provider>(token: abstract new (...given: never[]) => Provider): Provider => app.application.get(token);
  const codes = (values: typeof before) =>
    new VerificationCodes(
      new CodesStore(app.serving),
      get(LimitsStore),
      new SecretBox(values),
      get(NoteIncident),
      get(Clock),
    );
  const name = { target: `${randomBytes(6).toString('hex')}@example.com`, purpose: 'forget' as const };
  const code = await codes(before).issue(name);
  const tried = { by: 'strangers', userId: null, caller: { ip: '203.0.113.4', userAgent: '' } };
  await codes(after).check(name, code, tried);
  await expect(codes(gone).check(name, code, tried)).rejects.toMatchObject({ code: 'account.code-wrong' });
  const use = (values: typeof before) => app.owner.transaction((tx) => codes(values).use(tx, name, code));
  await expect(use(gone)).rejects.toMatchObject({ code: 'account.code-wrong' });
  await use(after);
  await expect(use(after)).rejects.toMatchObject({ code: 'account.code-wrong' });
});

it('a browser that was known is known, and its next login gives it a proof of the new key', async () => {
  const userId = await aUserId(app.owner);
  const clients = (values: typeof before) =>
    new KnownClients(
      app.application.get(UsersStore),
      new SecretBox(values),
      app.application.get(Transactions),
      app.application.get(Clock),
    );
  const caller = { ip: '203.0.113.4', userAgent: '' };
  const device = await clients(before).remember(userId, caller);
  const known = (values: typeof before, cookie: string) => clients(values).isDeviceOf(userId, { device: cookie });
  expect([known(before, device), known(after, device), known(gone, device)]).toEqual([true, true, false]);
  const next = await clients(after).remember(userId, { ...caller, device });
  expect(next.split('.')[0]).toBe(device.split('.')[0]);
  expect([known(before, next), known(gone, next)]).toEqual([true, true]);
  expect(await clients(after).remember(userId, { ...caller, device: next })).toBe(next);
});

it('a number of an ID that is known under the old key keeps its digest: nobody is verified twice with it', async () => {
  const store = app.application.get(VerificationStore);
  const digests = (values: typeof before, number: string) => idNumberDigests(new SecretBox(values), 'CN', number);
  const number = randomBytes(8).toString('hex');
  const [old] = digests(before, number);
  const userId = await aUserId(app.owner);
  await app.owner.transaction(async (tx) => {
    const person = {
      country: 'CN',
      name: 'A',
      idKind: 'id-card' as const,
      idNumberSealed: Buffer.from('x'),
      address: 'A',
    };
    await store.submit(tx, { userId, level: 'basic', at: new Date() }, { ...person, idNumberDigest: old });
    expect(await store.knownDigest(tx, digests(after, number))).toEqual(old);
    const [first] = digests(after, `${number}1`);
    expect(await store.knownDigest(tx, digests(after, `${number}1`))).toEqual(first);
    expect(await store.knownDigest(tx, digests(gone, number))).toEqual(digests(gone, number)[0]);
  });
});

describe('a photo under the old key', () => {
  async function aPhoto(): Promise<string> {
    const id = randomBytes(16).toString('hex');
    await app.owner.query(
      `insert into upload (id, user_id, purpose, state, bytes, stored, created_at, used_for, used_at)
       values ($1, $2, 'verification', 'used', 1, true, now(), 'verification', now())`,
      [id, await aUserId(app.owner)],
    );
    await new SealedFiles(before, storage()).put(fileOf(id), Buffer.from('canary'));
    return id;
  }
  const storage = () => app.application.get(StoragePort);
  const view = (files: SealedFiles) =>
    new GetUpload(
      new UploadsStore(app.serving),
      files,
      app.application.get(ImageEncoder),
      app.application.get(Clock),
      new Transactions(app.serving),
    );

  it('is sealed anew as it is shown', async () => {
    const id = await aPhoto();
    expect((await view(new SealedFiles(after, storage())).shared(id)).toString()).toBe('canary');
    expect((await new SealedFiles(gone, storage()).get(fileOf(id)))?.toString()).toBe('canary');
  });

  it('that is removed while it is shown does not come back', async () => {
    const id = await aPhoto();
    const files = storage();
    const removedMeanwhile = {
      get: async (key: string) => {
        const bytes = await files.get(key);
        await app.owner.query(`update upload set state = 'discarded' where id = $1`, [id]);
        await files.remove(key);
        return bytes;
      },
      put: (key: string, bytes: Uint8Array) => files.put(key, bytes),
    } as StoragePort;
    await view(new SealedFiles(after, removedMeanwhile)).shared(id);
    expect(await files.get(fileOf(id))).toBeNull();
  });
});

describe('a command', () => {
  const commands = (values: typeof before) =>
    new IdempotentCommands(
      new Transactions(app.serving),
      new IdempotencyStore(app.serving),
      app.application.get(Clock),
      values,
    );

  it.each(['key-of-the-client', null])('that was done before is not done again (key: %s)', async (key) => {
    const reply = z.object({ times: z.number() });
    const command = { userId: await aUserId(app.owner), route: 'wallet/change', key, body: { amount: '5' }, reply };
    let times = 0;
    const run = (values: typeof before, body: unknown = command.body) =>
      commands(values).run({ ...command, body }, () => {
        times += 1;
        return Promise.resolve({ times });
      });
    expect(await run(before)).toEqual({ times: 1 });
    expect([await run(after), await run(before), await run(after)]).toEqual([{ times: 1 }, { times: 1 }, { times: 1 }]);
    if (key !== null) await expect(run(after, { amount: '6' })).rejects.toMatchObject({ code: 'request.key-reused' });
    expect(times).toBe(1);
  });
});

describe('a quote', () => {
  const quote: OptionQuote = {
    userId: '1',
    marketId: 1,
    demo: false,
    direction: 'rise',
    seconds: 60,
    payoutRatio: '0.8',
    feeRatio: '0',
    evenBand: '0',
    entryAt: 1,
    entryIndex: '50000',
    quotedAt: 1,
  } as OptionQuote;
  const quotes = (values: typeof before) => new OptionQuotes(values);

  it('of one gateway is read by its neighbours, whichever of the two keys they sign with', () => {
    for (const one of [before, after])
      for (const other of [before, after]) expect(quotes(other).read(quotes(one).sign(quote))).toEqual(quote);
    expect(quotes(gone).read(quotes(before).sign(quote))).toBeNull();
  });

  it('says by which key it was signed, and is held against that one alone', () => {
    const [text = '', mac = ''] = quotes(before).sign(quote).split('.');
    const said = JSON.parse(Buffer.from(text, 'base64url').toString()) as { key: string };
    expect(said.key).toMatch(/^[0-9a-f]{8}$/);
    for (const strange of [
      '',
      'x',
      `${text}.`,
      text,
      `.${mac}`,
      `${text}.${mac}=`,
      `${text}.${mac}.${mac}`,
      `e30.${mac}`,
      '!!.!!',
    ])
      expect(quotes(after).read(strange)).toBeNull();
  });
});
