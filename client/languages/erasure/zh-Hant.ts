import type { ErasureWords } from './en';

export const words: ErasureWords = {
  erasure: {
    text: '註銷後帳戶立即關閉，{{days}} 天後資料將被刪除且無法復原。',
    goes: '將被刪除的內容',
    goesText:
      '電子郵箱、手機、姓名、密碼、通行密鑰、裝置與工作階段、API 密鑰、地址、銀行卡、身份資料與照片、訊息、通知、提醒和設定。',
    staysTitle: '依法須保留的內容',
    stays:
      '訂單、帳目與結算僅以帳戶編號保留，不含姓名和聯絡方式。法律要求保留的交易及身份紀錄將加密封存 {{years}} 年，之後刪除。',
    excluded: '如您已自我禁入，該限制持續至期滿：期滿前無法以相同聯絡方式或證件重新註冊。',
    dataFile: '先儲存您的資料檔案',
    obstacles: '請先結束或清空以下事項',
    ask: '註銷我的帳戶',
    question: '確定註銷帳戶？',
    questionText: '其他工作階段和所有 API 密鑰將立即失效。{{days}} 天內您仍可登入並保留帳戶。',
    asked: '您的帳戶已關閉',
    waiting: '您的帳戶已關閉',
    waitingText: '帳戶將於 {{time}} 之後刪除。此前您可以保留帳戶，但不能進行其他操作。',
    takeBack: '保留我的帳戶',
    takenBack: '您的帳戶已保留',
    stopped: '您的帳戶未被刪除',
    stoppedText: '到期時存在以下事項：{{what}}。您的資產沒有任何損失。',
    names: {
      money: '真實帳戶中的資金',
      subAccounts: '有餘額或未結事項的子帳戶',
      spotOrders: '未完成的現貨委託',
      spotStops: '等待觸發的止損單',
      positions: '合約持倉與委託',
      options: '未到期的期權',
      trust: '理財訂單',
      subscriptions: '認購',
      applications: '新幣申請',
      deals: '用戶間交易',
      adverts: '線上廣告',
      deposits: '審核中的充值',
      withdrawals: '處理中的提現',
      adjustments: '客服更正',
      complaints: '尚未答覆的投訴',
    },
  },
};
