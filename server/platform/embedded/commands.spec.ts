import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, startApart } from './commands.mjs';
import { isAlive, stop } from './processes.mjs';

const [COMMANDS, PROCESSES] = ['commands.mjs', 'processes.mjs'].map(
  (name) => pathToFileURL(join(__dirname, name)).href,
);
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

const node = (program: string, options = {}) => run(process.execPath, ['-e', program], options);

it('a command gives its exit code and all that it wrote, and sees the environment that it was given alone', async () => {
  const program = `console.log(process.env.GIVEN, process.env.HOME); console.error('and this'); process.exitCode = 3`;
  expect(await node(program, { env: { GIVEN: 'yes' } })).toEqual({ code: 3, output: 'yes undefined\nand this\n' });
});

it('a command that a signal ends has failed, and one that there is not rejects with its name', async () => {
  expect(await node(`process.kill(process.pid, 'SIGKILL')`)).toEqual({ code: 1, output: '' });
  const failure = { code: 'ENOENT', path: 'no-such-program' };
  await expect(run('no-such-program', [])).rejects.toMatchObject(failure);
  await expect(startApart('no-such-program', [], {})).rejects.toMatchObject(failure);
});

it('a program apart is in a group of its own, which what the terminal sends to ours does not reach', async () => {
  const { child, identity } = await startApart(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {});
  const { output } = await run('ps', ['-o', 'pgid=', '-p', String(child.pid)]);
  expect(output.trim()).toBe(String(child.pid));
  await stop(identity, 1000);
  expect(isAlive(identity)).toBe(false);
});

it('an interrupted command leaves nothing behind that it has started', async () => {
  const program = `
    import { interruptCommands, run } from '${COMMANDS}';
    import { onInterrupt } from '${PROCESSES}';
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

it('an interrupted command that does not listen is ended by force', async () => {
  const DEAF = `process.on('SIGTERM', () => undefined); console.log(process.pid); setTimeout(() => undefined, 60_000);`;
  const program = `
    import { interruptCommands, run } from '${COMMANDS}';
    import { onInterrupt } from '${PROCESSES}';
    onInterrupt(() => interruptCommands());
    await run(process.execPath, ['-e', ${JSON.stringify(DEAF)}], { stdio: 'inherit' });
    console.log('went on');`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(launcher.stdout, 'data')) as [Buffer];
  const deaf = Number(said.toString());
  launcher.kill('SIGTERM');
  const [next] = (await once(launcher.stdout, 'data')) as [Buffer];
  expect([next.toString(), isThere(deaf)]).toEqual(['went on\n', false]);
});
