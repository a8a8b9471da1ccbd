import type { RefusalWords } from './words.js';

export const ja: RefusalWords = {
  'request.invalid': '入力内容をご確認ください：{field}',
  'request.malformed': 'リクエストの形式が正しくありません',
  'request.unknown-route': '該当する機能がありません',
  'request.method-not-allowed': 'このリクエスト方法には対応していません',
  'request.too-large': 'リクエストが大きすぎます',
  'request.unsupported-type': 'このコンテンツ形式には対応していません',
  'request.too-many': '操作が多すぎます。しばらくしてからお試しください',
  'request.unavailable': '現在サービスをご利用いただけません。しばらくしてからお試しください',
  'request.failed': 'エラーが発生しました。しばらくしてからお試しください（番号 {request}）',
  'session.required': 'ログインしてください',
  'language.unknown': 'この言語には対応していません',
  'markets.unknown-symbol': 'この取引ペアは存在しません',
  'markets.unknown-period': 'この期間には対応していません',
  'markets.invalid-range': '期間の指定が正しくありません',
  'markets.no-price': '現在価格がありません',
};
