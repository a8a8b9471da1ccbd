import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { readConfiguration } from '../config/config.js';
import { serveClient } from './client-files.js';

const PAGE =
  '<head><meta name="map-tiles" content="__MAP_TILES__" /><meta name="map-attribution" content="__MAP_ATTRIBUTION__" /></head>';
const ADDRESSES = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };
let folder: string;
const servers: FastifyInstance[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

async function page(settings: Record<string, string>) {
  const server = fastify();
  servers.push(server);
  const configuration = readConfiguration({ ...ADDRESSES, NODE_ENV: 'test', ...settings });
  await serveClient(server, { ...configuration, CLIENT_FOLDER: folder }, ['api'], null);
  const { body, headers } = await server.inject('/pages/location/choose');
  return { body, policy: String(headers['content-security-policy']) };
}

describe("where the map's pictures come from", () => {
  it('is nowhere unless it is set: the page calls no service of others', async () => {
    const { body, policy } = await page({});
    expect(body).toContain('<meta name="map-tiles" content="" />');
    expect(policy).toContain("img-src 'self' data: blob:;");
  });

  it('is what is set, and from that origin alone the page may have pictures', async () => {
    const tiles = 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=a1';
    const { body, policy } = await page({ MAP_TILES: tiles, MAP_ATTRIBUTION: 'Example Maps, 2026' });
    expect(body).toContain(`content="${tiles}"`);
    expect(body).toContain('content="Example Maps, 2026"');
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example:8443;");
  });

  it.each([
    ['MAP_TILES', 'http://tiles.example/{z}/{x}/{y}.png'],
    ['MAP_TILES', 'https://*/{z}'],
    ['MAP_TILES', 'https://a.example; script-src *'],
    ['MAP_TILES', '"><script>'],
    ['MAP_ATTRIBUTION', '"><script>'],
  ])('is not %s=%s', (name, value) => {
    expect(() => readConfiguration({ ...ADDRESSES, NODE_ENV: 'test', [name]: value })).toThrow(name);
  });
});
