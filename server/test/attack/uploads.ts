import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { aPhoto, aPhotoWithPlace, aPng } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { people } from '../faults/people.js';
import {
  type Attack,
  brief,
  type Family,
  held,
  insideOf,
  isOpen,
  oneByOne,
  type Outcome,
  outcomeOf,
  type Target,
} from './attack.js';
import { type Answer, anAddress, type Stranger } from './stranger.js';

/** Files that are more or other than a photo, and many that never come to their end. */

const GRID = 'review §2, "SVG, HTML, polyglot with script and zip, EXIF with PHP, 30,000 x 30,000, huge IDAT"';
const M17 = 'review M17';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

async function aToken(target: Target): Promise<string> {
  const [person] = await people(insideOf(target).sql, 1, {});
  return person?.token ?? '';
}

interface Upload {
  token: string;
  body: Buffer;
  filename?: string;
  type?: string;
  from?: string;
}

function upload(stranger: Stranger, { token, body, from = anAddress(), ...part }: Upload): Promise<Answer> {
  const form = formBytes([{ name: 'file', body, ...part }]);
  return stranger.call('upload', { method: 'POST', body: form, token, from, headers: { 'content-type': TYPE } });
}

const HTML = '<html><script>alert(document.domain)</script></html>';
const ZIP = 'PK\u0003\u0004META-INF/MANIFEST.MF';

function withComment(jpeg: Buffer, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2)]);
}

const POLYGLOTS: [name: string, make: () => Promise<Buffer>, trace: string][] = [
  ['a JPEG with HTML behind it', async () => Buffer.concat([await aPhoto(), Buffer.from(HTML)]), '<script>'],
  ['a JPEG with an archive behind it', async () => Buffer.concat([await aPhoto(), Buffer.from(ZIP)]), 'META-INF'],
  ['a JPEG with HTML in a comment', async () => withComment(await aPhoto(), HTML), '<script>'],
  ['a JPEG with a program in its description', aPhotoWithPlace, '<?php'],
  [
    'a PNG with a script in its text',
    async () =>
      aPng({ width: 8, height: 8, rows: Buffer.alloc(72), extra: [['tEXt', Buffer.from(`Comment\0${HTML}`)]] }),
    '<script>',
  ],
  [
    'a PNG with an archive behind it',
    async () => Buffer.concat([await aPhoto({ format: 'png' }), Buffer.from(ZIP)]),
    'META-INF',
  ],
];

/** Taken or not: of what is foreign nothing comes back, and what comes back is a photo to be saved. */
async function polyglots(target: Target): Promise<Outcome> {
  const token = await aToken(target);
  const { stranger } = target;
  const tries = await oneByOne(POLYGLOTS, async ([name, make, trace]) => {
    const file = await make();
    if (!file.includes(trace)) return isOpen(`${name}: it is none`);
    const sent = await upload(stranger, { token, body: file, filename: 'x.html', type: 'text/html' });
    if (sent.type !== 'ok') return held(`${name}: ${sent.code}`);
    const download = await stranger.call(`upload/${String(sent.message)}`, { token, from: anAddress() });
    const { headers } = download;
    const isSaved =
      String(headers['content-disposition']).startsWith('attachment') &&
      headers['x-content-type-options'] === 'nosniff' &&
      String(headers['content-type']).startsWith('image/jpeg') &&
      String(headers['content-security-policy']).includes('sandbox');
    const saw = `${name}: ${download.status} ${String(headers['content-type'])} ${String(headers['content-disposition'])}`;
    return download.status === 200 && isSaved && !download.text.includes(trace) ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'files with something foreign');
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const NO_PHOTOS: [name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['SVG', () => Buffer.from(SVG)],
  [
    'SVG with a declaration',
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SVG}`),
  ],
  ['HTML', () => Buffer.from(HTML)],
  ['an archive', () => Buffer.from(ZIP)],
  ['PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['GIF with a script', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['PostScript', () => Buffer.from('%!PS\n(%pipe%id) (w) file\n')],
  ['a program', () => Buffer.from('#!/bin/sh\nid\n')],
  ['an address of a file', () => Buffer.from('/etc/passwd')],
  ['nothing', () => Buffer.alloc(0)],
  ['the beginning of a JPEG', async () => (await aPhoto()).subarray(0, 100)],
  ['30,000 x 30,000 points', () => aPng({ width: 30_000, height: 30_000, rows: Buffer.alloc(1000) })],
  ['one point high and 65,000 wide', () => aPng({ width: 65_000, height: 1, rows: Buffer.alloc(65_001) })],
  ['the most that a header can say', () => aPng({ width: 0x7fffffff, height: 0x7fffffff, rows: Buffer.alloc(10) })],
  ['no height', () => aPng({ width: 8, height: 0, rows: Buffer.alloc(10) })],
  ['more than its header says', () => aPng({ width: 8, height: 8, rows: Buffer.alloc(64 * 1024 * 1024) })],
  [
    'many points of one colour',
    () =>
      sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
  ],
];

async function noPhotos(target: Target, cases: typeof NO_PHOTOS): Promise<Outcome> {
  const { stranger } = target;
  const tries = await oneByOne(cases, async ([name, make]) => {
    const token = await aToken(target);
    const reply = await upload(stranger, { token, body: await make(), filename: 'photo.jpg', type: 'image/jpeg' });
    const saw = `${name}: ${reply.status} ${reply.code || brief(reply.text, 60)}`;
    const isRefused = reply.type === 'error' && reply.status < 500 && reply.code.startsWith('uploads.');
    // Bytes that no decoder looks at may stand behind a picture that is whole.
    const isHarmless = name === 'more than its header says' && reply.type === 'ok';
    return isRefused || isHarmless || reply.code === 'request.invalid' ? held(saw) : isOpen(saw);
  });
  const { status } = await stranger.ask('/healthz', { from: anAddress() });
  if (status !== 200) tries.push(isOpen(`afterwards: ${status}`));
  return outcomeOf(tries, 'files');
}

async function tooLarge(target: Target): Promise<Outcome> {
  const token = await aToken(target);
  const jpeg = await aPhoto();
  const tries = await oneByOne([11, 13], async (megabytes) => {
    const body = Buffer.concat([jpeg, Buffer.alloc(megabytes * 1024 * 1024)]);
    const reply = await upload(target.stranger, { token, body }).catch((error: Error) => error);
    // Whoever is not read to the end may find the connection gone.
    if (reply instanceof Error) return held(`${megabytes} MB: cut`);
    const saw = `${megabytes} MB: ${reply.status} ${reply.code}`;
    return ['uploads.too-large', 'request.too-large'].includes(reply.code) ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'sizes');
}

/** A begun upload that goes on for as long as it is left. */
function begun({ port, host }: Stranger, token: string, from: string): Socket {
  const body = formBytes([{ name: 'file', body: Buffer.alloc(5000) }]);
  const socket = connect(port, host, () => {
    const head = [
      'POST /api/upload HTTP/1.1',
      'Host: x',
      `X-Forwarded-For: ${from}`,
      `Authorization: ${token}`,
      `Content-Type: ${TYPE}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, 300));
  });
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  return socket;
}

/** Four accounts at one address hold as many uploads open as they can; then somebody else comes. */
async function allPlaces(target: Target): Promise<Outcome> {
  const { stranger } = target;
  const from = anAddress();
  const slow: Socket[] = [];
  try {
    for (let account = 0; account < 4; account += 1) {
      const token = await aToken(target);
      for (let count = 0; count < 4; count += 1) {
        stranger.count();
        slow.push(begun(stranger, token, from));
      }
    }
    await new Promise((done) => setTimeout(done, 1000));
    const token = await aToken(target);
    const same = await upload(stranger, { token, body: await aPhoto(), from });
    const other = await upload(stranger, { token, body: await aPhoto() });
    const saw = `at that address ${same.code || same.type}, at another ${other.status} ${other.code || other.type}`;
    return (other.type === 'ok' && same.code === 'uploads.too-many' ? held : isOpen)(saw);
  } finally {
    for (const socket of slow) socket.destroy();
  }
}

const ATTACKS: Attack[] = [
  { name: 'pictures with something foreign inside', source: GRID, isShort: true, run: polyglots },
  {
    name: 'what is no photo',
    source: GRID,
    isShort: true,
    run: (target) => noPhotos(target, NO_PHOTOS.slice(0, 14)),
  },
  {
    name: 'pictures that grow when they are decoded',
    source: GRID,
    run: (target) => noPhotos(target, NO_PHOTOS.slice(14)),
  },
  { name: 'files of 11 and 13 MB', source: GRID, run: tooLarge },
  {
    name: 'four accounts take all places',
    source: `${M17}: "Four fresh username accounts with four slow uploads each"`,
    isShort: true,
    run: allPlaces,
  },
];

export const UPLOADS: Family = { name: 'uploads', limitMs: 180_000, attacks: ATTACKS };
