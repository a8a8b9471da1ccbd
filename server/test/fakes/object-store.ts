import { createHash } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

interface Version {
  id: string;
  /** Null: a mark that the object is gone. */
  body: Buffer | null;
  lockedUntil: string | null;
}

/**
 * As much of an S3 store with versions and Object Lock as anchors and files use: PUT, GET, HEAD and DELETE of an object and of a
 * version of it, its retention, the list of versions and the list of objects. What it does was seen at Ceph's gateway (`server/documents/proofs.md`).
 */
export class ObjectStore {
  /** Of each call: bucket and key. */
  readonly paths: string[] = [];
  /** Of each PUT. */
  readonly headers: IncomingHttpHeaders[] = [];
  private readonly objects = new Map<string, Version[]>();
  private versions = 0;
  private readonly server: Server;

  /**
   * @param kind whether puts are refused where their condition does not hold: some stores do not look at it.
   * @param bucket whether it was made with Object Lock.
   */
  constructor(
    private readonly kind: 'heeds conditions' | 'heeds no condition',
    private readonly bucket = { locks: true },
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://x');
    this.paths.push(url.pathname);
    const { status, headers = {}, body = '' } = this.reply(request, url, Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
  }

  private reply({ method, headers }: IncomingMessage, url: URL, body: Buffer): Reply {
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const id = url.searchParams.get('versionId');
    if (method === 'PUT') return this.put(key, headers, body);
    if (method === 'DELETE') return this.remove(key, id);
    if (url.searchParams.has('versions')) return this.list(url.searchParams);
    if (url.searchParams.get('list-type') === '2') return this.listObjects(url.searchParams);
    const versions = this.objects.get(key) ?? [];
    const found = id === null ? versions.at(-1) : versions.find((version) => version.id === id);
    if (!found?.body) return failure(404, 'NoSuchKey');
    if (!url.searchParams.has('retention')) return { status: 200, body: found.body };
    const until = `<RetainUntilDate>${found.lockedUntil}</RetainUntilDate>`;
    return found.lockedUntil === null
      ? failure(404, 'NoSuchObjectLockConfiguration')
      : { status: 200, body: `<Retention><Mode>COMPLIANCE</Mode>${until}</Retention>` };
  }

  private put(key: string, headers: IncomingHttpHeaders, body: Buffer): Reply {
    this.headers.push(headers);
    const versions = this.objects.get(key) ?? [];
    const isHeld = this.kind === 'heeds conditions' && headers['if-none-match'] === '*';
    if (isHeld && versions.at(-1)?.body) return failure(412, 'PreconditionFailed');
    const lockedUntil = headers['x-amz-object-lock-retain-until-date'];
    return this.add(key, {
      body,
      lockedUntil: this.bucket.locks && typeof lockedUntil === 'string' ? lockedUntil : null,
    });
  }

  private add(key: string, version: Omit<Version, 'id'>): Reply {
    this.versions += 1;
    const id = createHash('md5').update(String(this.versions)).digest('hex');
    this.objects.set(key, [...(this.objects.get(key) ?? []), { id, ...version }]);
    return { status: 200, headers: { 'x-amz-version-id': id } };
  }

  private remove(key: string, id: string | null): Reply {
    if (id === null) return { ...this.add(key, { body: null, lockedUntil: null }), status: 204 };
    const versions = this.objects.get(key) ?? [];
    if (versions.find((version) => version.id === id)?.lockedUntil) return failure(403, 'AccessDenied');
    this.objects.set(
      key,
      versions.filter((version) => version.id !== id),
    );
    return { status: 204 };
  }

  /** Those that are not gone. */
  private listObjects(asked: URLSearchParams): Reply {
    const [prefix, most] = [asked.get('prefix') ?? '', Number(asked.get('max-keys') ?? 1000)];
    const after = asked.get('start-after') ?? '';
    const keys = [...this.objects]
      .filter(([key, versions]) => key.startsWith(prefix) && key > after && versions.at(-1)?.body)
      .map(([key]) => key)
      .sort();
    const lines = keys.slice(0, most).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const more = `<IsTruncated>${keys.length > most}</IsTruncated>`;
    return { status: 200, body: `<ListBucketResult>${more}${lines.join('')}</ListBucketResult>` };
  }

  /** By key, the newest version first, behind the markers. */
  private list(asked: URLSearchParams): Reply {
    const [prefix, most] = [asked.get('prefix') ?? '', Number(asked.get('max-keys') ?? 1000)];
    const [afterKey, afterId] = [asked.get('key-marker') ?? '', asked.get('version-id-marker')];
    const all = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .flatMap((key) => (this.objects.get(key) ?? []).toReversed().map((version) => ({ key, ...version })));
    const isAfter = (key: string) => (afterId === null ? key > afterKey : key >= afterKey);
    const place = afterId === null ? -1 : all.findIndex(({ key, id }) => key === afterKey && id === afterId);
    const left = all.filter(({ key }, index) => isAfter(key) && index > place);
    const page = left.slice(0, most);
    const last = page.at(-1);
    const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`;
    const lines = page.map(({ key, id, body }) => {
      const name = body ? 'Version' : 'DeleteMarker';
      return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId></${name}>`;
    });
    const more = left.length > most ? `<IsTruncated>true</IsTruncated>${next}` : '<IsTruncated>false</IsTruncated>';
    return { status: 200, body: `<ListVersionsResult>${more}${lines.join('')}</ListVersionsResult>` };
  }
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const failure = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});
