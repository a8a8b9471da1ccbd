import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder } from './data-folder.mjs';
import { identify, isAlive, stop } from '../processes.mjs';

describe('the data folder', () => {
  let path: string;
  let other: ChildProcess;
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'data-folder-'));
    other = spawn('sleep', ['60']);
  });
  afterEach(async () => {
    await stop(identify(other.pid ?? 0), 1000);
    rmSync(path, { recursive: true });
  });

  const leave = (launcher: object, started: object): void =>
    writeFileSync(join(path, 'launcher.json'), JSON.stringify({ launcher, started }));
  const dead = { pid: 999_999_999, born: '1' };

  it('is given to one launcher at a time', async () => {
    leave(identify(other.pid ?? 0), {});
    const refusal = `The product already runs from ${path} (process ${other.pid}).`;
    await expect(new DataFolder(path).take()).rejects.toThrow(refusal);
    expect(new DataFolder(path).holder()?.launcher.pid).toBe(other.pid);
  });

  it('is given to exactly one of several that come at the same instant', async () => {
    leave(dead, {});
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => new DataFolder(path).take()));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over from a launcher that was killed, and what that one started is stopped', async () => {
    const left = identify(other.pid ?? 0);
    leave(dead, { server: left });
    const folder = new DataFolder(path);
    await folder.take();
    expect(isAlive(left)).toBe(false);
    expect(folder.holder()?.launcher.pid).toBe(process.pid);
  });

  it('leaves a stranger alone who has got the number of a process that ended', async () => {
    const stranger = identify(other.pid ?? 0);
    leave({ ...stranger, born: 'earlier' }, { postgres: { ...stranger, born: 'earlier' } });
    await new DataFolder(path).take();
    expect(isAlive(stranger)).toBe(true);
  });

  it('is taken over when the record is cut off in the middle', async () => {
    writeFileSync(join(path, 'launcher.json'), '{ "launcher": { "pi');
    const folder = new DataFolder(path);
    await folder.take();
    expect(JSON.parse(readFileSync(join(path, 'launcher.json'), 'utf8')).launcher.pid).toBe(process.pid);
    folder.release();
    expect(folder.holder()).toBeNull();
  });
});
