import { execa } from 'execa';
import { descendantsOf, identify, stop } from './processes.mjs';

/**
 * @typedef {import('execa').ResultPromise} Command
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, detached?: boolean, uid?: number, gid?: number,
 *   stdio?: import('execa').Options['stdio'] }} Options `env` is the whole environment
 */

/** How long a command has to end by itself once it is interrupted. */
const PATIENCE_MS = 2000;

/** Commands that run right now; an interrupted launcher ends them. */
const running = /** @type {Set<Command>} */ (new Set());

/**
 * Ends every command started by {@link run} that has not finished, after two seconds by force, and whatever that has started and
 * left: a runner of tests that ends leaves the processes that are in the middle of one.
 */
export function interruptCommands() {
  for (const child of running) {
    const below = child.pid === undefined ? [] : descendantsOf(child.pid);
    child.once('exit', async () => {
      await Promise.all(below.map((one) => stop(one, PATIENCE_MS)));
      // Where its children cannot be seen they may hold the pipes open; nobody reads them any more.
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    child.kill('SIGTERM');
  }
}

/**
 * Runs a command to its end. A `detached` one is not ended by {@link interruptCommands}.
 * @param {string} program
 * @param {string[]} parameters
 * @param {Options} options
 * @returns {Promise<{ code: number, output: string }>} exit code (1 when ended by a signal) and what it wrote;
 *   rejects when the program cannot be started
 */
export async function run(program, parameters, { env = process.env, ...options } = {}) {
  const child = execa(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    all: true,
    stripFinalNewline: false,
    reject: false,
    forceKillAfterDelay: PATIENCE_MS,
    extendEnv: false,
    env,
    ...options,
  });
  if (!options.detached) running.add(child);
  try {
    const { exitCode, signal, cause, all } = await child;
    if (exitCode === undefined && signal === undefined) throw cause;
    return { code: exitCode ?? 1, output: String(all ?? '') };
  } finally {
    running.delete(child);
  }
}

/**
 * Starts a program that goes on in a process group of its own, so that Ctrl-C reaches only the launcher, which then
 * stops everything in order.
 * @param {string} program
 * @param {string[]} parameters
 * @param {Options} options
 * @returns {Promise<{ child: Command, identity: import('./processes.mjs').Identity }>}
 */
export async function startApart(program, parameters, { env = process.env, ...options }) {
  const child = execa(program, parameters, {
    detached: true,
    cleanup: false,
    buffer: false,
    reject: false,
    extendEnv: false,
    env,
    ...options,
  });
  if (child.pid === undefined) throw (await child).cause;
  return { child, identity: identify(child.pid) };
}
