import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { type AnchorPort, assertAnchorKey } from './anchor-port.js';
import { clientOf, type S3Place } from './s3-storage.js';

const DAY_MS = 86_400_000;
const TAKEN = 412;

/**
 * Anchors in a bucket with Object Lock: until a kept object's time is over nobody removes or replaces it, not even the owner
 * of the account (mode COMPLIANCE).
 */
export class S3Anchors implements AnchorPort {
  private readonly client: S3Client;

  constructor(
    private readonly place: S3Place & { keepDays: number; folder: string },
    private readonly now: () => number,
  ) {
    this.client = clientOf(place);
  }

  async keep(key: string, text: string): Promise<boolean> {
    assertAnchorKey(key);
    const object = {
      Bucket: this.place.bucket,
      Key: this.keyOf(key),
      Body: Buffer.from(text),
      ContentType: 'application/json',
      // Stores ask for a digest beside a lock.
      ChecksumSHA256: createHash('sha256').update(text).digest('base64'),
      IfNoneMatch: '*',
      ObjectLockMode: 'COMPLIANCE' as const,
      ObjectLockRetainUntilDate: new Date(this.now() + this.place.keepDays * DAY_MS),
    };
    try {
      await this.client.send(new PutObjectCommand(object));
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === TAKEN) return false;
      throw error;
    }
  }

  async get(key: string): Promise<string | null> {
    assertAnchorKey(key);
    try {
      const asked = { Bucket: this.place.bucket, Key: this.keyOf(key) };
      const { Body: body } = await this.client.send(new GetObjectCommand(asked));
      return body ? await body.transformToString() : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async list(limit: number, after?: string): Promise<string[]> {
    const { Contents: found = [] } = await this.client.send(
      new ListObjectsV2Command({
        Bucket: this.place.bucket,
        Prefix: this.keyOf(''),
        MaxKeys: limit,
        ...(after === undefined ? {} : { StartAfter: this.keyOf(after) }),
      }),
    );
    return found.flatMap(({ Key: key }) => (key === undefined ? [] : [key.slice(this.keyOf('').length)]));
  }

  private keyOf(key: string): string {
    return `${this.place.folder}/${key}`;
  }

  close(): void {
    this.client.destroy();
  }
}
