import type { RefusalWords } from './words.js';

export const en: RefusalWords = {
  'request.invalid': 'Please check this field: {field}',
  'request.malformed': 'The request could not be read',
  'request.unknown-route': 'There is no such call',
  'request.method-not-allowed': 'This call does not support that method',
  'request.too-large': 'The request is too large',
  'request.unsupported-type': 'This content type is not supported',
  'request.too-many': 'Too many requests, please try again later',
  'request.unavailable': 'The service is temporarily unavailable, please try again later',
  'request.failed': 'Something went wrong, please try again later (reference {request})',
  'session.required': 'Please log in first',
  'language.unknown': 'This language is not supported',
  'markets.unknown-symbol': 'This trading pair does not exist',
  'markets.unknown-period': 'This period is not supported',
  'markets.invalid-range': 'The time range is not valid',
  'markets.no-price': 'There is no price at the moment',
};
