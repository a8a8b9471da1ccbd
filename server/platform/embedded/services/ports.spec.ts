import { createServer, type AddressInfo, type Server } from 'node:net';
import { freePort, isFree, requireFree, requireReachable } from './ports.mjs';

describe('ports', () => {
  let server: Server;
  let taken: number;
  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    taken = (server.address() as AddressInfo).port;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('refuses a taken port in one sentence that says what to do', async () => {
    await expect(requireFree(taken, '127.0.0.1')).rejects.toThrow(
      `Port ${taken} is taken by another program. Stop it, or set PORT to a free one.`,
    );
    expect(await isFree(taken)).toBe(false);
  });

  it('chooses a free port below those that outgoing connections take', async () => {
    const port = await freePort();
    expect(port).toBeLessThan(32768);
    await expect(requireFree(port, '127.0.0.1')).resolves.toBeUndefined();
  });

  it('gives no port twice to those that start at once', async () => {
    const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
    expect(new Set(ports).size).toBe(300);
  });

  it('accepts a given server that answers and refuses one that does not, without showing its password', async () => {
    await expect(requireReachable('REDIS_URL', `redis://127.0.0.1:${taken}`, 6379)).resolves.toBeUndefined();
    const closed = await freePort();
    const refusal = requireReachable('DATABASE_URL', `postgres://u:secret@127.0.0.1:${closed}/x`, 5432);
    await expect(refusal).rejects.toThrow(
      `DATABASE_URL points to 127.0.0.1:${closed}, which cannot be reached (ECONNREFUSED).`,
    );
    await expect(requireReachable('REDIS_URL', 'nonsense', 6379)).rejects.toThrow('REDIS_URL is not an address');
  });
});
