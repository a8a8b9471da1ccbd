import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import { Decimal } from '../../contract/decimal.js';
import { Refusal } from './refusal.js';

export const BODY_BYTES_MAX = 256 * 1024;
/** More than any real client sends; a form with more is an attack on the parser. */
export const FIELDS_MAX = 200;
/** Texts, commas, lists and objects of a JSON body of as many fields, with room for lists. */
export const JSON_PARTS_MAX = 5 * FIELDS_MAX;
/** The desk hands in up to a thousand addresses at once: a text and a comma each. */
export const DESK_PARTS_MAX = 15 * FIELDS_MAX;

/** Reads a form body. A field given twice becomes a list, which no scalar field accepts. */
export function readForm(body: Buffer): Record<string, unknown> {
  const text = textOf(body);
  if (text === '') return {};
  assertReadableForm(text);
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Reads a JSON body of no more parts than that; nothing at all counts as no fields. Only an object is a request. */
export function readJson(body: Buffer, partsMax: number): Record<string, unknown> {
  return objectOf(textOf(body), partsMax);
}

function objectOf(text: string, partsMax: number): Record<string, unknown> {
  assertFewParts(text, partsMax);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text, withoutTraps);
  } catch {
    throw new Refusal('request.malformed');
  }
  assertNamesOnce(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('request.malformed');
  return value as Record<string, unknown>;
}

/**
 * Reads a JSON body as if it were a form: clients of the contract send `1` where others send `"1"`. A number is its
 * decimal text, digit by digit as it was sent, true and false are the flags `1` and `0`, null is a field that is not
 * there.
 */
export function readJsonAsForm(body: Buffer): Record<string, unknown> {
  const text = textOf(body);
  const fields = objectOf(text, JSON_PARTS_MAX);
  // Only text that has been read once is rewritten: its quotes and numbers are where they seem to be.
  if (Object.keys(fields).length === 0) return fields;
  return JSON.parse(text.replaceAll(TEXTS_AND_NUMBERS, quoted), asText) as Record<string, unknown>;
}

/**
 * Refuses JSON with more in it than any call reads, before anything is made of it: nobody's limit of calls is asked here yet.
 * Counted are texts, commas, lists and objects, letter by letter: a pattern would go back over texts that do not end.
 */
function assertFewParts(text: string, partsMax: number): void {
  let parts = 0;
  let isInText = false;
  for (let at = 0; at < text.length && parts <= partsMax; at += 1) {
    const letter = text[at];
    if (letter === '"') isInText = !isInText;
    if (isInText && letter === '\\') at += 1;
    else if (letter === '"' ? isInText : !isInText && (letter === ',' || letter === '[' || letter === '{')) parts += 1;
  }
  if (parts > partsMax) throw new Refusal('request.malformed');
}

const TEXTS_AND_NUMBERS = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g;
/** A number of the wire is never longer written out. Beyond it the text stays as it was sent, which no field reads. */
const EXPONENT_MAX = 40;
const DIGITS_MAX = 80;

function quoted(token: string): string {
  return token.startsWith('"') ? token : `"${decimalText(token)}"`;
}

/** JavaScript itself writes small and large numbers with an exponent: `1e-7` is `0.0000001`. */
function decimalText(number: string): string {
  const exponent = /[eE](.*)$/.exec(number)?.[1];
  const isOfWire = exponent !== undefined && Math.abs(Number(exponent)) <= EXPONENT_MAX && number.length <= DIGITS_MAX;
  return isOfWire ? new Decimal(number).toFixed() : number;
}

function asText(key: string, value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'boolean' ? String(Number(value)) : withoutTraps(key, value);
}

/**
 * Refuses form text that cannot be read without guessing: too many fields, percent codes that are cut off or are not
 * UTF-8.
 */
export function assertReadableForm(text: string): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields++;
  if (fields > FIELDS_MAX) throw new Refusal('request.malformed');
  if (!text.includes('%')) return;
  try {
    decodeURIComponent(text);
  } catch {
    throw new Refusal('request.malformed');
  }
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new Refusal('request.malformed');
  return body.toString('utf8');
}

/** Leaves out the names that could reach an object's prototype, and gives no object one. */
function withoutTraps(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.assign(Object.create(null) as object, value);
}

const TEXTS_AND_MARKS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Refuses JSON, which has been read once, in which an object has a name twice: who reads the first and who the last differ. */
function assertNamesOnce(text: string): void {
  const names: (Set<unknown> | null)[] = [];
  let last = '""';
  for (const [token] of text.matchAll(TEXTS_AND_MARKS)) {
    if (token === '{') names.push(new Set());
    else if (token === '[') names.push(null);
    else if (token === '}' || token === ']') names.pop();
    else if (token !== ':') last = token;
    else {
      const name: unknown = JSON.parse(last);
      const own = names.at(-1);
      if (own?.has(name)) throw new Refusal('request.malformed');
      own?.add(name);
    }
  }
}
