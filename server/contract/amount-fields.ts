import { Transform } from 'class-transformer';
import { IsOptional, IsString, Matches, ValidateBy } from 'class-validator';
import { parseAmount } from './money.js';

/** More than any coin has: the coin's own decimals are asked for where the coin is known. */
const DECIMALS = 18;

/** An amount or a price as the one reader of amounts takes it, or nothing: an empty text is a field that was not filled in. */
export function OptionalAmount(): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    ValidateBy({
      name: 'isAmount',
      validator: { validate: (value: unknown) => parseAmount(value, DECIMALS).problem === null },
    })(target, key);
  };
}

const RATIO = /^(0(\.[0-9]{1,18})?|1(\.0{1,18})?)$/;

/** A part of a whole, from `0` to `1`, as decimal text, or nothing. */
export function OptionalRatio(): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsString()(target, key);
    Matches(RATIO)(target, key);
  };
}
