import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../contract/errors.js';
import { DEFAULT_LANGUAGE, languageOf, nearestLanguageOf, WIRE_LANGUAGE } from '../../contract/languages/index.js';

/** Most parts of an `Accept-Language` header that are looked at. */
const PREFERENCES_MAX = 10;

/**
 * A new language mark, as `set/lang` answers it and clients send it back in `language-mark`. Clients treat it as
 * opaque; it carries the language in itself, so that no store has to remember it.
 */
export function markFor(language: Language): string {
  return `lm1.${WIRE_LANGUAGE[language]}.${randomBytes(12).toString('hex')}`;
}

function readMark(mark: string): Language | null {
  const [version, code = ''] = mark.split('.', 3);
  return version === 'lm1' ? languageOf(code) : nearestLanguageOf(mark);
}

/**
 * The language of a request: the mark (or a plain code) in `language-mark`, the header `lang`, the parameter `lang`,
 * the browser's preferences, else Chinese. What is not understood is passed over.
 */
export function languageOfRequest(request: FastifyRequest): Language {
  const { headers } = request;
  return (
    readMark(text(headers['language-mark'])) ??
    nearestLanguageOf(text(headers.lang)) ??
    nearestLanguageOf(parameter(request.body)) ??
    nearestLanguageOf(parameter(request.query)) ??
    preferred(text(headers['accept-language'])) ??
    DEFAULT_LANGUAGE
  );
}

/** The language of the request as a handler's argument. */
export const RequestLanguage = createParamDecorator((_nothing: unknown, context: ExecutionContext) =>
  languageOfRequest(context.switchToHttp().getRequest<FastifyRequest>()),
);

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parameter(fields: unknown): string {
  return typeof fields === 'object' && fields !== null && 'lang' in fields ? text(fields.lang) : '';
}

/** The first language understood, by weight as RFC 9110 section 12.5.4 says. */
function preferred(header: string): Language | null {
  const wishes = header
    .slice(0, 500)
    .split(',', PREFERENCES_MAX)
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim());
      return { tag, weight: weight.startsWith('q=') ? Number.parseFloat(weight.slice(2)) : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  for (const { tag } of wishes) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return null;
}
