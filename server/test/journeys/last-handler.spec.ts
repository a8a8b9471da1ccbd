import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { onProcesses, Product } from '../faults/product.js';

/** The last handler of all, in the compiled product as a process of its own: what nobody caught is logged, and ends it. */

/** Put into the process before the product: it fails where nothing of the product could catch it. */
const FAILS = `
  process.on('SIGCONT', () => setImmediate(() => { throw new Error('thrown, and caught by nobody'); }));
  process.on('SIGWINCH', () => void Promise.reject(new Error('refused, and caught by nobody')));`;
const CASES: [what: string, signal: NodeJS.Signals, message: string, event: string][] = [
  ['is thrown', 'SIGCONT', 'thrown, and caught by nobody', 'uncaughtException'],
  ['is a promise that fails', 'SIGWINCH', 'refused, and caught by nobody', 'unhandledRejection'],
];

interface Line {
  level: number;
  context?: string;
  details?: string[];
  msg?: string;
  err?: { message: string; stack?: string };
}

onProcesses('an error that nobody caught', () => {
  let product: Product;

  beforeAll(async () => {
    product = await Product.empty();
    product.environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILS)}` };
  }, 60_000);
  afterAll(() => product?.stop(), 60_000);

  it.each(CASES)(
    'that %s stands in the log with its stack, and the process ends with a failure',
    async (_what, signal, message, event) => {
      const { child, log, url } = await product.launch('gateway', 'none');
      await product.untilServing(url);
      const ended = new Promise<number | null>((done) => child.once('close', done));
      child.kill(signal);
      expect(await ended).toBe(1);
      const lines = log
        .join('')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line);
      const last = lines.at(-1);
      expect(last).toMatchObject({ level: 60, context: 'Process', details: [event], msg: message, err: { message } });
      expect(last?.err?.stack).toContain(message);
      // It serves nobody any more.
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    },
    120_000,
  );

  it('is what ended it, each time', () => {
    expect(product.exits.map((line) => line.split(':').slice(0, 2).join(':'))).toEqual(['gateway: 1', 'gateway: 1']);
  });
});
