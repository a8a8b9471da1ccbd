/** The words of the demo. */
export interface DemoWords {
  demo: {
    tag: string;
    short: string;
    title: string;
    bannerText: string;
    leave: string;
    leaveLong: string;
    enter: string;
    entered: string;
    left: string;
    topUp: string;
    toppedUp: string;
    inviteText: string;
    moneyText: string;
    realOnly: string;
    realOnlyText: string;
  };
}
