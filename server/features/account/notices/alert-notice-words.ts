import type { Language } from '../../../contract/errors.js';

/** What a user is told of what it asked to be told of. */
export type AlertNoticeKind =
  | 'alert-rise'
  | 'alert-fall'
  | 'alert-cross'
  | 'alert-percent-up'
  | 'alert-percent-down'
  | 'alert-funding-above'
  | 'alert-funding-below'
  | 'alert-margin'
  | 'alert-margin-account';

/** `{level}` is what was asked for, `{figure}` what it was then; `{window}` is a time in the words of the language. */
export const ALERT_NOTICE_WORDS: Record<Language, Record<AlertNoticeKind, string>> = {
  en: {
    'alert-rise': '{market} rose to {figure}. Your alert: {level}',
    'alert-fall': '{market} fell to {figure}. Your alert: {level}',
    'alert-cross': '{market} crossed {level} and was at {figure}',
    'alert-percent-up': '{market} changed by {figure} % within {window}, to {price}. Your alert: a rise of {level} %',
    'alert-percent-down': '{market} changed by {figure} % within {window}, to {price}. Your alert: a fall of {level} %',
    'alert-funding-above': 'The funding rate of {market} reached {figure} %. Your alert: {level} % or above',
    'alert-funding-below': 'The funding rate of {market} reached {figure} %. Your alert: {level} % or below',
    'alert-margin': '{figure} % of the margin of your {market} position are used. Your alert: {level} %',
    'alert-margin-account': '{figure} % of your cross margin are used. Your alert: {level} %',
  },
  zh: {
    'alert-rise': '{market} 涨至 {figure}。您的提醒价：{level}',
    'alert-fall': '{market} 跌至 {figure}。您的提醒价：{level}',
    'alert-cross': '{market} 穿越 {level}，当时价格 {figure}',
    'alert-percent-up': '{market} 在{window}内变动 {figure}%，价格 {price}。您的提醒：上涨 {level}%',
    'alert-percent-down': '{market} 在{window}内变动 {figure}%，价格 {price}。您的提醒：下跌 {level}%',
    'alert-funding-above': '{market} 资金费率达到 {figure}%。您的提醒：不低于 {level}%',
    'alert-funding-below': '{market} 资金费率达到 {figure}%。您的提醒：不高于 {level}%',
    'alert-margin': '您的 {market} 持仓保证金率达到 {figure}%。您的提醒：{level}%',
    'alert-margin-account': '您的全仓账户保证金率达到 {figure}%。您的提醒：{level}%',
  },
  'zh-Hant': {
    'alert-rise': '{market} 漲至 {figure}。您的提醒價：{level}',
    'alert-fall': '{market} 跌至 {figure}。您的提醒價：{level}',
    'alert-cross': '{market} 穿越 {level}，當時價格 {figure}',
    'alert-percent-up': '{market} 在{window}內變動 {figure}%，價格 {price}。您的提醒：上漲 {level}%',
    'alert-percent-down': '{market} 在{window}內變動 {figure}%，價格 {price}。您的提醒：下跌 {level}%',
    'alert-funding-above': '{market} 資金費率達到 {figure}%。您的提醒：不低於 {level}%',
    'alert-funding-below': '{market} 資金費率達到 {figure}%。您的提醒：不高於 {level}%',
    'alert-margin': '您的 {market} 持倉保證金率達到 {figure}%。您的提醒：{level}%',
    'alert-margin-account': '您的全倉帳戶保證金率達到 {figure}%。您的提醒：{level}%',
  },
  ja: {
    'alert-rise': '{market} が {figure} まで上昇しました。設定値：{level}',
    'alert-fall': '{market} が {figure} まで下落しました。設定値：{level}',
    'alert-cross': '{market} が {level} を通過しました（{figure}）',
    'alert-percent-up': '{market} が{window}以内に {figure}% 変動し、{price} になりました。設定：{level}% の上昇',
    'alert-percent-down': '{market} が{window}以内に {figure}% 変動し、{price} になりました。設定：{level}% の下落',
    'alert-funding-above': '{market} の資金調達率が {figure}% に達しました。設定：{level}% 以上',
    'alert-funding-below': '{market} の資金調達率が {figure}% に達しました。設定：{level}% 以下',
    'alert-margin': '{market} のポジションの証拠金使用率が {figure}% に達しました。設定値：{level}%',
    'alert-margin-account': 'クロス口座の証拠金使用率が {figure}% に達しました。設定値：{level}%',
  },
  ko: {
    'alert-rise': '{market} 가격이 {figure}까지 올랐습니다. 설정: {level}',
    'alert-fall': '{market} 가격이 {figure}까지 내렸습니다. 설정: {level}',
    'alert-cross': '{market} 가격이 {level}을(를) 지나 {figure}이(가) 되었습니다',
    'alert-percent-up': '{market} 가격이 {window} 안에 {figure}% 변해 {price}이(가) 되었습니다. 설정: {level}% 상승',
    'alert-percent-down': '{market} 가격이 {window} 안에 {figure}% 변해 {price}이(가) 되었습니다. 설정: {level}% 하락',
    'alert-funding-above': '{market} 펀딩비율이 {figure}%에 도달했습니다. 설정: {level}% 이상',
    'alert-funding-below': '{market} 펀딩비율이 {figure}%에 도달했습니다. 설정: {level}% 이하',
    'alert-margin': '{market} 포지션의 증거금 사용률이 {figure}%입니다. 설정: {level}%',
    'alert-margin-account': '교차 계좌의 증거금 사용률이 {figure}%입니다. 설정: {level}%',
  },
  es: {
    'alert-rise': '{market} subió a {figure}. Su alerta: {level}',
    'alert-fall': '{market} bajó a {figure}. Su alerta: {level}',
    'alert-cross': '{market} cruzó {level} y estaba en {figure}',
    'alert-percent-up': '{market} varió un {figure} % en {window}, hasta {price}. Su alerta: una subida del {level} %',
    'alert-percent-down':
      '{market} varió un {figure} % en {window}, hasta {price}. Su alerta: una bajada del {level} %',
    'alert-funding-above': 'La tasa de financiación de {market} llegó al {figure} %. Su alerta: {level} % o más',
    'alert-funding-below': 'La tasa de financiación de {market} llegó al {figure} %. Su alerta: {level} % o menos',
    'alert-margin': 'Está usado el {figure} % del margen de su posición de {market}. Su alerta: {level} %',
    'alert-margin-account': 'Está usado el {figure} % de su margen cruzado. Su alerta: {level} %',
  },
  th: {
    'alert-rise': '{market} ขึ้นถึง {figure} การเตือนของคุณ: {level}',
    'alert-fall': '{market} ลงถึง {figure} การเตือนของคุณ: {level}',
    'alert-cross': '{market} ข้าม {level} และอยู่ที่ {figure}',
    'alert-percent-up': '{market} เปลี่ยน {figure}% ภายใน {window} เป็น {price} การเตือนของคุณ: ขึ้น {level}%',
    'alert-percent-down': '{market} เปลี่ยน {figure}% ภายใน {window} เป็น {price} การเตือนของคุณ: ลง {level}%',
    'alert-funding-above': 'อัตราฟันดิงของ {market} ถึง {figure}% การเตือนของคุณ: {level}% ขึ้นไป',
    'alert-funding-below': 'อัตราฟันดิงของ {market} ถึง {figure}% การเตือนของคุณ: {level}% ลงมา',
    'alert-margin': 'มาร์จินของสถานะ {market} ใช้ไป {figure}% การเตือนของคุณ: {level}%',
    'alert-margin-account': 'มาร์จินครอสของคุณใช้ไป {figure}% การเตือนของคุณ: {level}%',
  },
};

/** Whole minutes, or hours, in the words of the language. */
export function windowText(language: Language, seconds: string): string {
  const minutes = Number.parseInt(seconds, 10) / 60;
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
