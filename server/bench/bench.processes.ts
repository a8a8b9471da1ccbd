import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The compiled product. */
export const PRODUCT = fileURLToPath(new URL('../../programs/main.js', import.meta.url));

/** How long a program may take to end in good order once its bench is gone. */
const GRACE_MS = 5000;
/**
 * Runs in each program before its own first line. Its input is a pipe that this process holds open and never writes
 * to: the system closes it when the bench ends, also when that is killed and can tell nobody. A thread's input is
 * another one, and closed from the beginning.
 */
const ENDS_WITH_THE_BENCH = `
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    process.stdin.resume().once('close', () => {
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${GRACE_MS}).unref();
      process.kill(process.pid, 'SIGTERM');
    });
    process.stdin.unref();
  }`;

const started = new Set<ChildProcess>();

export interface ProgramTerms {
  /** Beside this process's own. */
  environment?: Record<string, string>;
  parameters?: string[];
  stdout?: 'inherit' | 'ignore';
}

/** Starts a program of Node that ends with this process, however this one ends. */
export function startProgram(
  entry: string,
  { environment = {}, parameters = [], stdout = 'inherit' }: ProgramTerms = {},
): ChildProcess {
  const guard = `--import=data:text/javascript,${encodeURIComponent(ENDS_WITH_THE_BENCH)}`;
  const child = spawn(process.execPath, [guard, entry, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', stdout, 'inherit'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Asks every program to end that was started and still runs. */
export function stopPrograms(): void {
  for (const child of started) child.kill();
}

/** A port that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => settle(port));
    });
  });
}
