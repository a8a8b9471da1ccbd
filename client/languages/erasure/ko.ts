import type { ErasureWords } from './en';

export const words: ErasureWords = {
  erasure: {
    text: '계정은 즉시 닫히고 {{days}}일 후 삭제되며 복구할 수 없습니다.',
    goes: '삭제되는 것',
    goesText:
      '이메일, 휴대폰, 이름, 비밀번호, 패스키, 기기와 세션, API 키, 주소, 은행 카드, 신원 자료와 사진, 메시지, 알림, 가격 알림, 설정.',
    staysTitle: '법에 따라 보관해야 하는 것',
    stays:
      '주문, 장부, 결제는 이름과 연락처 없이 계정 번호로만 남습니다. 법이 요구하는 거래와 신원 기록은 {{years}}년간 봉인 보관한 뒤 삭제합니다.',
    excluded: '자기 배제 중이라면 기한까지 유지됩니다. 그 전에는 같은 연락처나 신분증으로 다시 가입할 수 없습니다.',
    dataFile: '먼저 내 데이터 파일 저장',
    obstacles: '먼저 끝내거나 비워야 할 것',
    restTitle: '출금할 수 없는 소액 잔액',
    restText:
      '최소 출금액과 최소 매도액보다 적은 금액입니다. 계정을 해지하면 이 금액을 포기하며, 삭제될 때 플랫폼에 귀속됩니다. 그때까지는 회원님의 것입니다.',
    restAgree: '이 금액을 포기합니다',
    restWaiting: '삭제될 때 {{what}}을(를) 포기합니다.',
    ask: '계정 해지',
    question: '계정을 해지할까요?',
    questionText:
      '다른 세션과 모든 API 키가 즉시 종료됩니다. {{days}}일 이내에는 로그인하여 계정을 유지할 수 있습니다.',
    asked: '계정이 해지되었습니다',
    waiting: '해지된 계정입니다',
    waitingText: '{{time}} 이후 삭제됩니다. 그때까지 계정을 유지할 수 있으며 다른 작업은 할 수 없습니다.',
    takeBack: '계정 유지',
    takenBack: '계정이 유지됩니다',
    stopped: '계정이 삭제되지 않았습니다',
    stoppedText: '기한이 되었을 때 다음이 남아 있었습니다: {{what}}. 잃은 것은 없습니다.',
    names: {
      money: '실제 계정의 자금',
      subAccounts: '잔액이나 미결 항목이 있는 서브계정',
      spotOrders: '미체결 현물 주문',
      spotStops: '대기 중인 스톱',
      positions: '계약 포지션과 주문',
      options: '진행 중인 옵션',
      trust: '예치 주문',
      subscriptions: '청약',
      applications: '세일 신청',
      deals: '사용자 간 거래',
      adverts: '공개 중인 광고',
      deposits: '심사 중인 입금',
      withdrawals: '처리 중인 출금',
      adjustments: '고객센터 정정',
      complaints: '미답변 민원',
    },
  },
};
