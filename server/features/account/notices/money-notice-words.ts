import type { Language } from '../../../contract/errors.js';

/** What a user is told of its deposits, withdrawals, verification, products and orders with other users. */
export type MoneyNoticeKind =
  | 'deposit-credited'
  | 'deposit-rejected'
  | 'withdrawal-approved'
  | 'withdrawal-paid'
  | 'withdrawal-rejected'
  | 'identity-verified'
  | 'identity-rejected'
  | 'trust-completed'
  | 'subscription-returned'
  | 'otc-opened'
  | 'otc-paid'
  | 'otc-remind'
  | 'otc-released'
  | 'otc-cancelled'
  | 'otc-appeal'
  | 'ieo-allotted'
  | 'ieo-failed'
  | 'ieo-offered'
  | 'ieo-cancelled'
  | 'ieo-released'
  | 'referral-rebates';

/** Amounts, coins, days and the desk's own reasons are filled in. */
export const MONEY_NOTICE_WORDS: Record<Language, Record<MoneyNoticeKind, string>> = {
  en: {
    'deposit-credited': '{amount} {coin} of your deposit are on your account',
    'deposit-rejected': 'Your deposit of {amount} {coin} was not accepted: {reason}',
    'withdrawal-approved': 'Your withdrawal of {amount} {coin} was approved and is on its way',
    'withdrawal-paid': 'Your withdrawal of {amount} {coin} was sent',
    'withdrawal-rejected': 'Your withdrawal of {amount} {coin} was refused and the money is back: {reason}',
    'identity-verified': 'Your identity verification was approved',
    'identity-rejected': 'Your identity verification was not approved: {reason}',
    'trust-completed': 'Your trust order has ended: {amount} {coin} and {income} {coin} of income are on your account',
    'subscription-returned': 'Your subscription was given back: {amount} {coin}',
    'otc-opened': 'An order for {amount} {coin} between users has been opened',
    'otc-paid': 'The buyer says that {fiat} were paid for {amount} {coin}: check your account before you release',
    'otc-remind': 'The buyer waits for your release of {amount} {coin}',
    'otc-released': '{amount} {coin} of an order between users were released',
    'otc-cancelled': 'An order for {amount} {coin} between users was cancelled',
    'otc-appeal': 'There is an appeal about an order for {amount} {coin}',
    'ieo-allotted': 'You were allotted {amount} coins of a new sale: pay for them in time',
    'ieo-failed': 'You were allotted nothing in a new sale; your money is back',
    'ieo-offered': 'You can have {amount} more coins of a new sale: pay for them in time',
    'ieo-cancelled': 'A new sale that you applied for was called off; your money is back',
    'ieo-released': '{amount} {coin} of a new sale are free now, on your spot account',
    'referral-rebates': 'Your invitations of {day} brought you {amount} {coin}',
  },
  zh: {
    'deposit-credited': '您充值的 {amount} {coin} 已到账',
    'deposit-rejected': '您充值的 {amount} {coin} 未通过：{reason}',
    'withdrawal-approved': '您的提现 {amount} {coin} 已通过审核，正在处理',
    'withdrawal-paid': '您的提现 {amount} {coin} 已汇出',
    'withdrawal-rejected': '您的提现 {amount} {coin} 被拒绝，资金已退回：{reason}',
    'identity-verified': '您的身份认证已通过',
    'identity-rejected': '您的身份认证未通过：{reason}',
    'trust-completed': '您的理财订单已到期：本金 {amount} {coin} 与收益 {income} {coin} 已到账',
    'subscription-returned': '您的认购已退回：{amount} {coin}',
    'otc-opened': '一笔 {amount} {coin} 的 C2C 订单已创建',
    'otc-paid': '买家表示已为 {amount} {coin} 支付 {fiat}：放币前请先核对收款账户',
    'otc-remind': '买家正在等待您放币：{amount} {coin}',
    'otc-released': 'C2C 订单的 {amount} {coin} 已放币',
    'otc-cancelled': '一笔 {amount} {coin} 的 C2C 订单已取消',
    'otc-appeal': '一笔 {amount} {coin} 的 C2C 订单进入申诉',
    'ieo-allotted': '您在新币发售中获配 {amount} 枚：请按时付款',
    'ieo-failed': '您在新币发售中未获配，资金已退回',
    'ieo-offered': '您可再获得 {amount} 枚新币：请按时付款',
    'ieo-cancelled': '您申购的新币发售已取消，资金已退回',
    'ieo-released': '您在新币发售中获得的 {amount} {coin} 已解锁，现已进入现货账户',
    'referral-rebates': '您 {day} 的邀请返佣：{amount} {coin}',
  },
  'zh-Hant': {
    'deposit-credited': '您充值的 {amount} {coin} 已到帳',
    'deposit-rejected': '您充值的 {amount} {coin} 未通過：{reason}',
    'withdrawal-approved': '您的提現 {amount} {coin} 已通過審核，正在處理',
    'withdrawal-paid': '您的提現 {amount} {coin} 已匯出',
    'withdrawal-rejected': '您的提現 {amount} {coin} 被拒絕，資金已退回：{reason}',
    'identity-verified': '您的身份驗證已通過',
    'identity-rejected': '您的身份驗證未通過：{reason}',
    'trust-completed': '您的理財訂單已到期：本金 {amount} {coin} 與收益 {income} {coin} 已到帳',
    'subscription-returned': '您的認購已退回：{amount} {coin}',
    'otc-opened': '一筆 {amount} {coin} 的 C2C 訂單已建立',
    'otc-paid': '買家表示已為 {amount} {coin} 支付 {fiat}：放幣前請先核對收款帳戶',
    'otc-remind': '買家正在等待您放幣：{amount} {coin}',
    'otc-released': 'C2C 訂單的 {amount} {coin} 已放幣',
    'otc-cancelled': '一筆 {amount} {coin} 的 C2C 訂單已取消',
    'otc-appeal': '一筆 {amount} {coin} 的 C2C 訂單進入申訴',
    'ieo-allotted': '您在新幣發售中獲配 {amount} 枚：請按時付款',
    'ieo-failed': '您在新幣發售中未獲配，資金已退回',
    'ieo-offered': '您可再獲得 {amount} 枚新幣：請按時付款',
    'ieo-cancelled': '您申購的新幣發售已取消，資金已退回',
    'ieo-released': '您在新幣發售中獲得的 {amount} {coin} 已解鎖，現已進入現貨帳戶',
    'referral-rebates': '您 {day} 的邀請返佣：{amount} {coin}',
  },
  ja: {
    'deposit-credited': '入金された {amount} {coin} が口座に反映されました',
    'deposit-rejected': '{amount} {coin} の入金は承認されませんでした：{reason}',
    'withdrawal-approved': '{amount} {coin} の出金が承認され、処理中です',
    'withdrawal-paid': '{amount} {coin} の出金を送金しました',
    'withdrawal-rejected': '{amount} {coin} の出金は却下され、資金は戻りました：{reason}',
    'identity-verified': '本人確認が承認されました',
    'identity-rejected': '本人確認は承認されませんでした：{reason}',
    'trust-completed': '運用の注文が満了しました：元本 {amount} {coin} と収益 {income} {coin} が口座に入りました',
    'subscription-returned': '申込金が返却されました：{amount} {coin}',
    'otc-opened': '{amount} {coin} のユーザー間注文が作成されました',
    'otc-paid': '買い手が {amount} {coin} の代金 {fiat} を支払ったと連絡しました。リリース前に入金をご確認ください',
    'otc-remind': '買い手が {amount} {coin} のリリースを待っています',
    'otc-released': 'ユーザー間注文の {amount} {coin} がリリースされました',
    'otc-cancelled': '{amount} {coin} のユーザー間注文が取り消されました',
    'otc-appeal': '{amount} {coin} の注文について申し立てがありました',
    'ieo-allotted': '新規販売で {amount} 枚が割り当てられました。期限までにお支払いください',
    'ieo-failed': '新規販売では割り当てがありませんでした。資金は戻りました',
    'ieo-offered': '新規販売であと {amount} 枚を受け取れます。期限までにお支払いください',
    'ieo-cancelled': 'お申し込みの新規販売は中止され、資金は戻りました',
    'ieo-released': '新規販売で購入した {amount} {coin} のロックが解除され、現物口座に入りました',
    'referral-rebates': '{day} の招待報酬：{amount} {coin}',
  },
  ko: {
    'deposit-credited': '입금하신 {amount} {coin}이(가) 계정에 반영되었습니다',
    'deposit-rejected': '{amount} {coin} 입금이 승인되지 않았습니다: {reason}',
    'withdrawal-approved': '{amount} {coin} 출금이 승인되어 처리 중입니다',
    'withdrawal-paid': '{amount} {coin} 출금을 보냈습니다',
    'withdrawal-rejected': '{amount} {coin} 출금이 거부되어 자금이 반환되었습니다: {reason}',
    'identity-verified': '본인 인증이 승인되었습니다',
    'identity-rejected': '본인 인증이 승인되지 않았습니다: {reason}',
    'trust-completed': '예치 주문이 만료되었습니다: 원금 {amount} {coin}과 수익 {income} {coin}이 입금되었습니다',
    'subscription-returned': '청약금이 반환되었습니다: {amount} {coin}',
    'otc-opened': '{amount} {coin} 사용자 간 주문이 생성되었습니다',
    'otc-paid':
      '구매자가 {amount} {coin}에 대해 {fiat}을(를) 지불했다고 알렸습니다. 코인을 풀기 전에 입금을 확인하세요',
    'otc-remind': '구매자가 {amount} {coin} 전송을 기다리고 있습니다',
    'otc-released': '사용자 간 주문의 {amount} {coin}이(가) 전송되었습니다',
    'otc-cancelled': '{amount} {coin} 사용자 간 주문이 취소되었습니다',
    'otc-appeal': '{amount} {coin} 주문에 이의가 제기되었습니다',
    'ieo-allotted': '새 판매에서 {amount}개가 배정되었습니다. 기한 내에 결제하세요',
    'ieo-failed': '새 판매에서 배정되지 않았습니다. 자금이 반환되었습니다',
    'ieo-offered': '새 판매에서 {amount}개를 더 받을 수 있습니다. 기한 내에 결제하세요',
    'ieo-cancelled': '신청하신 새 판매가 취소되어 자금이 반환되었습니다',
    'ieo-released': '새 판매에서 받은 {amount} {coin}의 잠금이 해제되어 현물 계좌에 들어왔습니다',
    'referral-rebates': '{day} 초대 보상: {amount} {coin}',
  },
  es: {
    'deposit-credited': '{amount} {coin} de su depósito ya están en su cuenta',
    'deposit-rejected': 'Su depósito de {amount} {coin} no fue aceptado: {reason}',
    'withdrawal-approved': 'Su retiro de {amount} {coin} fue aprobado y está en camino',
    'withdrawal-paid': 'Su retiro de {amount} {coin} fue enviado',
    'withdrawal-rejected': 'Su retiro de {amount} {coin} fue rechazado y el dinero ha vuelto: {reason}',
    'identity-verified': 'Su verificación de identidad fue aprobada',
    'identity-rejected': 'Su verificación de identidad no fue aprobada: {reason}',
    'trust-completed':
      'Su orden de custodia ha terminado: {amount} {coin} y {income} {coin} de rendimiento están en su cuenta',
    'subscription-returned': 'Se le devolvió la suscripción: {amount} {coin}',
    'otc-opened': 'Se ha abierto una orden entre usuarios por {amount} {coin}',
    'otc-paid': 'El comprador dice que pagó {fiat} por {amount} {coin}: compruebe su cuenta antes de liberar',
    'otc-remind': 'El comprador espera que libere {amount} {coin}',
    'otc-released': 'Se liberaron {amount} {coin} de una orden entre usuarios',
    'otc-cancelled': 'Se canceló una orden entre usuarios por {amount} {coin}',
    'otc-appeal': 'Hay una reclamación sobre una orden de {amount} {coin}',
    'ieo-allotted': 'Se le asignaron {amount} monedas de una nueva venta: páguelas a tiempo',
    'ieo-failed': 'No se le asignó nada en una nueva venta; su dinero ha vuelto',
    'ieo-offered': 'Puede recibir {amount} monedas más de una nueva venta: páguelas a tiempo',
    'ieo-cancelled': 'Se canceló una venta nueva que solicitó; su dinero ha vuelto',
    'ieo-released': '{amount} {coin} de una nueva venta ya están libres en su cuenta spot',
    'referral-rebates': 'Sus invitaciones del {day} le dieron {amount} {coin}',
  },
  th: {
    'deposit-credited': '{amount} {coin} ที่คุณฝากเข้าบัญชีแล้ว',
    'deposit-rejected': 'การฝาก {amount} {coin} ไม่ได้รับการอนุมัติ: {reason}',
    'withdrawal-approved': 'การถอน {amount} {coin} ได้รับอนุมัติและกำลังดำเนินการ',
    'withdrawal-paid': 'ส่งการถอน {amount} {coin} แล้ว',
    'withdrawal-rejected': 'การถอน {amount} {coin} ถูกปฏิเสธและคืนเงินแล้ว: {reason}',
    'identity-verified': 'การยืนยันตัวตนของคุณได้รับการอนุมัติ',
    'identity-rejected': 'การยืนยันตัวตนของคุณไม่ได้รับการอนุมัติ: {reason}',
    'trust-completed': 'คำสั่งทรัสต์ของคุณครบกำหนด: เงินต้น {amount} {coin} และผลตอบแทน {income} {coin} เข้าบัญชีแล้ว',
    'subscription-returned': 'คืนเงินจองแล้ว: {amount} {coin}',
    'otc-opened': 'มีคำสั่งระหว่างผู้ใช้ {amount} {coin} เปิดแล้ว',
    'otc-paid': 'ผู้ซื้อแจ้งว่าชำระ {fiat} สำหรับ {amount} {coin} แล้ว โปรดตรวจสอบบัญชีก่อนปล่อยเหรียญ',
    'otc-remind': 'ผู้ซื้อกำลังรอคุณปล่อย {amount} {coin}',
    'otc-released': 'ปล่อย {amount} {coin} ของคำสั่งระหว่างผู้ใช้แล้ว',
    'otc-cancelled': 'คำสั่งระหว่างผู้ใช้ {amount} {coin} ถูกยกเลิก',
    'otc-appeal': 'มีการอุทธรณ์คำสั่ง {amount} {coin}',
    'ieo-allotted': 'คุณได้รับจัดสรร {amount} เหรียญจากการขายใหม่ โปรดชำระให้ทันเวลา',
    'ieo-failed': 'คุณไม่ได้รับจัดสรรในการขายใหม่ คืนเงินแล้ว',
    'ieo-offered': 'คุณรับได้อีก {amount} เหรียญจากการขายใหม่ โปรดชำระให้ทันเวลา',
    'ieo-cancelled': 'การขายใหม่ที่คุณสมัครถูกยกเลิก คืนเงินแล้ว',
    'ieo-released': 'เหรียญ {amount} {coin} จากการขายใหม่ปลดล็อกแล้ว และอยู่ในบัญชีสปอต',
    'referral-rebates': 'ผลตอบแทนการเชิญวันที่ {day}: {amount} {coin}',
  },
};
