import type { RefusalWords } from './words.js';

export const ko: RefusalWords = {
  'request.invalid': '입력 값을 확인해 주세요: {field}',
  'request.malformed': '요청 형식이 올바르지 않습니다',
  'request.unknown-route': '존재하지 않는 요청입니다',
  'request.method-not-allowed': '지원하지 않는 요청 방식입니다',
  'request.too-large': '요청 내용이 너무 큽니다',
  'request.unsupported-type': '지원하지 않는 콘텐츠 형식입니다',
  'request.too-many': '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요',
  'request.unavailable': '서비스를 일시적으로 이용할 수 없습니다. 잠시 후 다시 시도해 주세요',
  'request.failed': '오류가 발생했습니다. 잠시 후 다시 시도해 주세요 (번호 {request})',
  'session.required': '먼저 로그인해 주세요',
  'language.unknown': '지원하지 않는 언어입니다',
  'markets.unknown-symbol': '존재하지 않는 거래쌍입니다',
  'markets.unknown-period': '지원하지 않는 주기입니다',
  'markets.invalid-range': '시간 범위가 올바르지 않습니다',
  'markets.no-price': '현재 시세가 없습니다',
};
