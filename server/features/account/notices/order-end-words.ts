import type { Language } from '../../../contract/errors.js';

/** What a user is told of spot orders that ended without having been filled, and of what did not come of them. */
export type OrderEndNoticeKind =
  | 'order-expired'
  | 'order-expired-partly'
  | 'order-cut'
  | 'order-cut-partly'
  | 'stop-expired'
  | 'exit-void'
  | 'exit-expired';

/** Amounts and prices are filled in. */
export const ORDER_END_NOTICE_WORDS: Record<Language, Record<OrderEndNoticeKind, string>> = {
  en: {
    'order-expired': 'Your order in {market} reached its date: nothing of it was executed, and what was frozen is free',
    'order-expired-partly':
      'Your order in {market} reached its date: {quantity} were executed for {amount} {coin}, the rest has ended',
    'order-cut': 'Your order in {market} found nobody to trade with: nothing was executed, and it has ended',
    'order-cut-partly':
      'Your order in {market} found too few to trade with: {quantity} were executed for {amount} {coin}, the rest has ended',
    'stop-expired':
      'Your stop order in {market} at {price} reached its date without being triggered: it does not stand any more',
    'exit-void':
      'No take-profit and no stop-loss was placed for your purchase in {market}: it ended without coins to place them with',
    'exit-expired':
      'No take-profit and no stop-loss stands for your purchase in {market}: their date came before they could be placed',
  },
  zh: {
    'order-expired': '您的 {market} 委托已到期：未成交，冻结资产已释放',
    'order-expired-partly': '您的 {market} 委托已到期：已成交 {quantity}，成交额 {amount} {coin}，剩余部分已结束',
    'order-cut': '您的 {market} 委托没有对手盘：未成交，委托已结束',
    'order-cut-partly': '您的 {market} 委托对手盘不足：已成交 {quantity}，成交额 {amount} {coin}，剩余部分已结束',
    'stop-expired': '您的 {market} 条件委托（触发价 {price}）已到期且未触发，不再有效',
    'exit-void': '您的 {market} 买入委托结束时没有可用的币，止盈和止损均未挂出',
    'exit-expired': '您的 {market} 买入委托的止盈和止损在挂出前已到期，目前均未生效',
  },
  'zh-Hant': {
    'order-expired': '您的 {market} 委託已到期：未成交，凍結資產已釋放',
    'order-expired-partly': '您的 {market} 委託已到期：已成交 {quantity}，成交額 {amount} {coin}，剩餘部分已結束',
    'order-cut': '您的 {market} 委託沒有對手盤：未成交，委託已結束',
    'order-cut-partly': '您的 {market} 委託對手盤不足：已成交 {quantity}，成交額 {amount} {coin}，剩餘部分已結束',
    'stop-expired': '您的 {market} 條件委託（觸發價 {price}）已到期且未觸發，不再有效',
    'exit-void': '您的 {market} 買入委託結束時沒有可用的幣，止盈和止損均未掛出',
    'exit-expired': '您的 {market} 買入委託的止盈和止損在掛出前已到期，目前均未生效',
  },
  ja: {
    'order-expired': '{market} の注文は期限を迎えました。約定はなく、拘束されていた資産は解放されました',
    'order-expired-partly':
      '{market} の注文は期限を迎えました。{quantity} が約定（約定金額 {amount} {coin}）し、残りは終了しました',
    'order-cut': '{market} の注文は取引相手がなく、約定せずに終了しました',
    'order-cut-partly':
      '{market} の注文は取引相手が足りず、{quantity} が約定（約定金額 {amount} {coin}）し、残りは終了しました',
    'stop-expired': '{market} の条件付き注文（{price}）は発動しないまま期限を迎え、無効になりました',
    'exit-void': '{market} の購入注文は使えるコインがないまま終了したため、利食いも損切りも出されていません',
    'exit-expired': '{market} の購入注文の利食いと損切りは、出される前に期限を迎えたため有効になっていません',
  },
  ko: {
    'order-expired': '{market} 주문이 기한에 도달했습니다. 체결된 수량이 없으며 동결된 자산은 해제되었습니다',
    'order-expired-partly':
      '{market} 주문이 기한에 도달했습니다. {quantity} 체결(체결 금액 {amount} {coin}), 나머지는 종료되었습니다',
    'order-cut': '{market} 주문이 거래 상대가 없어 체결되지 않고 종료되었습니다',
    'order-cut-partly':
      '{market} 주문의 거래 상대가 부족했습니다. {quantity} 체결(체결 금액 {amount} {coin}), 나머지는 종료되었습니다',
    'stop-expired': '{market} 조건부 주문({price})이 발동되지 않고 기한에 도달하여 더 이상 유효하지 않습니다',
    'exit-void': '{market} 매수 주문이 사용할 코인 없이 종료되어 익절과 손절이 등록되지 않았습니다',
    'exit-expired': '{market} 매수 주문의 익절과 손절이 등록되기 전에 기한이 지나 유효하지 않습니다',
  },
  es: {
    'order-expired': 'Su orden en {market} llegó a su fecha: no se ejecutó nada y lo bloqueado queda libre',
    'order-expired-partly':
      'Su orden en {market} llegó a su fecha: se ejecutaron {quantity} por {amount} {coin}; el resto ha terminado',
    'order-cut': 'Su orden en {market} no encontró contrapartida: no se ejecutó nada y ha terminado',
    'order-cut-partly':
      'Su orden en {market} no encontró bastante contrapartida: se ejecutaron {quantity} por {amount} {coin}; el resto ha terminado',
    'stop-expired': 'Su stop en {market} a {price} llegó a su fecha sin activarse: ya no está vigente',
    'exit-void':
      'No se envió ninguna toma de ganancias ni límite de pérdidas de su compra en {market}: terminó sin monedas con las que enviarlos',
    'exit-expired':
      'Su compra en {market} no tiene toma de ganancias ni límite de pérdidas: su fecha llegó antes de poder enviarlos',
  },
  th: {
    'order-expired': 'คำสั่ง {market} ของคุณครบกำหนดแล้ว: ไม่มีการจับคู่ และปลดล็อกสินทรัพย์ที่ถูกกันไว้แล้ว',
    'order-expired-partly': 'คำสั่ง {market} ของคุณครบกำหนดแล้ว: จับคู่ {quantity} มูลค่า {amount} {coin} ส่วนที่เหลือสิ้นสุดแล้ว',
    'order-cut': 'คำสั่ง {market} ของคุณไม่มีคู่ซื้อขาย: ไม่มีการจับคู่และสิ้นสุดแล้ว',
    'order-cut-partly': 'คำสั่ง {market} ของคุณมีคู่ซื้อขายไม่พอ: จับคู่ {quantity} มูลค่า {amount} {coin} ส่วนที่เหลือสิ้นสุดแล้ว',
    'stop-expired': 'คำสั่งสต็อป {market} ที่ {price} ครบกำหนดโดยไม่ถูกกระตุ้น และไม่มีผลอีกต่อไป',
    'exit-void': 'ไม่มีคำสั่งทำกำไรหรือตัดขาดทุนสำหรับการซื้อ {market} ของคุณ: คำสั่งซื้อสิ้นสุดโดยไม่มีเหรียญให้ใช้',
    'exit-expired': 'ไม่มีคำสั่งทำกำไรหรือตัดขาดทุนสำหรับการซื้อ {market} ของคุณ: ครบกำหนดก่อนที่จะส่งคำสั่งได้',
  },
};
