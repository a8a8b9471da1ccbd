import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { assertKey, type StoragePort } from './storage-port.js';

export interface S3Place {
  /** Empty: the address of the region at Amazon. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Bucket in the path and not in the host's name: most stores that are not Amazon's want it. */
  pathStyle: boolean;
}

const {
  tries: ATTEMPTS,
  connectMs: CONNECT_LIMIT_MS,
  requestMs: REQUEST_LIMIT_MS,
  fileMs: FILE_LIMIT_MS,
} = DEPENDENCY_LIMITS.objectStore;

/** What a store answers to a put whose condition does not hold. */
const TAKEN = 412;

/** Files in a store that speaks S3. */
export class S3Storage implements StoragePort {
  private readonly client: S3Client;
  /** For files of any length: a limit of a request counts until all of one is sent, and one of silence while its reader is busy. */
  private readonly files: S3Client;
  private readonly bucket: string;

  constructor(place: S3Place) {
    this.bucket = place.bucket;
    this.client = clientOf(place);
    this.files = clientOf(place, FILE_LIMIT_MS);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    assertKey(key);
    const object = { Bucket: this.bucket, Key: key, Body: bytes, ContentType: 'application/octet-stream' };
    await this.client.send(new PutObjectCommand(object));
  }

  async get(key: string): Promise<Buffer | null> {
    assertKey(key);
    try {
      const { Body: body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return body ? Buffer.from(await body.transformToByteArray()) : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertKey(key);
    await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  /** Some stores heed no condition of a put, so it is looked first whether something is there. */
  async addFile(key: string, path: string): Promise<boolean> {
    assertKey(key);
    if (await this.isTaken(key)) return false;
    const { size } = await stat(path);
    const file = createReadStream(path);
    const broken = new AbortController();
    // What cannot be read ends the request: it would wait for the rest.
    file.on('error', (error) => broken.abort(error));
    const object = {
      Bucket: this.bucket,
      Key: key,
      Body: file,
      ContentLength: size,
      ContentType: 'application/octet-stream',
      IfNoneMatch: '*',
    };
    try {
      await this.files.send(new PutObjectCommand(object), { abortSignal: broken.signal });
      return true;
    } catch (error) {
      broken.signal.throwIfAborted();
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === TAKEN) return false;
      throw error;
    } finally {
      file.destroy();
    }
  }

  async open(key: string): Promise<Readable | null> {
    assertKey(key);
    try {
      const asked = new GetObjectCommand({ Bucket: this.bucket, Key: key });
      const { Body: body } = await this.files.send(asked, { requestTimeout: REQUEST_LIMIT_MS });
      return body instanceof Readable ? body : null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async list(folder: string, limit: number, after = ''): Promise<string[]> {
    assertKey(folder);
    const asked = { Bucket: this.bucket, Prefix: `${folder}/`, MaxKeys: limit };
    const start = after === '' ? {} : { StartAfter: after };
    const { Contents: found = [] } = await this.client.send(new ListObjectsV2Command({ ...asked, ...start }));
    return found.flatMap(({ Key: key }) => (key === undefined ? [] : [key]));
  }

  private async isTaken(key: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  close(): void {
    this.client.destroy();
    this.files.destroy();
  }
}

/** How we speak to a store, whatever for. @param limitMs of a request, and of silence in the middle of one. */
export function clientOf(place: S3Place, limitMs: number = REQUEST_LIMIT_MS): S3Client {
  return new S3Client({
    ...(place.endpoint === '' ? {} : { endpoint: place.endpoint }),
    region: place.region,
    forcePathStyle: place.pathStyle,
    maxAttempts: ATTEMPTS,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Without the second it only warns of a store that does not answer; the third ends one that falls silent in the middle.
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      requestTimeout: limitMs,
      throwOnRequestTimeout: true,
      socketTimeout: limitMs,
    },
    // Stores other than Amazon's refuse the newer checksums; the seal of each file proves more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
