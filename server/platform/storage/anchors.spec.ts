import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectStore } from '../../test/fakes/object-store.js';
import { readAnchorSettings } from '../config/config.js';
import type { AnchorPort } from './anchor-port.js';
import { chooseAnchors } from './choose-anchors.js';
import { LocalAnchors } from './local-anchors.js';
import { S3Anchors } from './s3-anchors.js';
import { tryAnchors } from './try-anchors.js';

const NOW = Date.UTC(2026, 0, 1);
const UNTIL = Date.UTC(2026, 0, 11);
const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
const store = new ObjectStore('heeds conditions');
const careless = new ObjectStore('heeds no condition');
let s3: S3Anchors;
let carelessS3: S3Anchors;

beforeAll(async () => {
  const over = (endpoint: string) =>
    new S3Anchors(
      {
        endpoint,
        region: 'eu-central-1',
        bucket: 'anchors',
        pathStyle: true,
        accessKeyId: 'KEY',
        secretAccessKey: 'secret',
        retentionDays: 10,
        folder: 'audit-anchors/mine',
      },
      () => NOW,
    );
  s3 = over(await store.listen());
  carelessS3 = over(await careless.listen());
});

afterAll(async () => {
  for (const anchors of [s3, carelessS3]) anchors.close();
  for (const opened of [store, careless]) await opened.close();
  rmSync(folder, { recursive: true });
});

describe.each<[string, () => AnchorPort]>([
  ['a folder', () => new LocalAnchors(join(folder, 'kept'))],
  ['a bucket', () => s3],
  ['a bucket of a store that heeds no condition', () => carelessS3],
])('anchors in %s', (_name, make) => {
  it('are kept once and listed in their order', async () => {
    const anchors = make();
    expect(await anchors.list(10)).toEqual([]);
    expect(await anchors.get('seal-2')).toBeNull();
    expect(await anchors.putOnce('seal-2', 'two')).toBe(true);
    expect(await anchors.putOnce('seal-1', 'one')).toBe(true);
    expect(await anchors.putOnce('seal-2', 'other')).toBe(false);
    expect(await anchors.get('seal-2')).toBe('two');
    expect(await anchors.list(10)).toEqual(['seal-1', 'seal-2']);
    expect(await anchors.list(1)).toEqual(['seal-1']);
    expect(await anchors.list(10, 'seal-1')).toEqual(['seal-2']);
    await expect(anchors.putOnce('../seal', 'x')).rejects.toThrow();
  });

  it('are kept by one of many at once', async () => {
    const stored = await Promise.all(Array.from({ length: 5 }, (_, index) => make().putOnce('seal-7', String(index))));
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await make().get('seal-7')).toBe(String(stored.indexOf(true)));
    expect(await make().putOnce('seal-7', 'late')).toBe(false);
  });

  it('are listed page by page', async () => {
    const anchors = make();
    const keys = ['page-1', 'page-2', 'page-3', 'page-4', 'page-5'];
    for (const key of keys) await anchors.putOnce(key, key);
    const found: string[] = [];
    for (let after: string | undefined = 'page'; ; after = found.at(-1)) {
      const page = await anchors.list(2, after);
      found.push(...page.filter((key) => key.startsWith('page')));
      if (page.length < 2 || found.length >= keys.length) break;
    }
    expect(found).toEqual(keys);
  });

  it('are what was kept first, when the place is tried', async () => {
    const trials = await tryAnchors(make(), UNTIL);
    expect(trials.filter(({ holds }) => !holds)).toEqual([]);
    expect(trials.length).toBe(make() instanceof S3Anchors ? 8 : 4);
  });
});

it('of a bucket are locked until their time is over, with their digest', () => {
  expect(store.headers[0]).toMatchObject({
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': '2026-01-11T00:00:00Z',
    'x-amz-checksum-sha256': createHash('sha256').update('two').digest('base64'),
    'if-none-match': '*',
  });
});

describe('an anchor in a bucket', () => {
  it('is read and listed as it was kept first, whatever was put over it and whoever marked it as gone', async () => {
    for (const anchors of [s3, carelessS3]) {
      await anchors.putOnce('robbed-1', 'one');
      await anchors.putOnce('robbed-2', 'two');
      for (let times = 0; times < 5; times += 1)
        expect(await anchors.rob('robbed-1')).toEqual({ lockedUntil: new Date(UNTIL), isRemoved: false });
      expect(await anchors.get('robbed-1')).toBe('one');
      expect(await anchors.list(2, 'robbed-0')).toEqual(['robbed-1', 'robbed-2']);
      const puts = store.headers.length + careless.headers.length;
      expect(await anchors.putOnce('robbed-1', 'mine')).toBe(false);
      expect(store.headers.length + careless.headers.length).toBe(puts);
    }
  });

  it('is none where somebody put more there than an anchor is: it is not read', async () => {
    await s3.putOnce('huge-1', 'x'.repeat(100_000));
    expect(await s3.get('huge-1')).toBeNull();
    expect(await s3.list(1, 'huge-0')).toEqual(['huge-1']);
  });

  it('that no lock keeps is told by a trial', async () => {
    const open = new ObjectStore('heeds conditions', { locks: false });
    const place = { endpoint: await open.listen(), region: 'x', bucket: 'anchors', pathStyle: true };
    const keys = { accessKeyId: 'KEY', secretAccessKey: 'secret' };
    const anchors = new S3Anchors({ ...place, ...keys, retentionDays: 10, folder: 'f' }, () => NOW);
    const broken = (await tryAnchors(anchors, UNTIL)).filter(({ holds }) => !holds).map(({ says }) => says);
    anchors.close();
    await open.close();
    expect(broken).toEqual([
      'has locked it for as long as anchors are kept',
      'lets nobody remove it',
      'gives it back though another was put over it',
    ]);
  });
});

it('of a folder can be read by the product alone, and written by nobody', () => {
  expect(statSync(join(folder, 'kept', 'seal-1')).mode & 0o777).toBe(0o400);
});

it('of a folder that a process did not finish are none', async () => {
  const anchors = new LocalAnchors(join(folder, 'broken-off'));
  await anchors.putOnce('seal-1', 'one');
  writeFileSync(join(folder, 'broken-off', '.draft-of-a-process-that-died'), 'o');
  expect(await anchors.list(5)).toEqual(['seal-1']);
  expect(readdirSync(join(folder, 'broken-off'))).toHaveLength(2);
});

it('of two databases in one place are apart', async () => {
  const settings = readAnchorSettings({ DATA_FOLDER: folder });
  const of = (name: string) => chooseAnchors(settings, { databaseUrl: `postgres://h/${name}`, now: () => NOW });
  expect(await (await of('one')).putOnce('seal-1', 'one')).toBe(true);
  expect(await (await of('../two')).list(5)).toEqual([]);
  expect(await (await of('one')).list(5)).toEqual(['seal-1']);
});

it('are tried apart from those of every database', async () => {
  const settings = readAnchorSettings({ DATA_FOLDER: folder });
  const trial = await chooseAnchors(settings, { databaseUrl: null, now: () => NOW });
  expect((await tryAnchors(trial, UNTIL)).every(({ holds }) => holds)).toBe(true);
  const named = await chooseAnchors(settings, { databaseUrl: 'postgres://h/.trial', now: () => NOW });
  expect(await named.list(5)).toEqual([]);
});

it('need a bucket where they are to lie in one', async () => {
  const settings = readAnchorSettings({ AUDIT_ANCHORS: 's3' });
  await expect(chooseAnchors(settings, { databaseUrl: 'postgres://h/d', now: () => NOW })).rejects.toThrow(
    'AUDIT_ANCHORS_BUCKET',
  );
});
