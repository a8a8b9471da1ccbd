import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

// On Node alone, because it is asked before any package is there: which process is which, and what ends this one.

/**
 * @typedef {{ pid: number, born: string, ending?: NodeJS.Signals }} Identity a process, told apart from a later one
 *   with the same number; `ending` is the signal that makes it end in good order, SIGTERM when not given
 */

/**
 * When the process was started, as the system tells it; null when there is no such process. A dead process that
 * nobody has collected yet counts as gone.
 * @param {number} pid
 * @returns {string | null}
 */
export function bornAt(pid) {
  if (process.platform === 'linux') {
    try {
      // The second field is the name in brackets and may hold spaces; state follows it, the start time is field 22.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    } catch {
      return null;
    }
  }
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.stdout?.trim() || null;
}

/**
 * The process's command line, empty when there is none.
 * @param {number} pid
 */
export function commandOf(pid) {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * Processes that work in the folder, as far as the system shows them (Linux alone does).
 * @param {string} folder
 * @returns {number[]}
 */
export function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksIn(pid, folder));
}

/**
 * @param {number} pid
 * @param {string} folder
 */
function worksIn(pid, folder) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

/**
 * Every process below this one, as far as the system shows them (Linux alone does).
 * @param {number} pid
 * @returns {Identity[]}
 */
export function descendantsOf(pid) {
  if (process.platform !== 'linux') return [];
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter((one) => one > 0)
      .map((one) => [one, parentOf(one)]),
  );
  /** @type {(one: number) => number[]} */
  const below = (one) =>
    [...parents].filter(([, parent]) => parent === one).flatMap(([child]) => [child, ...below(child)]);
  return below(pid).map(identify);
}

/**
 * @param {number} pid
 * @returns {number | null}
 */
function parentOf(pid) {
  try {
    // As above: the state comes behind the name, and the parent behind the state.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    );
  } catch {
    return null;
  }
}

/**
 * @param {number} pid
 * @returns {Identity}
 */
export function identify(pid) {
  return { pid, born: bornAt(pid) ?? '' };
}

/**
 * Whether exactly this process still runs, not another that got its number.
 * @param {Identity | undefined} identity
 */
export function isAlive(identity) {
  return identity !== undefined && identity.born !== '' && bornAt(identity.pid) === identity.born;
}

/**
 * Asks the process to end and waits; ends it by force when it does not.
 * @param {Identity} identity
 * @param {number} patienceMs time to end by itself
 */
export async function stop(identity, patienceMs) {
  signal(identity, identity.ending ?? 'SIGTERM');
  const steps = Math.ceil(patienceMs / 20);
  for (let step = 0; step < steps && isAlive(identity); step += 1) await sleep(20);
  signal(identity, 'SIGKILL');
  for (let step = 0; step < 100 && isAlive(identity); step += 1) await sleep(20);
}

/**
 * @param {Identity} identity
 * @param {NodeJS.Signals} name
 */
function signal(identity, name) {
  if (!isAlive(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}

let isAsked = false;
/** What is called when this process is asked to end; null until somebody wants to know. @type {Set<() => void> | null} */
let listeners = null;

/** Whether the person or the system has asked this process to end, since somebody wanted to know. */
export function isInterrupted() {
  return isAsked;
}

/**
 * Calls back once when the person or the system asks this process to end, at once when they have already. Later signals change
 * nothing: npm passes on what the terminal has already sent to everybody.
 * @param {() => void} listener
 */
export function onInterrupt(listener) {
  if (isAsked) return listener();
  if (listeners === null) {
    listeners = new Set();
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, interrupt);
  }
  listeners.add(listener);
}

function interrupt() {
  if (isAsked) return;
  isAsked = true;
  for (const listener of listeners ?? []) listener();
}
