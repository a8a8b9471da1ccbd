import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..');
const entry = join(root, 'dist/server/openapi.js');
const run = (folder: string, mode: string) => promisify(execFile)('node', [entry, mode], { cwd: folder });

/** The schemas come from the compiled DTO classes, so the build is what is described; `npm test` builds first. */
describe('the kept descriptions', () => {
  it('are what the code describes now', async () => {
    expect(existsSync(entry)).toBe(true);
    await expect(run(root, '--check')).resolves.toMatchObject({ stderr: '' });
  });

  it('are refused when they are not', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'descriptions-'));
    try {
      await expect(run(empty, '--check')).rejects.toMatchObject({ code: 1 });
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it('give each name to one class: of two that share one the description has only the last', () => {
    const folder = join(root, 'server/contract');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dto.ts'));
    const names = files.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^export (?:abstract )?class (\w+)/gm)].map(
        ([, found]) => found,
      ),
    );
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it('of HTTP have every call of the old clients with its verb', () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'server/contract/openapi.json'), 'utf8'));
    const calls = Object.entries<Record<string, unknown>>(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /api/set/lang',
        'POST /api/get/lang',
        'POST /api/area_code',
        'GET /api/currency/quotation_new',
        'GET /api/currency/quotation_recomm',
        'GET /api/currency/new_timeshar',
        'GET /api/currency/deal',
        'GET /api/currency/new_tradehistory',
        'GET /api/usstock/quotation',
        'GET /api/usstock/kline',
        'POST /api/usstock/getNewPrice',
      ]),
    );
  });

  it('of what programs may call say of each what it does: the page for their authors lists them', () => {
    const { paths } = JSON.parse(readFileSync(join(root, 'client/public/openapi.json'), 'utf8'));
    const silent = Object.entries<Record<string, { summary?: string }>>(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).flatMap(([verb, { summary }]) => (summary ? [] : `${verb} ${path}`)),
    );
    expect(silent).toEqual([]);
  });

  it('of the channels refer only to schemas that they have', () => {
    const text = readFileSync(join(root, 'server/contract/asyncapi.json'), 'utf8');
    const { channels, components } = JSON.parse(text);
    const names = [...text.matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(components.schemas)));
    expect(Object.keys(channels)).toContain('markets.candle');
    expect(text).not.toContain('nullable');
  });
});
