import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
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

const { tries: ATTEMPTS, connectMs: CONNECT_LIMIT_MS, requestMs: REQUEST_LIMIT_MS } = DEPENDENCY_LIMITS.objectStore;

/** Files in a store that speaks S3. */
export class S3Storage implements StoragePort {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(place: S3Place) {
    this.bucket = place.bucket;
    this.client = clientOf(place);
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

  close(): void {
    this.client.destroy();
  }
}

/** How we speak to a store, whatever for. */
export function clientOf(place: S3Place): S3Client {
  return new S3Client({
    ...(place.endpoint === '' ? {} : { endpoint: place.endpoint }),
    region: place.region,
    forcePathStyle: place.pathStyle,
    maxAttempts: ATTEMPTS,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    // Without the second it only warns of a store that does not answer; the third ends one that falls silent in the middle.
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_LIMIT_MS,
    },
    // Stores other than Amazon's refuse the newer checksums; the seal of each file proves more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
