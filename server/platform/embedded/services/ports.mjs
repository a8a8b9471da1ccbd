import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';
import { Failure } from '../failure.mjs';

// Below the ephemeral range (from 32768 on Linux), where any outgoing connection could take the port meanwhile.
const LOWEST = 20000;
const HIGHEST = 32000;

/**
 * Whether nobody listens on the port.
 * @param {number} port
 * @param {string} host address to bind, as the service itself will
 * @returns {Promise<boolean>} rejects where binding fails for another reason than a taken port
 */
export function isFree(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * A port that nobody listens on and that this process has not been given before. Where the search begins is drawn, so that two launchers
 * that start at once look in different places.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const first = randomInt(LOWEST, HIGHEST);
  const port = await getPort({
    host: '127.0.0.1',
    port: [...portNumbers(first, HIGHEST), ...portNumbers(LOWEST, first)],
    reserve: true,
  });
  // When all are taken it gives one of those that outgoing connections take.
  if (port > HIGHEST) throw new Failure(`No free port was found between ${LOWEST} and ${HIGHEST}.`);
  return port;
}

/**
 * Refuses with one sentence when the product's own port cannot be used.
 * @param {number} port
 * @param {string} host
 */
export async function requireFree(port, host) {
  let free;
  try {
    free = await isFree(port, host);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const reason = code === 'EACCES' ? 'this user may not open it (ports below 1024 need root)' : String(code);
    throw new Failure(`Port ${port} on ${host} cannot be opened: ${reason}. Set PORT or HOST to another one.`);
  }
  if (!free) throw new Failure(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`);
}

/**
 * Refuses with one sentence when nothing accepts connections at the address.
 * @param {string} name how the service is called in the sentence
 * @param {string} url
 * @param {number} standardPort port when the address has none
 */
export async function requireReachable(name, url, standardPort) {
  if (!URL.canParse(url)) throw new Failure(`${name} is not an address: it must look like scheme://host:port/name.`);
  const { hostname, port } = new URL(url);
  const where = `${hostname || 'localhost'}:${port || standardPort}`;
  await new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '') || 'localhost';
    const socket = connect({ host, port: Number(port) || standardPort, timeout: 5000 });
    const fail = (/** @type {string} */ reason) => {
      socket.destroy();
      reject(new Failure(`${name} points to ${where}, which cannot be reached (${reason}).`));
    };
    socket.once('connect', () => resolve(socket.destroy()));
    socket.once('timeout', () => fail('no answer within 5 s'));
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ error) => fail(error.code ?? error.message));
  });
}
