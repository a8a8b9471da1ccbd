import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type AnchorPort, assertAnchorKey } from './anchor-port.js';
import { clientOf, type S3Place } from './s3-storage.js';

const DAY_MS = 86_400_000;
const TAKEN = 412;
/** An anchor takes some hundred bytes, the beginning of a line with its reason a few thousand. What is larger somebody else has put there. */
const MOST_BYTES = 65_536;

/** What came of trying to take an anchor away with the credentials that keep it. */
export interface Robbery {
  /** Until when nobody removes or replaces it; null where nobody says so. */
  lockedUntil: Date | null;
  isRemoved: boolean;
}

/**
 * Anchors in a bucket with Object Lock: until a kept object's time is over nobody removes it, not even the owner of the
 * account (mode COMPLIANCE). Whoever may put objects there can still put another version over it, or a mark that it is
 * gone; and some stores heed no condition of a put. So what is read is always the version that was kept first.
 */
export class S3Anchors implements AnchorPort {
  private readonly client: S3Client;

  constructor(
    private readonly place: S3Place & { retentionDays: number; folder: string },
    private readonly now: () => number,
  ) {
    this.client = clientOf(place);
  }

  async putOnce(key: string, text: string): Promise<boolean> {
    assertAnchorKey(key);
    if ((await this.firstVersion(key)) !== null) return false;
    const object = {
      ...this.named(key),
      Body: Buffer.from(text),
      ContentType: 'application/json',
      // Stores ask for a digest beside a lock.
      ChecksumSHA256: createHash('sha256').update(text).digest('base64'),
      IfNoneMatch: '*',
      ObjectLockMode: 'COMPLIANCE' as const,
      ObjectLockRetainUntilDate: new Date(this.now() + this.place.retentionDays * DAY_MS),
    };
    try {
      const { VersionId: own } = await this.client.send(new PutObjectCommand(object));
      // Another one may have come between, where the condition is not heeded.
      return own === undefined || (await this.firstVersion(key)) === own;
    } catch (error) {
      if (statusOf(error) === TAKEN) return false;
      throw error;
    }
  }

  async get(key: string): Promise<string | null> {
    assertAnchorKey(key);
    const version = await this.firstVersion(key);
    if (version === null) return null;
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand({ ...this.named(key), VersionId: version }));
      return body instanceof Readable ? await textOf(body) : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  /** Also those that somebody has marked as gone. */
  async list(limit: number, after = ''): Promise<string[]> {
    const start = after === '' ? {} : { KeyMarker: this.keyOf(after) };
    const keys = new Set<string>();
    for await (const { Versions: versions = [] } of this.pages({ Prefix: this.keyOf(''), MaxKeys: limit, ...start })) {
      for (const { Key: found = '' } of versions) {
        const key = found.slice(this.keyOf('').length);
        if (key > after && keys.size < limit) keys.add(key);
      }
      if (keys.size === limit) break;
    }
    return [...keys];
  }

  /** For a trial: puts another text over what is kept, marks it as gone, and tries to remove it. */
  async rob(key: string): Promise<Robbery> {
    const version = await this.firstVersion(key);
    if (version === null) return { lockedUntil: null, isRemoved: true };
    const [object, versioned] = [this.named(key), { ...this.named(key), VersionId: version }];
    const lock = await orRefused(this.client.send(new GetObjectRetentionCommand(versioned)));
    await orRefused(this.client.send(new PutObjectCommand({ ...object, Body: 'forged' })));
    await orRefused(this.client.send(new DeleteObjectCommand(object)));
    await orRefused(this.client.send(new DeleteObjectCommand({ ...versioned, BypassGovernanceRetention: true })));
    const isLocked = lock?.Retention?.Mode === 'COMPLIANCE';
    return {
      lockedUntil: (isLocked && lock.Retention?.RetainUntilDate) || null,
      isRemoved: (await this.firstVersion(key)) !== version,
    };
  }

  /** The oldest version, whatever was put over it; null: there is none. Stores name the newest first. */
  private async firstVersion(key: string): Promise<string | null> {
    let first: string | null = null;
    for await (const { Versions: versions = [] } of this.pages({ Prefix: this.keyOf(key) })) {
      for (const { Key: found, VersionId: version } of versions)
        if (found === this.keyOf(key)) first = version ?? 'null';
    }
    return first;
  }

  private async *pages(asked: {
    Prefix: string;
    MaxKeys?: number;
    KeyMarker?: string;
  }): AsyncGenerator<ListObjectVersionsCommandOutput> {
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
    for (;;) {
      const page: ListObjectVersionsCommandOutput = await this.client.send(
        new ListObjectVersionsCommand({ Bucket: this.place.bucket, ...asked, ...from }),
      );
      yield page;
      if (!page.IsTruncated) return;
      from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
  }

  private named(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.keyOf(key) };
  }

  private keyOf(key: string): string {
    return `${this.place.folder}/${key}`;
  }

  close(): void {
    this.client.destroy();
  }
}

/** Null for more than an anchor is: what is left of it is not read. */
async function textOf(body: Readable): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Null where the store refuses it. */
async function orRefused<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (status >= 400 && status < 500) return null;
    throw error;
  }
}
