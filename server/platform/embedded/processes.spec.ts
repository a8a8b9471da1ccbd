import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PROCESSES = pathToFileURL(join(__dirname, 'processes.mjs')).href;
/** Goes on for a minute whatever becomes of the one that started it, and says its number. */
const LEFT = `process.on('disconnect', () => undefined); console.log(process.pid); setTimeout(() => undefined, 60_000);`;
const BETWEEN = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(LEFT)}], { stdio: 'inherit' }); setTimeout(() => undefined, 60_000);`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('an interrupted command leaves nothing behind that it has started', async () => {
  const program = `
    import { interruptCommands, onInterrupt, run } from '${PROCESSES}';
    onInterrupt(() => interruptCommands());
    await run(process.execPath, ['-e', ${JSON.stringify(BETWEEN)}], { stdio: 'inherit' });`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(launcher.stdout, 'data')) as [Buffer];
  const left = Number(said.toString());
  expect(isThere(left)).toBe(true);
  launcher.kill('SIGTERM');
  while (isThere(left)) await new Promise((resolve) => setTimeout(resolve, 50));
});
