import { transformFileSync } from '@swc/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Identity, identify, isAlive } from '../platform/embedded/processes.mjs';

/** Starts two programs, says their numbers, and goes on until it is ended. */
const BENCH = `
  import { startProgram } from './bench.processes.mjs';
  const names = ['orderly.mjs', 'stubborn.mjs'];
  const children = names.map((name) => startProgram(name, { parameters: ['heard'], stdout: 'ignore' }));
  console.log(JSON.stringify(children.map(({ pid }) => pid)));
  process.on('message', () => { throw new Error('The bench fails.'); });
  setInterval(() => undefined, 1000);`;
/** Threads have an input of their own, whose end is not the bench's. */
const ORDERLY = `
  import { writeFileSync } from 'node:fs';
  import { Worker } from 'node:worker_threads';
  new Worker('./thread.mjs').once('exit', () => writeFileSync('thread-ended', ''));
  process.on('SIGTERM', () => { writeFileSync(process.argv[2], 'asked to end'); process.exit(); });
  setInterval(() => undefined, 1000);`;
const THREAD = 'setTimeout(() => undefined, 100)';
const STUBBORN = `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000);`;

describe('programs that a bench starts', () => {
  let folder: string;
  let bench: ChildProcess;
  let programs: Identity[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bench-processes-'));
    const { code } = transformFileSync(join(__dirname, 'bench.processes.ts'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    const files = { 'bench.processes': code, bench: BENCH, orderly: ORDERLY, thread: THREAD, stubborn: STUBBORN };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.mjs`), text);
    bench = spawn(process.execPath, ['bench.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
    const [said] = await once(bench.stdout as NodeJS.ReadableStream, 'data');
    programs = JSON.parse(String(said)).map(identify);
    // They live, and a thread of one of them has begun and ended.
    while (!existsSync(join(folder, 'thread-ended')) && programs.every(isAlive)) await sleep(20);
    expect(programs.map(isAlive)).toEqual([true, true]);
  });
  afterEach(() => {
    for (const each of [...programs, identify(bench.pid as number)])
      if (isAlive(each)) process.kill(each.pid, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });

  async function allEnded(): Promise<void> {
    while (programs.some(isAlive)) await sleep(20);
    expect(readFileSync(join(folder, 'heard'), 'utf8')).toBe('asked to end');
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'end in good order, or by force, when %s ends it',
    async (signal) => {
      bench.kill(signal);
      await allEnded();
    },
    30_000,
  );

  it('end when it fails', async () => {
    bench.send('fail');
    await allEnded();
  }, 30_000);
});
