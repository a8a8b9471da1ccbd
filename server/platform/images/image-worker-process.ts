import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ImageAnswer, ImageRequest, MarkRequest } from './image-messages.js';

/** Why there is no picture: the file is bad, or it took too much, or too many wait already. */
export class ImageFailure extends Error {
  constructor(readonly reason: 'unreadable' | 'too-costly' | 'busy') {
    super(reason);
  }
}

export interface WorkerLimits {
  /** Path of the compiled decoding program. */
  program: string;
  /** Milliseconds for one picture. */
  timeMs: number;
  /** Mebibytes of memory of the whole process, where the system tells (Linux). */
  memoryMiB: number;
}

const START_LIMIT_MS = 15_000;
const IDLE_MS = 60_000;
const WATCH_MS = 50;
/** A process that has seen so many strangers' files makes room for a fresh one. */
const PICTURES_MAX = 100;
const PAGE_BYTES = 4096;
/** Mebibytes of V8's heap, of which decoding needs little: pictures lie outside of it. */
const HEAP_MIB = 256;

/**
 * One decoding process, started when it is needed and ended when idle. A process and not a thread: a fault in a
 * decoder's native code ends it alone, and it can be ended in the middle of a picture.
 */
export class ImageWorkerProcess {
  private child: ChildProcess | null = null;
  private pictures = 0;
  private idle: NodeJS.Timeout | null = null;

  constructor(private readonly limits: WorkerLimits) {}

  /** @throws ImageFailure. */
  async run(request: ImageRequest | MarkRequest): Promise<Buffer> {
    if (this.idle) clearTimeout(this.idle);
    this.child ??= await this.start();
    this.pictures++;
    try {
      return await this.ask(this.child, request);
    } finally {
      if (this.pictures >= PICTURES_MAX) this.stop();
      this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  stop(): void {
    if (this.idle) clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = null;
    this.pictures = 0;
  }

  private async start(): Promise<ChildProcess> {
    const child = fork(this.limits.program, [], {
      // Nothing of our environment: no secret is where a picture is decoded.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MIB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    try {
      await this.await(child, START_LIMIT_MS, (message) => 'ready' in message);
    } catch {
      throw new Error(`The decoding process did not start (${this.limits.program})`);
    }
    return child;
  }

  private async ask(child: ChildProcess, request: ImageRequest | MarkRequest): Promise<Buffer> {
    const answered = this.await(child, this.limits.timeMs, (message) => 'picture' in message);
    child.send(request);
    const message = await answered;
    if (!('picture' in message) || !message.picture) throw new ImageFailure('unreadable');
    return Buffer.from(message.picture);
  }

  /** Waits for an answer; whatever comes instead, the process is gone afterwards. */
  private await(child: ChildProcess, limitMs: number, isAnswer: (message: ImageAnswer) => boolean) {
    return new Promise<ImageAnswer>((resolve, reject) => {
      const fail = (reason: 'unreadable' | 'too-costly') => {
        finish();
        child.kill('SIGKILL');
        if (this.child === child) this.child = null;
        this.pictures = 0;
        reject(new ImageFailure(reason));
      };
      const onMessage = (message: unknown) => {
        if (!isAnswer(message as ImageAnswer)) return;
        finish();
        resolve(message as ImageAnswer);
      };
      const onEnd = () => fail('unreadable');
      const timer = setTimeout(() => fail('too-costly'), limitMs);
      const watch = setInterval(() => {
        void memoryOf(child.pid).then((bytes) => {
          if (!finished && bytes > this.limits.memoryMiB * 1024 * 1024) fail('too-costly');
        });
      }, WATCH_MS);
      let finished = false;
      const finish = () => {
        finished = true;
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      };
      child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
    });
  }
}

/** Resident bytes of a process; 0 where the system does not tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number.parseInt(pages, 10) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
