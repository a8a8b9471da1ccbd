import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { Refusal } from './refusal.js';

/**
 * Checks every request against its DTO class. Fields that the class does not know are dropped (old clients send
 * extras); a field of the wrong form is refused by its name. Types are never coerced: a number is read by the DTO's
 * own transform.
 */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    transform: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors: ValidationError[]) =>
      new Refusal('request.invalid', { field: errors[0]?.property ?? '' }),
  });
}
