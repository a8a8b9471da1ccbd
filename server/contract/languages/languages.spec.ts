import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, REFUSAL_CODES } from '../errors.js';
import { fieldText, NAMED_FIELDS } from './fields.js';
import { languageOf, REFUSAL_WORDS, refusalText, WIRE_LANGUAGE } from './index.js';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

describe('the words of refusals', () => {
  it.each(LANGUAGES)('in %s mention the same things as in English and fit a toast', (language) => {
    for (const code of REFUSAL_CODES) {
      const text = REFUSAL_WORDS[language][code];
      expect([code, places(text)]).toEqual([code, places(REFUSAL_WORDS.en[code])]);
      expect(text.trim().length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(150);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('in %s are no English', (language) => {
    for (const code of REFUSAL_CODES) expect(REFUSAL_WORDS[language][code]).not.toBe(REFUSAL_WORDS.en[code]);
  });

  it('are filled in, and cut where a value is too long', () => {
    expect(refusalText('en', 'request.invalid', { field: 'symbol' })).toBe('Please check this field: Market');
    expect(refusalText('en', 'request.invalid')).toBe('Please check this field: Your entry');
    expect(refusalText('en', 'request.invalid', { field: 'x'.repeat(500) })).toBe(
      'Please check this field: Your entry',
    );
    expect(refusalText('en', 'trust.below-minimum', { minimum: 'x'.repeat(500) })).toHaveLength(200);
  });

  it('have amounts and prices as the language writes them', () => {
    const price = { price: '69426.70' };
    expect(refusalText('en', 'futures.take-profit-above', price)).toContain('69,426.7');
    expect(refusalText('es', 'futures.take-profit-above', price)).toContain('69.426,7');
    expect(refusalText('zh', 'spot.below-minimum', { minimum: '10' })).toMatch(/(?<![0-9.])10(?![0-9.])/);
    expect(refusalText('es', 'otc.limit-worth', { maximum: '1234567.5' })).toContain('1.234.567,5');
    expect(refusalText('en', 'request.failed', { request: '12345678' })).toContain('12345678');
  });

  it('cannot be reached through names of objects', () => {
    for (const code of ['__proto__', 'constructor', 'toString']) expect(languageOf(code)).toBeNull();
    expect(refusalText('en', 'request.invalid', JSON.parse('{"__proto__": "x"}'))).toBe(
      'Please check this field: Your entry',
    );
  });

  it('have a code for old clients that leads back to the language', () => {
    for (const language of LANGUAGES) expect(languageOf(WIRE_LANGUAGE[language])).toBe(language);
  });
});

describe('the name of a field', () => {
  const document: {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  } = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8'));
  interface Schema {
    $ref?: string;
    properties?: object;
  }
  interface Operation {
    parameters?: ({ name: string } | { $ref: string })[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }
  const known = (schema: Schema): Schema => document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  /** What pages turn by themselves or by a switch, and browsers say of themselves: nobody types it. */
  const BY_ITSELF = new Set(
    'page limit before after typing last endpoint p256dh auth push mail quiet_from quiet_until zone urgent_through hide_amounts list format method year minutes span direction_colours appearance tabs layout waiting amendments bar instId t give_up'.split(
      ' ',
    ),
  );

  it('is a word of the language for everything that a user may send', () => {
    const names = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([, operations]) => Object.values(operations))
      .flatMap(({ parameters = [], requestBody }) => [
        // What several calls share is named once: how programs sign, which no person types.
        ...parameters.flatMap((parameter) => ('name' in parameter ? [parameter.name] : [])),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
          Object.keys(known(schema).properties ?? {}),
        ),
      ]);
    expect(names.length).toBeGreaterThan(100);
    expect([...new Set(names)].filter((name) => !NAMED_FIELDS.has(name) && !BY_ITSELF.has(name)).sort()).toEqual([]);
  });

  it('is never the wire’s', () => {
    for (const language of LANGUAGES) {
      for (const name of [...NAMED_FIELDS, 'nobody_knows']) expect(fieldText(language, name)).not.toContain('_');
    }
  });
});
