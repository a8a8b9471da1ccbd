import { stat, statfs } from 'node:fs/promises';
import { type Finding, finding, looked, stateOf } from './finding.js';

/** What is taken of a file system. */
const TAKEN = { watch: 0.8, wrong: 0.9 };
const OTHERS = 0o077;

/** Looks at the folders of this machine: how full their file systems are, and who may read the secrets. */
export class ExamineDisk {
  /** @param folders `secrets`: null where they are given, and lie in none of ours. */
  constructor(private readonly folders: { data: string; secrets: string | null }) {}

  /** Each folder by itself: one that is not there hides nothing of the other. */
  async execute(): Promise<Finding[]> {
    const { data, secrets } = this.folders;
    return [
      ...(await looked('disk', data, async () => [await this.room(data)])),
      ...(secrets === null ? [] : await looked('disk', secrets, async () => [await this.readers(secrets)])),
    ];
  }

  private async room(folder: string): Promise<Finding> {
    const { blocks, bavail, bsize } = await statfs(folder);
    const free = ((bavail * bsize) / 1024 ** 3).toFixed(1);
    const words = `${free} GiB are free where ${folder} lies`;
    return finding(
      'disk',
      stateOf(1 - bavail / blocks, TAKEN),
      words,
      'Make room, or move it to a larger disk: uploads and logs end with it.',
    );
  }

  private async readers(folder: string): Promise<Finding> {
    const { mode } = await stat(folder);
    const isOpen = (mode & OTHERS) !== 0;
    const words = `others of this machine ${isOpen ? 'can' : 'cannot'} enter ${folder}, where the secrets lie`;
    return finding(
      'disk',
      isOpen ? 'wrong' : 'ok',
      words,
      `chmod 700 ${folder}; whoever was there meanwhile may have them: change the keys (server/documents/operations.md).`,
    );
  }
}
