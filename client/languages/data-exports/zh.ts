import type { DataExportsWords } from './en';

export const words: DataExportsWords = {
  dataExports: {
    text: '将您账户的全部数据整理为一个文件：个人资料、联系方式、地址、银行卡、身份信息、登录记录、设置和消息。',
    retention: '文件保留 {{hours}} 小时，仅您本人可以获取。其中包含您的身份信息，请妥善保管。',
    lists: '将订单、持仓和账单存为文件',
    none: '您还没有申请过文件。',
    ask: '申请文件',
    asked: '已申请，文件生成后会通知您。',
    question: '要申请您的数据吗？',
    questionText: '请输入交易密码以确认是您本人。此次申请也会通知到您的邮箱和手机。',
    waiting: '正在生成',
    ready: '已生成',
    tooLarge: '内容过大，无法生成文件',
    tooLargeText: '此账户保存的数据超过单个文件的上限。请联系客服，由人工为您制作文件。',
    failed: '生成失败',
    failedText: '这是我们的问题，请重新申请。',
    gone: '已不再保留',
    askedAt: '申请时间：{{time}}',
    until: '保存期限：{{time}}',
    save: '保存',
    saveQuestion: '要保存您的数据吗？',
    saveText: '文件包含您的身份信息。请输入交易密码以确认是您本人。',
    saved: '已保存：{{name}}',
  },
};
