import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import { Refusal } from './refusal.js';

export const BODY_BYTES_MAX = 256 * 1024;
/** More than any real client sends; a form with more is an attack on the parser. */
export const FIELDS_MAX = 200;

/** Reads a form body. A field given twice becomes a list, which no scalar field accepts. */
export function readForm(body: Buffer): Record<string, unknown> {
  const text = textOf(body);
  if (text === '') return {};
  assertReadableForm(text);
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Reads a JSON body; nothing at all counts as no fields. Only an object is a request. */
export function readJson(body: Buffer): Record<string, unknown> {
  const text = textOf(body);
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text, withoutTraps);
  } catch {
    throw new Refusal('request.malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('request.malformed');
  return value as Record<string, unknown>;
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

/** Leaves out the names that could reach an object's prototype. */
function withoutTraps(key: string, value: unknown): unknown {
  return key === '__proto__' || key === 'constructor' || key === 'prototype' ? undefined : value;
}
