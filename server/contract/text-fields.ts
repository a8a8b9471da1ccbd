import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

/**
 * What Postgres can keep and a page can show on one line: no control characters, no half of a pair, nothing that turns
 * the direction of the writing around.
 */
const PLAIN = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u;

/** Text of one line, at most so many UTF-16 units, as it was sent: nothing is trimmed. */
export function PlainText(length: number): PropertyDecorator {
  return (target, key) => {
    IsString()(target, key);
    MaxLength(length)(target, key);
    Matches(PLAIN)(target, key);
  };
}

/** The same with line feeds: what people write in more than one line. */
const WRITTEN = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|\n)*$/u;

/** Text of one line or several, at most so many UTF-16 units, and more than blanks. */
export function WrittenText(length: number): PropertyDecorator {
  return (target, key) => {
    IsString()(target, key);
    MaxLength(length)(target, key);
    Matches(WRITTEN)(target, key);
    Matches(/\S/u)(target, key);
  };
}

/**
 * {@link PlainText}, or nothing: old clients send the empty text for what was not filled in. With `lines`: {@link WrittenText}.
 */
export function OptionalText(length: number, { lines = false } = {}): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    (lines ? WrittenText : PlainText)(length)(target, key);
  };
}

const FLAGS = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A box that is ticked or not (`1`, `0`, `true`, `false`), or nothing where a client has no such box. */
export function OptionalFlag(): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => {
      if (value === '' || value === null) return undefined;
      return FLAGS.get(value) ?? value;
    })(target, key);
    IsOptional()(target, key);
    IsBoolean()(target, key);
  };
}
