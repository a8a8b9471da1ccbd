import type { Language } from '../../../contract/errors.js';

/** What a user is told of its orders, positions and options. */
export type TradingNoticeKind =
  | 'order-bought'
  | 'order-sold'
  | 'stop-triggered'
  | 'contract-opened'
  | 'contract-closed'
  | 'contract-order-revoked'
  | 'take-profit'
  | 'stop-loss'
  | 'liquidated-partly'
  | 'liquidated'
  | 'deleveraged'
  | 'margin-warning'
  | 'margin-critical'
  | 'margin-warning-account'
  | 'margin-critical-account'
  | 'maintenance-announced'
  | 'maintenance-off'
  | 'option-won'
  | 'option-lost'
  | 'option-tied'
  | 'option-void';

/** Amounts, prices and coins are filled in. */
export const TRADING_NOTICE_WORDS: Record<Language, Record<TradingNoticeKind, string>> = {
  en: {
    'order-bought': 'Limit order filled: bought {quantity} of {market} for {amount} {coin}',
    'order-sold': 'Limit order filled: sold {quantity} of {market} for {amount} {coin}',
    'stop-triggered': 'Stop order triggered: {market} reached {price}, and your order was placed',
    'contract-opened': 'Limit order filled: your {market} contract of {quantity} opened at {price}',
    'contract-closed': 'Limit order filled: {quantity} of your {market} contract closed at {price} or better',
    'contract-order-revoked': 'Your waiting {market} contract order was withdrawn by the system',
    'take-profit': 'Take-profit carried out: {market} closed at {price}, profit or loss {profit} {coin}',
    'stop-loss': 'Stop-loss carried out: {market} closed at {price}, profit or loss {profit} {coin}',
    'liquidated-partly': 'Your {market} position was partly liquidated at {price}',
    liquidated: 'Your {market} position was liquidated at {price}',
    deleveraged: 'Your {market} position was reduced at {price} to cover a liquidation on the other side',
    'margin-warning': 'Your {market} position is near liquidation: add margin or close a part',
    'margin-critical': 'Your {market} position is about to be liquidated: add margin or close it now',
    'margin-warning-account': 'Your cross-margin account is near liquidation: add money or close a part',
    'margin-critical-account': 'Your cross-margin account is about to be liquidated: add money or close positions now',
    'maintenance-announced':
      'From {from} (UTC) on, other maintenance margins are required in {market} contracts; see the table beside the leverage. They hold for what you have open, too',
    'maintenance-off':
      'The maintenance margins of {market} contracts that were announced for {from} (UTC) do not come: those of now stay',
    'option-won': 'Option on {market} won: {profit} {coin}',
    'option-lost': 'Option on {market} lost: {profit} {coin}',
    'option-tied': 'Option on {market} ended in a tie: your stake and fee are back',
    'option-void': 'Option on {market} is void: there was no settlement price, stake and fee are back',
  },
  zh: {
    'order-bought': '限价委托已成交：买入 {market} {quantity}，成交额 {amount} {coin}',
    'order-sold': '限价委托已成交：卖出 {market} {quantity}，成交额 {amount} {coin}',
    'stop-triggered': '条件委托已触发：{market} 到达 {price}，已为您下单',
    'contract-opened': '限价委托已成交：{market} 合约 {quantity}，开仓价 {price}',
    'contract-closed': '限价平仓已成交：{market} 合约 {quantity}，平仓价 {price} 或更优',
    'contract-order-revoked': '您的 {market} 合约挂单已被系统撤销',
    'take-profit': '止盈已触发：{market} 平仓价 {price}，盈亏 {profit} {coin}',
    'stop-loss': '止损已触发：{market} 平仓价 {price}，盈亏 {profit} {coin}',
    'liquidated-partly': '您的 {market} 持仓已被部分强平，价格 {price}',
    liquidated: '您的 {market} 持仓已被强平，价格 {price}',
    deleveraged: '您的 {market} 持仓已按 {price} 自动减仓，用于承接对手方强平',
    'margin-warning': '您的 {market} 持仓接近强平：请追加保证金或部分平仓',
    'margin-critical': '您的 {market} 持仓即将强平：请立即追加保证金或平仓',
    'margin-warning-account': '您的全仓账户接近强平：请转入资金或部分平仓',
    'margin-critical-account': '您的全仓账户即将强平：请立即转入资金或平仓',
    'maintenance-announced':
      '自 {from}（UTC）起，{market} 合约将适用新的维持保证金，已有持仓同样适用；详见杠杆页面的档位表',
    'maintenance-off': '原定于 {from}（UTC）生效的 {market} 合约维持保证金调整已取消，继续沿用现行标准',
    'option-won': '{market} 期权获胜：{profit} {coin}',
    'option-lost': '{market} 期权未中：{profit} {coin}',
    'option-tied': '{market} 期权平局：本金与手续费已退回',
    'option-void': '{market} 期权无效：没有结算价，本金与手续费已退回',
  },
  'zh-Hant': {
    'order-bought': '限價委託已成交：買入 {market} {quantity}，成交額 {amount} {coin}',
    'order-sold': '限價委託已成交：賣出 {market} {quantity}，成交額 {amount} {coin}',
    'stop-triggered': '條件委託已觸發：{market} 到達 {price}，已為您下單',
    'contract-opened': '限價委託已成交：{market} 合約 {quantity}，開倉價 {price}',
    'contract-closed': '限價平倉已成交：{market} 合約 {quantity}，平倉價 {price} 或更優',
    'contract-order-revoked': '您的 {market} 合約掛單已被系統撤銷',
    'take-profit': '止盈已觸發：{market} 平倉價 {price}，盈虧 {profit} {coin}',
    'stop-loss': '止損已觸發：{market} 平倉價 {price}，盈虧 {profit} {coin}',
    'liquidated-partly': '您的 {market} 持倉已被部分強平，價格 {price}',
    liquidated: '您的 {market} 持倉已被強平，價格 {price}',
    deleveraged: '您的 {market} 持倉已按 {price} 自動減倉，用於承接對手方強平',
    'margin-warning': '您的 {market} 持倉接近強平：請追加保證金或部分平倉',
    'margin-critical': '您的 {market} 持倉即將強平：請立即追加保證金或平倉',
    'margin-warning-account': '您的全倉帳戶接近強平：請轉入資金或部分平倉',
    'margin-critical-account': '您的全倉帳戶即將強平：請立即轉入資金或平倉',
    'maintenance-announced':
      '自 {from}（UTC）起，{market} 合約將適用新的維持保證金，現有持倉同樣適用；詳見槓桿頁面的級距表',
    'maintenance-off': '原定於 {from}（UTC）生效的 {market} 合約維持保證金調整已取消，繼續沿用現行標準',
    'option-won': '{market} 期權獲勝：{profit} {coin}',
    'option-lost': '{market} 期權未中：{profit} {coin}',
    'option-tied': '{market} 期權平局：本金與手續費已退回',
    'option-void': '{market} 期權無效：沒有結算價，本金與手續費已退回',
  },
  ja: {
    'order-bought': '指値注文が約定しました：{market} を {quantity} 購入、約定金額 {amount} {coin}',
    'order-sold': '指値注文が約定しました：{market} を {quantity} 売却、約定金額 {amount} {coin}',
    'stop-triggered': '条件付き注文が発動しました：{market} が {price} に達し、注文を出しました',
    'contract-opened': '指値注文が約定しました：{market} 契約 {quantity}、建値 {price}',
    'contract-closed': '指値の決済注文が約定しました：{market} 契約 {quantity}、{price} またはより有利な価格',
    'contract-order-revoked': '待機中の {market} 契約注文がシステムにより取り消されました',
    'take-profit': '利食いが執行されました：{market} 決済価格 {price}、損益 {profit} {coin}',
    'stop-loss': '損切りが執行されました：{market} 決済価格 {price}、損益 {profit} {coin}',
    'liquidated-partly': '{market} のポジションが {price} で一部強制決済されました',
    liquidated: '{market} のポジションが {price} で強制決済されました',
    deleveraged: '反対側の強制決済を引き受けるため、{market} のポジションが {price} で自動的に縮小されました',
    'margin-warning': '{market} のポジションが強制決済に近づいています。証拠金を追加するか一部を決済してください',
    'margin-critical': '{market} のポジションがまもなく強制決済されます。今すぐ証拠金を追加するか決済してください',
    'margin-warning-account': 'クロス口座が強制決済に近づいています。資金を追加するか一部を決済してください',
    'margin-critical-account': 'クロス口座がまもなく強制決済されます。今すぐ資金を追加するか決済してください',
    'maintenance-announced':
      '{from}（UTC）から {market} 契約の維持証拠金が変わります。保有中のポジションにも適用されます。詳しくはレバレッジ画面の表をご覧ください',
    'maintenance-off':
      '{from}（UTC）に予定していた {market} 契約の維持証拠金の変更は取りやめになりました。現在の基準が続きます',
    'option-won': '{market} のオプションは勝ちです：{profit} {coin}',
    'option-lost': '{market} のオプションは負けです：{profit} {coin}',
    'option-tied': '{market} のオプションは引き分けです。元金と手数料を返却しました',
    'option-void': '{market} のオプションは無効です。決済価格がなかったため、元金と手数料を返却しました',
  },
  ko: {
    'order-bought': '지정가 주문 체결: {market} {quantity} 매수, 체결 금액 {amount} {coin}',
    'order-sold': '지정가 주문 체결: {market} {quantity} 매도, 체결 금액 {amount} {coin}',
    'stop-triggered': '조건부 주문 발동: {market} 가격이 {price}에 도달하여 주문했습니다',
    'contract-opened': '지정가 주문 체결: {market} 계약 {quantity}, 진입가 {price}',
    'contract-closed': '지정가 종료 주문 체결: {market} 계약 {quantity}, {price} 또는 더 유리한 가격',
    'contract-order-revoked': '대기 중이던 {market} 계약 주문이 시스템에 의해 취소되었습니다',
    'take-profit': '익절 실행: {market} 청산가 {price}, 손익 {profit} {coin}',
    'stop-loss': '손절 실행: {market} 청산가 {price}, 손익 {profit} {coin}',
    'liquidated-partly': '{market} 포지션이 {price}에 일부 강제 청산되었습니다',
    liquidated: '{market} 포지션이 {price}에 강제 청산되었습니다',
    deleveraged: '반대편 강제 청산을 받기 위해 {market} 포지션이 {price}에 자동 축소되었습니다',
    'margin-warning': '{market} 포지션이 강제 청산에 가까워졌습니다. 증거금을 추가하거나 일부를 청산하세요',
    'margin-critical': '{market} 포지션이 곧 강제 청산됩니다. 지금 증거금을 추가하거나 청산하세요',
    'margin-warning-account': '교차 계정이 강제 청산에 가까워졌습니다. 자금을 추가하거나 일부를 청산하세요',
    'margin-critical-account': '교차 계정이 곧 강제 청산됩니다. 지금 자금을 추가하거나 청산하세요',
    'maintenance-announced':
      '{from}(UTC)부터 {market} 계약의 유지 증거금이 바뀝니다. 보유 중인 포지션에도 적용됩니다. 레버리지 화면의 표를 확인하세요',
    'maintenance-off':
      '{from}(UTC)에 예정되었던 {market} 계약의 유지 증거금 변경은 취소되었습니다. 현재 기준이 그대로 적용됩니다',
    'option-won': '{market} 옵션 승리: {profit} {coin}',
    'option-lost': '{market} 옵션 패배: {profit} {coin}',
    'option-tied': '{market} 옵션 무승부: 원금과 수수료가 반환되었습니다',
    'option-void': '{market} 옵션 무효: 결제 가격이 없어 원금과 수수료가 반환되었습니다',
  },
  es: {
    'order-bought': 'Orden límite ejecutada: compra de {quantity} de {market} por {amount} {coin}',
    'order-sold': 'Orden límite ejecutada: venta de {quantity} de {market} por {amount} {coin}',
    'stop-triggered': 'Stop activado: {market} llegó a {price} y se envió su orden',
    'contract-opened': 'Orden límite ejecutada: su contrato {market} de {quantity} se abrió a {price}',
    'contract-closed': 'Orden límite ejecutada: se cerraron {quantity} de su contrato {market} a {price} o mejor',
    'contract-order-revoked': 'El sistema ha retirado su orden pendiente del contrato {market}',
    'take-profit': 'Toma de ganancias ejecutada: {market} cerrado a {price}, resultado {profit} {coin}',
    'stop-loss': 'Límite de pérdidas ejecutado: {market} cerrado a {price}, resultado {profit} {coin}',
    'liquidated-partly': 'Su posición en {market} se liquidó en parte a {price}',
    liquidated: 'Su posición en {market} se liquidó a {price}',
    deleveraged: 'Su posición en {market} se redujo a {price} para cubrir una liquidación del otro lado',
    'margin-warning': 'Su posición en {market} está cerca de la liquidación: añada margen o cierre una parte',
    'margin-critical': 'Su posición en {market} está a punto de liquidarse: añada margen o ciérrela ahora',
    'margin-warning-account':
      'Su cuenta de margen cruzado está cerca de la liquidación: añada fondos o cierre una parte',
    'margin-critical-account':
      'Su cuenta de margen cruzado está a punto de liquidarse: añada fondos o cierre posiciones ahora',
    'maintenance-announced':
      'Desde el {from} (UTC) se exigen otros márgenes de mantenimiento en los contratos {market}, también para lo que tiene abierto; consulte la tabla junto al apalancamiento',
    'maintenance-off':
      'Los márgenes de mantenimiento de los contratos {market} anunciados para el {from} (UTC) no entrarán en vigor: siguen los actuales',
    'option-won': 'Opción sobre {market} ganada: {profit} {coin}',
    'option-lost': 'Opción sobre {market} perdida: {profit} {coin}',
    'option-tied': 'Opción sobre {market} en empate: se le han devuelto el importe y la comisión',
    'option-void':
      'Opción sobre {market} anulada: no hubo precio de liquidación; se le han devuelto el importe y la comisión',
  },
  th: {
    'order-bought': 'คำสั่งจำกัดราคาจับคู่แล้ว: ซื้อ {market} {quantity} มูลค่า {amount} {coin}',
    'order-sold': 'คำสั่งจำกัดราคาจับคู่แล้ว: ขาย {market} {quantity} มูลค่า {amount} {coin}',
    'stop-triggered': 'คำสั่งสต็อปทำงานแล้ว: {market} ถึง {price} และส่งคำสั่งของคุณแล้ว',
    'contract-opened': 'คำสั่งจำกัดราคาจับคู่แล้ว: สัญญา {market} {quantity} เปิดที่ {price}',
    'contract-closed': 'คำสั่งปิดแบบจำกัดราคาจับคู่แล้ว: สัญญา {market} {quantity} ปิดที่ {price} หรือดีกว่า',
    'contract-order-revoked': 'คำสั่งสัญญา {market} ที่รออยู่ถูกระบบยกเลิก',
    'take-profit': 'ทำกำไรอัตโนมัติแล้ว: {market} ปิดที่ {price} กำไรขาดทุน {profit} {coin}',
    'stop-loss': 'ตัดขาดทุนแล้ว: {market} ปิดที่ {price} กำไรขาดทุน {profit} {coin}',
    'liquidated-partly': 'โพซิชัน {market} ของคุณถูกบังคับปิดบางส่วนที่ {price}',
    liquidated: 'โพซิชัน {market} ของคุณถูกบังคับปิดที่ {price}',
    deleveraged: 'โพซิชัน {market} ของคุณถูกลดอัตโนมัติที่ {price} เพื่อรองรับการบังคับปิดของอีกฝั่ง',
    'margin-warning': 'โพซิชัน {market} ของคุณใกล้ถูกบังคับปิด โปรดเพิ่มมาร์จินหรือปิดบางส่วน',
    'margin-critical': 'โพซิชัน {market} ของคุณกำลังจะถูกบังคับปิด โปรดเพิ่มมาร์จินหรือปิดทันที',
    'margin-warning-account': 'บัญชีมาร์จินรวมของคุณใกล้ถูกบังคับปิด โปรดเพิ่มเงินหรือปิดบางส่วน',
    'margin-critical-account': 'บัญชีมาร์จินรวมของคุณกำลังจะถูกบังคับปิด โปรดเพิ่มเงินหรือปิดโพซิชันทันที',
    'maintenance-announced':
      'ตั้งแต่ {from} (UTC) สัญญา {market} จะใช้มาร์จินรักษาสภาพชุดใหม่ รวมถึงโพซิชันที่คุณถืออยู่ ดูตารางได้ในหน้าเลเวอเรจ',
    'maintenance-off': 'การเปลี่ยนมาร์จินรักษาสภาพของสัญญา {market} ที่ประกาศไว้สำหรับ {from} (UTC) ถูกยกเลิก ยังใช้ค่าปัจจุบันต่อไป',
    'option-won': 'ออปชัน {market} ชนะ: {profit} {coin}',
    'option-lost': 'ออปชัน {market} แพ้: {profit} {coin}',
    'option-tied': 'ออปชัน {market} เสมอ: คืนเงินเดิมพันและค่าธรรมเนียมแล้ว',
    'option-void': 'ออปชัน {market} เป็นโมฆะ: ไม่มีราคาชำระ คืนเงินเดิมพันและค่าธรรมเนียมแล้ว',
  },
};
