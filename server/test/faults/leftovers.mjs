import { existsSync, readFileSync, rmSync } from 'node:fs';
import { commandOf, identify, stop } from '../../platform/embedded/processes.mjs';

/**
 * Ends the processes of the product that an interrupted suite has left behind.
 * @param {string} file their numbers, one a line
 */
export async function endLeftovers(file) {
  if (!existsSync(file)) return;
  const numbers = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
  const left = numbers.filter((pid) => commandOf(pid).includes('dist/programs/main.js'));
  await Promise.all(left.map((pid) => stop(identify(pid), 2000)));
  rmSync(file, { force: true });
}
