import type { RefusalWords } from './words.js';

export const zhHant: RefusalWords = {
  'request.invalid': '參數有誤：{field}',
  'request.malformed': '請求格式不正確',
  'request.unknown-route': '介面不存在',
  'request.method-not-allowed': '不支援該請求方式',
  'request.too-large': '請求內容過大',
  'request.unsupported-type': '不支援該內容類型',
  'request.too-many': '操作過於頻繁，請稍後再試',
  'request.unavailable': '服務暫時無法使用，請稍後再試',
  'request.failed': '系統繁忙，請稍後再試（編號 {request}）',
  'session.required': '請先登入',
  'language.unknown': '不支援該語言',
  'markets.unknown-symbol': '交易對不存在',
  'markets.unknown-period': '不支援該週期',
  'markets.invalid-range': '時間範圍有誤',
  'markets.no-price': '暫無行情',
};
