import type { RefusalWords } from './words.js';

export const zh: RefusalWords = {
  'request.invalid': '参数有误：{field}',
  'request.malformed': '请求格式不正确',
  'request.unknown-route': '接口不存在',
  'request.method-not-allowed': '不支持该请求方式',
  'request.too-large': '请求内容过大',
  'request.unsupported-type': '不支持该内容类型',
  'request.too-many': '操作过于频繁，请稍后再试',
  'request.unavailable': '服务暂时不可用，请稍后再试',
  'request.failed': '系统繁忙，请稍后再试（编号 {request}）',
  'session.required': '请先登录',
  'language.unknown': '不支持该语言',
  'markets.unknown-symbol': '交易对不存在',
  'markets.unknown-period': '不支持该周期',
  'markets.invalid-range': '时间范围有误',
  'markets.no-price': '暂无行情',
};
