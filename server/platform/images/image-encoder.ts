import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import type { ImageRequest, MarkRequest } from './image-messages.js';
import { ImageFailure, ImageWorkerProcess } from './image-worker-process.js';

const WORKERS = 2;
const WAITING_MAX = 16;

/** Makes pictures anew, a few at a time, away from the process that answers people. */
@Injectable()
export class ImageEncoder implements OnApplicationShutdown {
  private readonly workers: ImageWorkerProcess[];
  private readonly free: ImageWorkerProcess[];
  private readonly waiting: ((worker: ImageWorkerProcess) => void)[] = [];

  constructor({ values }: Config) {
    const limits = {
      program: values.IMAGE_WORKER,
      timeMs: values.IMAGE_TIME_MS,
      memoryMiB: values.IMAGE_MEMORY_MIB,
    };
    this.workers = Array.from({ length: WORKERS }, () => new ImageWorkerProcess(limits));
    this.free = [...this.workers];
  }

  /**
   * The picture as a JPEG that holds nothing of the file but its pixels.
   * @throws ImageFailure for a file that cannot be read, takes too much, or comes when too many wait.
   */
  encode(request: ImageRequest): Promise<Buffer> {
    return this.run(request);
  }

  /**
   * A picture that {@link encode} has made, with a text all over it.
   * @throws ImageFailure when it takes too much, or comes when too many wait.
   */
  mark(request: MarkRequest): Promise<Buffer> {
    return this.run(request);
  }

  private async run(request: ImageRequest | MarkRequest): Promise<Buffer> {
    const worker = await this.takeWorker();
    try {
      return await worker.run(request);
    } finally {
      const next = this.waiting.shift();
      if (next) next(worker);
      else this.free.push(worker);
    }
  }

  onApplicationShutdown(): void {
    for (const worker of this.workers) worker.stop();
  }

  private takeWorker(): Promise<ImageWorkerProcess> {
    const worker = this.free.pop();
    if (worker) return Promise.resolve(worker);
    if (this.waiting.length >= WAITING_MAX) return Promise.reject(new ImageFailure('busy'));
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
