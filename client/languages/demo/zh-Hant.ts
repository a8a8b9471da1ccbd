import type { DemoWords } from './en';

export const demo: DemoWords = {
  demo: {
    tag: '模擬盤',
    short: '模擬盤',
    title: '模擬帳戶',
    bannerText: '練習資金，價格相同',
    leave: '退出',
    leaveLong: '退出模擬帳戶',
    enter: '進入模擬盤',
    entered: '已進入模擬帳戶：資金僅供練習',
    left: '已退出：現在使用真實資金',
    topUp: '補足餘額',
    toppedUp: '模擬餘額已補足',
    inviteText: '用練習資金交易，現貨、期權、合約帳戶各 {{grant}} USDT，價格和規則與真實帳戶相同，無法提現。',
    moneyText: '現貨、期權和合約帳戶可隨時免費補足到 {{grant}} USDT。練習資金不能劃轉到真實帳戶，也不能提現。',
    realOnly: '模擬帳戶沒有此功能',
    realOnlyText: '此功能只涉及真實資金。退出模擬帳戶即可繼續。',
  },
};
