import type { ErasureWords } from './en';

export const words: ErasureWords = {
  erasure: {
    text: '注销后账户立即关闭，{{days}} 天后数据将被删除且无法恢复。',
    goes: '将被删除的内容',
    goesText:
      '邮箱、手机、姓名、密码、通行密钥、设备与会话、API 密钥、地址、银行卡、身份资料与照片、消息、通知、提醒和设置。',
    staysTitle: '依法须保留的内容',
    stays:
      '订单、账目与结算仅以账户编号保留，不含姓名和联系方式。法律要求保留的交易及身份记录将加密封存 {{years}} 年，之后删除。',
    excluded: '如您已自我禁入，该限制持续至期满：期满前无法以相同联系方式或证件重新注册。',
    dataFile: '先保存您的数据文件',
    obstacles: '请先结束或清空以下事项',
    ask: '注销我的账户',
    question: '确定注销账户？',
    questionText: '其他会话和所有 API 密钥将立即失效。{{days}} 天内您仍可登录并保留账户。',
    asked: '您的账户已关闭',
    waiting: '您的账户已关闭',
    waitingText: '账户将于 {{time}} 之后删除。此前您可以保留账户，但不能进行其他操作。',
    takeBack: '保留我的账户',
    takenBack: '您的账户已保留',
    stopped: '您的账户未被删除',
    stoppedText: '到期时存在以下事项：{{what}}。您的资产没有任何损失。',
    names: {
      money: '真实账户中的资金',
      subAccounts: '有余额或未结事项的子账户',
      spotOrders: '未完成的现货委托',
      spotStops: '等待触发的止损单',
      positions: '合约持仓与委托',
      options: '未到期的期权',
      trust: '理财订单',
      subscriptions: '认购',
      applications: '新币申请',
      deals: '用户间交易',
      adverts: '在线广告',
      deposits: '审核中的充值',
      withdrawals: '处理中的提现',
      adjustments: '客服更正',
      complaints: '尚未答复的投诉',
    },
  },
};
